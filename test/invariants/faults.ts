import { App as TerraformApp, Fn, Token, TerraformStack } from 'cdktf';
import { Duration, Size } from 'cdk8s';
import {
  Accelerator,
  Bucket,
  BucketLifecycle,
  Capacity,
  ClusterChart,
  ClusterSpec,
  ControlPlaneAccess,
  DistributedTrainingJob,
  EnvValue,
  GpuDriver,
  GpuSharing,
  ImageRepository,
  LocalCluster,
  LocalSsd,
  MachineType,
  MaintenanceWindow,
  Mount,
  Network,
  NodePool,
  NodeServiceAccount,
  Nodes,
  Operator,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  State,
  SystemPool,
  Taint,
  TensorFlow,
  TrainingCluster,
  TrainingEngine,
  UpgradeStrategy,
  WorkloadIdentity,
  type DistributedTrainingJobProps,
} from '../../lib/index';
import { asJavaScript } from './javascript';
import type { Made, Plan } from './program';

/** One thing that is wrong with a program. */
export interface Fault {
  readonly name: string;
  /** What it changes: two faults of one program change different things. */
  readonly slot: string;
  readonly apply: (plan: Plan) => void;
  /** What the message must hold: the wrong value. */
  readonly shows: string;
}

/** Wrong as any name, label, image or address. */
const TEXTS = ['', ' ', 'ÄÖ-ü', 'A b', '-x-', 'a\nb', '../x', '$(X)', '🦊', 'x'.repeat(300)] as const;
/** Wrong as any count. */
const COUNTS = [NaN, -1, 0.5, 1e9, Infinity, -Infinity] as const;

/** Wrong as a number of tasks on two nodes of two GPUs. Those of `COUNTS` that take all memory are tried elsewhere. */
const MANY = [NaN, -1, 0, 0.5, 500, 5000, Infinity, -Infinity] as const;

type Change = (plan: Plan) => void;
type JobChange = (made: Made) => Partial<DistributedTrainingJobProps>;

/** One fault for each wrong text in one place. */
function text(slot: string, name: string, put: (plan: Plan, value: string) => void, values: readonly string[] = TEXTS) {
  return values.map((value): Fault => ({
    name: `${name} ${JSON.stringify(value.slice(0, 12))}`,
    slot,
    apply: (plan) => {
      put(plan, value);
    },
    shows: value,
  }));
}

/** One fault for each wrong number in one place. */
function count(
  slot: string,
  name: string,
  put: (plan: Plan, value: number) => void,
  values: readonly number[] = COUNTS,
) {
  return values.map((value): Fault => ({
    name: `${name} ${value}`,
    slot,
    apply: (plan) => {
      put(plan, value);
    },
    shows: String(value),
  }));
}

function one(slot: string, name: string, shows: string, apply: Change): Fault[] {
  return [{ name, slot, shows, apply }];
}

function job(change: JobChange): Change {
  return (plan) => plan.more.push(change);
}

/** Texts but those that are right in some place. */
function but(...right: readonly string[]): readonly string[] {
  return TEXTS.filter((value) => !right.includes(value));
}

const stage = [
  ...text('stage name', 'stage name', (p, v) => (p.stage.name = v)),
  ...text('project', 'project', (p, v) => (p.stage.project = v)),
  ...text('region', 'region', (p, v) => (p.stage.region = v)),
  ...one('region', 'a zone as region', 'us-central1-a', (p) => (p.stage.region = 'us-central1-a')),
  ...one('project', 'no project', 'dev', (p) => delete p.stage.project),
  ...one('region', 'no region', 'dev', (p) => delete p.stage.region),
  ...text('stage labels', 'key of a stage label', (p, v) => (p.stage.labels = { [v]: 'a' })),
  ...text('stage labels', 'stage label', (p, v) => (p.stage.labels = { a: v }), but('', '-x-')),
  ...text('state', 'state bucket', (p, v) => (p.stage.state = State.bucket(v))),
  ...text('state', 'state folder', (p, v) => (p.stage.state = State.file(v)), ['', '/var/state', '../x', 'cdktf.out']),
  ...text('state', 'state prefix', (p, v) => (p.stage.state = State.bucket('acme-ml-state', v)), ['', 'a\nb', '/a']),
  ...text('application', 'application', (p, v) => (p.application = v)),
  ...text('prefix', 'resource prefix', (p, v) => (p.deployment.resourcePrefix = v)),
  ...one('stage twice', 'one deployment twice', 'digits-dev', (p) =>
    p.more.push(({ platform }) => void platform.stage(new Stage(p.stage), p.application)),
  ),
];

const cluster = [
  ...text('location', 'location', (p, v) => (p.cluster.location = v)),
  ...one('node locations', 'node locations of a zonal cluster', 'us-central1-a', (p) => {
    p.cluster.nodeLocations = ['us-central1-b'];
  }),
  ...one('location', 'node locations of another region', 'europe-west1-b', (p) => {
    p.cluster.location = 'us-central1';
    p.cluster.nodeLocations = ['europe-west1-b'];
  }),
  ...text('cluster name', 'cluster name', (p, v) => (p.cluster.clusterName = v)),
  ...one('cluster name', 'cluster name of 41 characters', '41', (p) => (p.cluster.clusterName = 'c'.repeat(41))),
  ...text('cluster project', 'project of the cluster', (p, v) => (p.cluster.project = v)),
  ...text('version', 'Kubernetes version', (p, v) => (p.cluster.minimumKubernetesVersion = v)),
  ...count('cluster pods', 'pods of a node', (p, v) => (p.cluster.maxPodsPerNode = v)),
  ...text('maintenance', 'maintenance time', (p, v) => (p.cluster.maintenance = MaintenanceWindow.daily(v))),
  ...one('maintenance', 'no maintenance day', 'no day', (p) => {
    p.cluster.maintenance = MaintenanceWindow.weekly([], '03:00', Duration.hours(6));
  }),
  ...one('maintenance', 'short maintenance', '1 h', (p) => {
    p.cluster.maintenance = MaintenanceWindow.weekly(['SA'], '03:00', Duration.hours(1));
  }),
  ...text('maintenance', 'maintenance exclusion', (p, v) => {
    p.cluster.maintenance = MaintenanceWindow.daily('03:00').except(v, '2026-12-20T00:00:00Z', '2026-12-28T00:00:00Z');
  }),
  ...text('maintenance', 'end of a maintenance exclusion', (p, v) => {
    p.cluster.maintenance = MaintenanceWindow.daily('03:00').except('xmas', '2026-12-20T00:00:00Z', v);
  }),
  ...text(
    'access',
    'authorized network',
    (p, v) => (p.cluster.controlPlaneAccess = ControlPlaneAccess.authorizedNetworks([v])),
  ),
  ...one('access', 'the whole internet', '0.0.0.0/0', (p) => {
    p.cluster.controlPlaneAccess = ControlPlaneAccess.authorizedNetworks(['0.0.0.0/0']);
  }),
  ...one('access', 'host bits', '10.0.0.1/8', (p) => {
    p.cluster.controlPlaneAccess = ControlPlaneAccess.authorizedNetworks(['10.0.0.1/8']);
  }),
  ...one(
    'access',
    'no network',
    'no network',
    (p) => (p.cluster.controlPlaneAccess = ControlPlaneAccess.authorizedNetworks([])),
  ),
  ...text(
    'node account',
    'e-mail of the nodes',
    (p, v) => (p.cluster.nodeServiceAccount = NodeServiceAccount.existing(v)),
  ),
  ...text(
    'node account',
    'id of the node account',
    (p, v) => (p.cluster.nodeServiceAccount = NodeServiceAccount.named(v)),
  ),
  ...text('system pool', 'machine of the system pool', (p, v) => (p.cluster.systemPool = SystemPool.of(v))),
  ...one('operators', 'no operator', 'jobset', (p) => (p.cluster.operators = [])),
  ...one('operators', 'another operator', 'jobset', (p) => (p.cluster.operators = [Operator.TRAINING])),
  ...one('features', 'no FUSE driver', 'digits-dev-data', (p) => (p.cluster.gcsFuse = false)),
  ...['primaryRange', 'podRange', 'serviceRange'].flatMap((range) =>
    text(
      'network',
      range,
      (p, v) => {
        withNetwork(p, { [range]: v });
      },
      [...TEXTS, '10.0.0.0/33', '10.0.0.1/20', '300.0.0.0/8', '10.0.0.0/30'],
    ),
  ),
  ...one('network', 'ranges that overlap', '10.0.0.0/15', (p) => {
    withNetwork(p, { primaryRange: '10.0.0.0/15' });
  }),
  ...text('network', 'network name', (p, v) => {
    withNetwork(p, { networkName: v });
  }),
  ...text('network', 'region of a network', (p, v) => {
    withNetwork(p, { region: v });
  }),
  ...one('network', 'a network of another region', 'europe-west1', (p) => {
    p.cluster.network = Network.fromAttributes({ ...NETWORK, region: 'europe-west1' });
  }),
  ...(['network', 'subnetwork', 'podRangeName', 'serviceRangeName'] as const).map((property): Fault => ({
    name: `network without ${property}`,
    slot: 'network',
    shows: property,
    apply: (p) => (p.cluster.network = Network.fromAttributes({ ...NETWORK, [property]: '' })),
  })),
  ...one('network', 'too few addresses for the nodes', '10.4.0.0/24', (p) => {
    p.cluster.network = Network.fromAttributes({ ...NETWORK, primaryRange: '10.0.0.0/20', podRange: '10.4.0.0/24' });
  }),
];

const NETWORK = {
  network: 'n',
  subnetwork: 's',
  podRangeName: 'pods',
  serviceRangeName: 'services',
  region: 'us-central1',
};

/** A network of one's own in a stack of its own: it is checked where it is made. */
function withNetwork(plan: Plan, props: ConstructorParameters<typeof Network>[2]): void {
  const stack = new TerraformStack(new TerraformApp(), 'network');
  plan.cluster.network = new Network(stack, 'network', { project: 'acme-ml-dev', region: 'us-central1', ...props });
}

const pools = [
  ...text('cpu machine', 'machine type', (p, v) => (p.cpu.machineType = v)),
  ...text('cpu machine', 'machine type', (p, v) => (p.cpu.machineType = v), [
    'g2-standard-4',
    'a2-highgpu-1g',
    'ct5lp-hightpu-1t',
  ]),
  ...one('cpu machine', 'custom machine of 3 vCPU', '3 vCPU', (p) => (p.cpu.machineType = 'custom-3-4096')),
  ...one('cpu machine', 'custom machine of too much memory', '999999', (p) => (p.cpu.machineType = 'custom-2-999999')),
  ...count('cpu nodes', 'fixed nodes', (p, v) => (p.cpu.nodes = Nodes.fixed(v))),
  ...one('cpu nodes', 'no nodes', '0', (p) => (p.cpu.nodes = Nodes.fixed(0))),
  ...count('gpu nodes', 'most nodes', (p, v) => (p.gpu.nodes = Nodes.between(0, v))),
  ...one('gpu nodes', 'nodes the wrong way round', '5', (p) => (p.gpu.nodes = Nodes.between(5, 2))),
  ...count('gpu nodes', 'nodes of a zone', (p, v) => (p.gpu.nodes = Nodes.perZone(v))),
  ...one('location', 'nodes that zones do not divide', 'Nodes.fixed(4)', (p) => {
    p.cluster.location = 'us-central1';
    p.cpu.nodes = Nodes.fixed(4);
  }),
  ...text('cpu zones', 'zone', (p, v) => (p.cpu.zones = [v])),
  ...text('cpu zones', 'zone', (p, v) => (p.cpu.zones = [v]), ['us-central1', 'europe-west1-b', 'us-central1-a-b']),
  ...one('cpu zones', 'a zone twice', 'us-central1-a', (p) => (p.cpu.zones = ['us-central1-a', 'us-central1-a'])),
  ...one('cpu zones', 'no zones', 'zones', (p) => (p.cpu.zones = [])),
  ...text('cpu name', 'pool name', (p, v) => (p.cpu.poolName = v)),
  ...one('cpu name', 'pool name that is taken', 'gpu', (p) => (p.cpu.poolName = 'gpu')),
  ...text('cpu disk', 'disk type', (p, v) => (p.cpu.bootDisk = { type: v })),
  ...one('gpu hardware', 'disk that the machine does not take', 'pd-standard', (p) => {
    p.gpu.accelerators = Accelerator.H100.times(8);
    p.gpu.bootDisk = { type: 'pd-standard' };
  }),
  ...one('cpu disk', 'small disk', '5', (p) => (p.cpu.bootDisk = { size: Size.gibibytes(5) })),
  ...one('cpu disk', 'disk of a broken size', '20.5', (p) => (p.cpu.bootDisk = { size: Size.mebibytes(20.5 * 1024) })),
  ...one('cpu disk', 'disk of no size', 'NaN', (p) => (p.cpu.bootDisk = { size: Size.gibibytes(NaN) })),
  ...count('cpu ssd', 'local disks', (p, v) => (p.cpu.localSsd = LocalSsd.ephemeral(v))),
  ...one('cpu ssd', 'local disks that N1 does not take', '9', (p) => (p.cpu.localSsd = LocalSsd.rawBlock(9))),
  ...text('cpu labels', 'key of a node label', (p, v) => (p.cpu.labels = { [v]: 'a' })),
  ...text('cpu labels', 'node label', (p, v) => (p.cpu.labels = { a: v }), but('')),
  ...one('cpu labels', 'reserved label', 'cloud.google.com/x', (p) => (p.cpu.labels = { 'cloud.google.com/x': 'y' })),
  ...text('cpu taints', 'key of a taint', (p, v) => (p.cpu.taints = [Taint.of(v, 'a')])),
  ...text('cpu taints', 'value of a taint', (p, v) => (p.cpu.taints = [Taint.of('a', v)]), but('')),
  ...one('gpu taints', 'a second GPU taint', 'nvidia.com/gpu', (p) => (p.gpu.taints = [Taint.GPU])),
  ...one('gpu taints', 'another GPU taint', 'absent', (p) => (p.gpu.taints = [Taint.of('nvidia.com/gpu', 'absent')])),
  ...one('cpu taints', 'a taint twice', 'a=', (p) => (p.cpu.taints = [Taint.of('a', 'b'), Taint.of('a', 'c')])),
  ...text('cpu bill', 'key of a resource label', (p, v) => (p.cpu.resourceLabels = { [v]: 'a' })),
  ...text('cpu bill', 'resource label', (p, v) => (p.cpu.resourceLabels = { a: v }), but('', '-x-')),
  ...count('cpu pods', 'pods of a node', (p, v) => (p.cpu.maxPodsPerNode = v)),
  ...one('gpu image', 'image streaming on Ubuntu', 'ubuntu', (p) => (p.gpu.imageStreaming = true)),
  ...one('gpu image', 'newest driver on Ubuntu', 'ubuntu', (p) => (p.gpu.driver = GpuDriver.LATEST)),
  ...one('cpu compact', 'compact placement on N1', 'n1', (p) => (p.cpu.compactPlacement = true)),
  ...count('cpu upgrade', 'surge', (p, v) => (p.cpu.upgrade = UpgradeStrategy.surge(v, 0))),
  ...one('cpu upgrade', 'no surge', 'no node', (p) => (p.cpu.upgrade = UpgradeStrategy.surge(0, 0))),
  ...count(
    'cpu upgrade',
    'blue-green batch',
    (p, v) => (p.cpu.upgrade = UpgradeStrategy.blueGreen({ batchNodes: v })),
    [NaN, -1, 0, 0.5, Infinity],
  ),
  ...one('cpu upgrade', 'long soak', String(8 * 86400), (p) => {
    p.cpu.upgrade = UpgradeStrategy.blueGreen({ poolSoak: Duration.days(8) });
  }),
  ...one('cpu upgrade', 'broken soak', '1.5', (p) => {
    p.cpu.upgrade = UpgradeStrategy.blueGreen({ batchSoak: Duration.millis(1500) });
  }),
  ...count('cpu generation', 'generation', (p, v) => (p.cpu.generation = v), [NaN, -1, 0, 0.5, Infinity]),
  ...text('cpu account', 'account of a pool', (p, v) => (p.cpu.serviceAccount = v)),
  ...count('gpu hardware', 'GPUs of a node', (p, v) => (p.gpu.accelerators = Accelerator.T4.times(v))),
  ...one('gpu hardware', 'three K80', '3', (p) => (p.gpu.accelerators = Accelerator.K80.times(3))),
  ...text('gpu hardware', 'accelerator', (p, v) => (p.gpu.accelerators = Accelerator.of(v).times(1))),
  ...one('gpu hardware', 'a TPU', 'tpu-v5-lite-podslice', (p) => {
    p.gpu.accelerators = Accelerator.of('tpu-v5-lite-podslice').times(1);
  }),
  ...(
    [
      ['T4 on N2', () => Accelerator.T4.times(1), 'n2-standard-8'],
      ['L4 on N1', () => Accelerator.L4.times(1), 'n1-standard-8'],
      ['two A100 on a machine of one', () => Accelerator.A100.times(2), 'a2-highgpu-1g'],
      ['T4 on a machine of L4', () => Accelerator.T4.times(1), 'g2-standard-4'],
      ['T4 on too large a machine', () => Accelerator.T4.times(1), 'n1-standard-96'],
      ['T4 on a small shared core', () => Accelerator.T4.times(1), 'e2-small'],
    ] as const
  ).flatMap(([name, accelerators, machine]) =>
    one('gpu hardware', name, machine, (p) => {
      p.gpu.accelerators = accelerators();
      p.gpu.machineType = machine;
    }),
  ),
  ...text('gpu hardware', 'GPU machine type', (p, v) => (p.gpu.machineType = v)),
  ...count('gpu sharing', 'time-sharing', (p, v) => (p.gpu.sharing = GpuSharing.timeSharing(v))),
  ...count('gpu sharing', 'MPS', (p, v) => (p.gpu.sharing = GpuSharing.mps(v)), [...COUNTS, 1, 49]),
  ...count(
    'gpu sharing',
    'clients of a partition',
    (p, v) => (p.gpu.sharing = GpuSharing.mig('1g.5gb', { clients: v })),
  ),
  ...text('gpu sharing', 'partition size', (p, v) => (p.gpu.sharing = GpuSharing.mig(v))),
  ...one('gpu sharing', 'partitions of a T4', '1g.5gb', (p) => (p.gpu.sharing = GpuSharing.mig('1g.5gb'))),
  ...text('gpu capacity', 'reservation', (p, v) => (p.gpu.capacity = Capacity.reservation(v))),
  ...one(
    'gpu capacity',
    'a run of 8 days',
    String(8 * 86400),
    (p) => (p.gpu.capacity = Capacity.flexStart(Duration.days(8))),
  ),
  ...one('gpu capacity', 'a run of no time', '0 s', (p) => (p.gpu.capacity = Capacity.flexStart(Duration.seconds(0)))),
  ...one('gpu capacity', 'a run of a broken second', '1.5', (p) => {
    p.gpu.capacity = Capacity.flexStart(Duration.millis(1500));
  }),
  ...one('gpu capacity', 'fixed nodes of flex-start', 'Nodes.fixed', (p) => {
    p.gpu.capacity = Capacity.flexStart();
    p.gpu.nodes = Nodes.fixed(2);
  }),
  ...one('gpu hardware', 'spot of what only a reservation gives', 'nvidia-gb200', (p) => {
    p.gpu.accelerators = Accelerator.GB200.times(4);
    delete p.gpu.image;
  }),
  ...text('gpu library path', 'library path', (p, v) => (p.gpu.driverLibraryPath = v), ['', 'lib', '../x', 'a\nb']),
];

const data = [
  ...text('identity namespace', 'namespace of an identity', (p, v) => (p.identity.namespace = v)),
  ...one('identity namespace', 'identity of another namespace', 'other', (p) => (p.identity.namespace = 'other')),
  ...text('service account', 'service account', (p, v) => (p.identity.serviceAccountName = v)),
  ...text('account id', 'account id', (p, v) => (p.identity.accountId = v)),
  ...text('account id', 'account id', (p, v) => (p.identity.accountId = v), ['short', 'a'.repeat(31)]),
  ...text('roles', 'role', (p, v) => (p.identity.roles = [v])),
  ...text('identity project', 'project of an identity', (p, v) => (p.identity.project = v)),
  ...text(
    'identity given',
    'e-mail of an identity',
    (p, v) => void WorkloadIdentity.fromAttributes({ email: v, namespace: 'train', serviceAccountName: 'a' }),
  ),
  ...text('bucket name', 'bucket name', (p, v) => (p.bucket.bucketName = v)),
  ...text('bucket name', 'bucket name', (p, v) => (p.bucket.bucketName = v), ['my-google-data', '10.0.0.1', 'Upper']),
  ...text('bucket location', 'bucket location', (p, v) => (p.bucket.location = v)),
  ...text('bucket location', 'bucket location', (p, v) => (p.bucket.location = v), ['us-central1-a']),
  ...text('bucket project', 'project of a bucket', (p, v) => (p.bucket.project = v)),
  ...one('bucket versions', 'versions with folders', 'versioning', (p) => {
    p.bucket.versioning = true;
    p.bucket.hierarchicalNamespace = true;
  }),
  ...one('bucket lifecycle', 'objects deleted after no time', '0', (p) => {
    p.bucket.lifecycle = [BucketLifecycle.deleteOldVersionsAfter(Duration.days(0))];
  }),
  ...one('bucket lifecycle', 'objects deleted after half a day', '0.5', (p) => {
    p.bucket.lifecycle = [BucketLifecycle.deleteOldVersionsAfter(Duration.hours(12))];
  }),
  ...text('bucket given', 'name of a given bucket', (_, v) => void Bucket.fromAttributes({ bucketName: v })),
  ...one('access to the bucket', 'no grant', 'digits-dev-data', (p) => (p.access = 'none')),
  ...one('access to the bucket', 'only a grant to read', 'digits-dev-data', (p) => (p.access = 'read')),
  ...text('repository', 'repository id', (p, v) => (p.repository.repositoryId = v)),
  ...text('repository', 'repository location', (p, v) => (p.repository.location = v)),
  ...text('repository', 'repository project', (p, v) => (p.repository.project = v)),
  ...one('repository', 'images deleted after a broken second', '1.5', (p) => {
    p.repository.deleteUntaggedAfter = Duration.millis(1500);
  }),
  ...text('repository given', 'given repository', (_, v) => {
    ImageRepository.fromAttributes({ repositoryId: v, location: 'us', project: 'acme-ml-dev' });
  }),
  ...text('image name', 'image name', (p, v) => (p.image.name = v)),
  ...text('image name', 'image tag', (p, v) => (p.image.tag = v)),
];

const given = [
  ...text('given cluster', 'name of a given cluster', (p, v) => {
    p.more.push(() => ({
      pool: NodePool.fromAttributes({
        cluster: TrainingCluster.fromAttributes({ clusterName: v, location: 'us-central1-a' }),
        poolName: 'a',
      }),
    }));
  }),
  ...text('given cluster', 'location of a given cluster', (p, v) => {
    p.more.push(() => ({
      pool: NodePool.fromAttributes({
        cluster: TrainingCluster.fromAttributes({ clusterName: 'a', location: v }),
        poolName: 'a',
      }),
    }));
  }),
  ...text('job pool', 'name of a given pool', (p, v) => {
    p.more.push(({ cluster: of }) => ({ pool: NodePool.fromAttributes({ cluster: of, poolName: v }) }));
  }),
  ...one(
    'job pool',
    'a pool of another cluster',
    'elsewhere',
    job(() => ({
      pool: NodePool.fromAttributes({ cluster: { clusterName: 'elsewhere' }, poolName: 'a' }),
    })),
  ),
  ...one(
    'identity cluster',
    'an identity of another cluster',
    'elsewhere',
    job(({ identity }) => ({
      identity: {
        email: identity.email,
        namespace: 'train',
        serviceAccountName: 'trainer',
        cluster: { clusterName: 'elsewhere' },
      },
    })),
  ),
  ...count('local', 'CPUs of a laptop', (_, v) => void LocalCluster.of({ cpus: v }), [NaN, -1, 0, -Infinity]),
  ...count('local', 'nodes of a laptop', (_, v) => void LocalCluster.kind({ nodes: v }), [NaN, -1, 0, 0.5, Infinity]),
  ...one('local', 'memory of a laptop', '100', () => void LocalCluster.minikube({ memory: Size.mebibytes(100) })),
  ...one(
    'local',
    'broken memory of a laptop',
    '1 MiB',
    () => void LocalCluster.minikube({ memory: Size.kibibytes(1536) }),
  ),
  ...text('machine', 'machine type by itself', (_, v) => void MachineType.of(v)),
];

const charts = [
  ...text('chart id', 'chart id', (p, v) => (p.chartId = v), ['x'.repeat(300), 'a\nb']),
  ...text('chart namespace', 'namespace', (p, v) => (p.chart.namespace = v)),
  ...text('chart labels', 'key of a chart label', (p, v) => (p.chart.labels = { [v]: 'a' })),
  ...text('chart labels', 'chart label', (p, v) => (p.chart.labels = { a: v }), but('')),
  ...text('volume', 'claim name', (p, v) => (p.volume.name = v)),
  ...text(
    'volume',
    'NFS server',
    (p, v) => (p.volume.source = SharedVolumeSource.nfs(v, '/a')),
    but('-x-', '../x', '$(X)'),
  ),
  ...text('volume', 'NFS folder', (p, v) => (p.volume.source = SharedVolumeSource.nfs('10.0.0.9', v))),
  ...text('volume', 'storage class', (p, v) => (p.volume.source = SharedVolumeSource.storageClass(v))),
  ...one('volume', 'folder of a GKE node', '/data', (p) => (p.volume.source = SharedVolumeSource.hostPath('/data'))),
  ...one('volume', 'volume of no size', 'NaN', (p) => (p.volume.size = Size.gibibytes(NaN))),
  ...one('volume', 'empty volume', '0', (p) => (p.volume.size = Size.gibibytes(0))),
  ...one('volume', 'a second claim of one name', 'shared', (p) =>
    p.more.push(({ chart }) => {
      new SharedVolume(chart, 'again', { ...p.volume, name: 'shared' });
      return undefined;
    }),
  ),
];

const jobs = [
  ...text('image', 'image', (p, v) => (p.job.image = v)),
  ...text('env', 'variable', (p, v) => (p.job.env = { [v]: 'a' }), ['', ' ', 'A=B', 'a\nb', 'ÄÖ']),
  ...one('env', 'reserved variable', 'TF_CONFIG', (p) => (p.job.env = { TF_CONFIG: '{}' })),
  ...text('env', 'Secret', (p, v) => (p.job.env = { A: EnvValue.fromSecret(v, 'key') })),
  ...text('env', 'key of a Secret', (p, v) => (p.job.env = { A: EnvValue.fromSecret('secret', v) }), but('-x-')),
  ...text('env', 'config map', (p, v) => (p.job.env = { A: EnvValue.fromConfigMap(v, 'key') })),
  ...text('env', 'field', (p, v) => (p.job.env = { A: EnvValue.fromField(v) })),
  ...text('env', 'resource', (p, v) => (p.job.env = { A: EnvValue.fromResource(v) })),
  ...text('job labels', 'key of a pod label', (p, v) => (p.job.labels = { [v]: 'a' })),
  ...text('job labels', 'pod label', (p, v) => (p.job.labels = { a: v }), but('')),
  ...text('job annotations', 'key of an annotation', (p, v) => (p.job.annotations = { [v]: 'a' })),
  ...text('pull secrets', 'pull secret', (p, v) => (p.job.imagePullSecrets = [v])),
  ...text('priority', 'priority class', (p, v) => (p.job.priorityClassName = v)),
  ...text('init', 'init container', (p, v) => (p.job.initContainers = [{ name: v, command: ['true'] }])),
  ...text(
    'init',
    'image of an init container',
    (p, v) => (p.job.initContainers = [{ name: 'a', command: ['true'], image: v }]),
  ),
  ...one('init', 'two init containers of one name', 'prepare', (p) => {
    p.job.initContainers = ['true', 'false'].map((command) => ({ name: 'prepare', command: [command] }));
  }),
  ...one('init', 'an init container of the name of the main one', 'tensorflow', (p) => {
    p.job.initContainers = [{ name: 'tensorflow', command: ['true'] }];
  }),
  ...one('grace', 'a grace of a broken second', '1.5', (p) => (p.job.terminationGracePeriod = Duration.millis(1500))),
  ...one('architecture', 'an image for Arm', 'arm64', (p) => (p.job.architecture = 'arm64')),
  ...text(
    'mounts',
    'mount path',
    job1((v) => ({ mounts: [Mount.memory(Size.mebibytes(1), v)] })),
    but('$(X)'),
  ),
  ...one(
    'mounts',
    'one path twice',
    '/data',
    job(({ jobProps: { mounts = [] } }) => ({
      mounts: [...mounts, Mount.memory(Size.mebibytes(1), '/data')],
    })),
  ),
  ...one(
    'mounts',
    'more memory than there is',
    '/dev/shm',
    job(() => ({ mounts: [Mount.memory(Size.gibibytes(900), '/dev/shm')] })),
  ).map((fault) => ({ ...fault, shows: String(900 * 1024) })),
  ...one(
    'mounts',
    'no memory',
    'NaN',
    job(() => ({ mounts: [Mount.memory(Size.mebibytes(NaN))] })),
  ),
  ...one(
    'mounts',
    'empty memory',
    '0',
    job(() => ({ mounts: [Mount.memory(Size.mebibytes(0))] })),
  ),
  ...text(
    'mounts',
    'claim',
    job1((v) => ({ mounts: [Mount.claim(v, '/claim')] })),
  ),
  ...text(
    'mounts',
    'config file',
    job1((v) => ({ mounts: [Mount.configFiles({ [v]: 'a' }, '/etc/a')] })),
    but('-x-'),
  ),
  ...one(
    'mounts',
    'large config file',
    String(2 ** 21),
    job(() => ({
      mounts: [Mount.configFiles({ a: 'x'.repeat(2 ** 21) }, '/etc/a')],
    })),
  ),
  ...text(
    'mounts',
    'subfolder',
    (p, v) => {
      p.more.push(({ bucket }) => ({ mounts: [Mount.bucket(bucket, '/data', { subfolder: v })] }));
    },
    ['', '/a', '../x', 'a,rw', 'a\nb'],
  ),
  ...text(
    'mounts',
    'mount option',
    (p, v) => {
      p.more.push(({ bucket }) => ({ mounts: [Mount.bucket(bucket, '/data', { mountOptions: [v] })] }));
    },
    ['', 'a,b', 'a\nb', ' '],
  ),
  ...one(
    'identity',
    'no identity',
    'digits-dev-data',
    job(() => ({ identity: undefined })),
  ),
  ...count('workers', 'workers', (p, v) => (p.job.workers = v), MANY),
  ...count('restarts', 'restarts', (p, v) => (p.job.maxRestarts = v)),
  ...one('limit', 'no time', '0 s', (p) => (p.job.timeLimit = Duration.seconds(0))),
  ...one('limit', 'a broken time', '1.5 s', (p) => (p.job.timeLimit = Duration.millis(1500))),
  ...one('limit', 'a time that is none', 'NaN', (p) => (p.job.timeLimit = Duration.seconds(NaN))),
  ...one('keep', 'a broken time', '0.5 s', (p) => (p.job.keepFinished = Duration.millis(500))),
  ...text('job name', 'job name', (p, v) => (p.job.jobName = v)),
  ...text('job name', 'revision', (p, v) => (p.job.revision = v), but('-x-')),
  ...one('job name', 'job name of 60 characters', '60', (p) => (p.job.jobName = 'j'.repeat(60))),
  ...count('cpus', 'CPUs', (p, v) => (p.job.resources = { cpus: v }), [NaN, -1, 0, 1e9, Infinity, -Infinity, 64]),
  ...count('cpus', 'GPUs', (p, v) => (p.job.resources = { gpus: v }), [...COUNTS, 3]),
  ...one('cpus', 'too much memory', '900', (p) => (p.job.resources = { memory: Size.gibibytes(900) })),
  ...one('cpus', 'no memory', 'NaN', (p) => (p.job.resources = { memory: Size.gibibytes(NaN) })),
  ...one('cpus', 'memory of zero', '0', (p) => (p.job.resources = { memory: Size.gibibytes(0) })),
  ...one('cpus', 'too much disk', '900', (p) => (p.job.resources = { ephemeralStorage: Size.gibibytes(900) })),
  ...one('cpus', 'no disk', 'NaN', (p) => (p.job.resources = { ephemeralStorage: Size.gibibytes(NaN) })),
  ...one('servers', 'GPUs of a CPU pool', '1 GPU', (p) => (p.parameterServers.resources = { gpus: 1 })),
  ...count('servers', 'parameter servers', (p, v) => (p.parameterServers.replicas = v), MANY),
  ...one('servers', 'too many CPUs of parameter servers', '64', (p) => (p.parameterServers.resources = { cpus: 64 })),
  ...one('chief', 'a chief that is none', 'chief', (p) => {
    p.strategy.chief = {};
    p.strategy.clusterSpec = ClusterSpec.flags({ chief: false });
  }),
  ...one(
    'chief',
    'too much memory for the chief',
    '900',
    (p) => (p.strategy.chief = { resources: { memory: Size.gibibytes(900) } }),
  ),
  ...one('evaluator', 'GPUs of the evaluator', '5 GPU', (p) => (p.strategy.evaluator = { resources: { gpus: 5 } })),
  ...text('spec', 'flag', (p, v) => (p.strategy.clusterSpec = ClusterSpec.flags({ jobName: v })), but('-x-')),
  ...one('spec', 'one flag for two things', '--a', (p) => {
    p.strategy.clusterSpec = ClusterSpec.flags({ jobName: '--a', taskIndex: '--a' });
  }),
  ...one(
    'second job',
    'two jobs of one name',
    'digits',
    job(({ chart, jobProps }) => {
      new DistributedTrainingJob(chart, 'again', { ...jobProps, jobName: 'digits' });
      return {};
    }),
  ),
  ...one(
    'second job',
    'a job in a chart of another cluster',
    'elsewhere',
    job(({ kubernetes, jobProps }) => {
      const other = new ClusterChart(kubernetes, 'other', {
        cluster: { clusterName: 'elsewhere' },
        namespace: 'train',
      });
      new DistributedTrainingJob(other, 'again', jobProps);
      return {};
    }),
  ),
  ...one(
    'second job',
    'mirrored workers that are none',
    '-3',
    job(({ chart, jobProps }) => {
      new DistributedTrainingJob(chart, 'mirrored', {
        ...jobProps,
        strategy: TensorFlow.multiWorkerMirrored(),
        workers: -3,
      });
      return {};
    }),
  ),
  ...one('operators', 'an engine without its operator', 'training-operator', (p) => {
    p.cluster.operators = [Operator.JOBSET];
    p.job.engine = TrainingEngine.tfJob();
  }),
  ...one('addons', 'GPUs without their driver', 'gpu', (p) => (p.addons = false)),
];

/** Values that only Terraform knows, where a manifest would show them. */
const tokens = [
  ...one(
    'token',
    'a token in a variable',
    'env',
    job(() => ({ env: { A: Token.asString({ resolve: () => 1 }) } })),
  ),
  ...one(
    'token',
    'a token in an argument',
    'args',
    job(() => ({ args: [`--x=${Token.asString({ resolve: () => 1 })}`] })),
  ),
  ...one(
    'token',
    'a token in a label',
    'labels',
    job(() => ({ annotations: { a: Fn.upper('b') } })),
  ).map((fault) => ({
    ...fault,
    shows: 'annotations',
  })),
  ...one(
    'token',
    'a list token as arguments',
    'args',
    job(() => ({ args: Token.asList({ resolve: () => [] }) })),
  ),
  ...one(
    'token',
    'a token in a config file',
    'data',
    job(() => ({
      mounts: [Mount.configFiles({ a: Token.asString({ resolve: () => 1 }) }, '/etc/a')],
    })),
  ),
];

function job1(props: (value: string) => Partial<DistributedTrainingJobProps>): (plan: Plan, value: string) => void {
  return (plan, value) => plan.more.push(() => props(value));
}

export const FAULTS: readonly Fault[] = [
  ...stage,
  ...cluster,
  ...pools,
  ...data,
  ...given,
  ...charts,
  ...jobs,
  ...tokens,
  ...asJavaScript(),
];
