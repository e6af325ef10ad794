import { Duration, Size } from 'cdk8s';
import {
  Accelerator,
  Bucket,
  BucketLifecycle,
  ControlPlaneAccess,
  Filestore,
  GpuNodePool,
  ImageRepository,
  InfrastructureStack,
  LocalSsd,
  MaintenanceWindow,
  Network,
  NodePool,
  Nodes,
  NodeServiceAccount,
  Operator,
  OperatorReleases,
  Stage,
  SystemPool,
  TrainingCluster,
  UpgradeStrategy,
  WorkloadIdentity,
  type AuthorizedNetwork,
  type BlueGreenOptions,
  type BootDisk,
  type BucketAttributes,
  type BucketProps,
  type ClusterAttributes,
  type ClusterSecurity,
  type FilestoreAttributes,
  type FilestoreProps,
  type GpuNodePoolOptions,
  type GpuNodePoolProps,
  type ImageRepositoryAttributes,
  type ImageRepositoryProps,
  type InfrastructureStackProps,
  type INetwork,
  type IWorkloadIdentity,
  type MachineType,
  type NetworkProps,
  type NodePoolAttributes,
  type NodePoolOptions,
  type NodePoolProps,
  type OperatorReleasesProps,
  type StorageClass,
  type TrainingClusterProps,
  type Weekday,
  type WorkloadIdentityProps,
} from '../../../lib/index';
import { App } from 'cdktf';
import { door, factory, MAY, MUST, type Door, type Needs } from './door';

const stage = new Stage({ name: 'dev', project: 'acme-ml', region: 'us-east1' });
const stack = () => new InfrastructureStack(new App(), 'dev', { stage });
const cluster = () => new TrainingCluster(stack(), 'cluster', { location: 'us-east1-c' });
const facts = { clusterName: 'main', location: 'us-east1-c', project: 'acme-ml' };
const theirs = TrainingCluster.fromAttributes(facts);
const withOperator = TrainingCluster.fromAttributes({ ...facts, operators: [Operator.KUEUE.byHelm()] });
const network: INetwork = { network: 'n', subnetwork: 's', podRangeName: 'pods', serviceRangeName: 'services' };
const accelerators = Accelerator.L4.times(1);
const identity: IWorkloadIdentity = {
  email: 'a@acme-ml.iam.gserviceaccount.com',
  namespace: 'n',
  serviceAccountName: 's',
};

const POOL: Needs<NodePoolOptions> = {
  nodes: MAY,
  zones: MAY,
  poolName: MAY,
  image: MAY,
  capacity: MAY,
  bootDisk: MAY,
  localSsd: MAY,
  labels: MAY,
  taints: MAY,
  resourceLabels: MAY,
  maxPodsPerNode: MAY,
  imageStreaming: MAY,
  compactPlacement: MAY,
  upgrade: MAY,
  generation: MAY,
  serviceAccount: MAY,
  secureBoot: MAY,
  machineType: MAY,
};
const GPU_POOL: Needs<GpuNodePoolOptions> = {
  ...POOL,
  accelerators: MUST,
  driver: MAY,
  driverLibraryPath: MAY,
  sharing: MAY,
};

const CLUSTER_DOORS: readonly Door[] = [
  door<InfrastructureStackProps>(
    'new InfrastructureStack',
    { stage: MUST, resourcePrefix: MAY },
    { stage },
    (props) => new InfrastructureStack(new App(), 'dev', props),
  ),
  door<TrainingClusterProps>(
    'new TrainingCluster',
    {
      location: MUST,
      nodeLocations: MAY,
      clusterName: MAY,
      project: MAY,
      network: MAY,
      operators: MAY,
      releaseChannel: MAY,
      minimumKubernetesVersion: MAY,
      maintenance: MAY,
      controlPlaneAccess: MAY,
      nodeServiceAccount: MAY,
      security: MAY,
      systemPool: MAY,
      maxPodsPerNode: MAY,
      gcsFuse: MAY,
      filestore: MAY,
      deletionProtection: MAY,
    },
    { location: 'us-east1-c' },
    (props) => new TrainingCluster(stack(), 'cluster', props),
  ),
  door<ClusterAttributes>(
    'TrainingCluster.fromAttributes',
    {
      clusterName: MUST,
      location: MUST,
      project: MAY,
      operators: MAY,
      features: MAY,
      minimumKubernetesVersion: MAY,
      network: MAY,
      nodeServiceAccountEmail: MAY,
      diskKey: MAY,
      getCredentialsCommand: MAY,
      kubectlContext: MAY,
      dnsEndpoint: MAY,
      nodeLocations: MAY,
      maxPodsPerNode: MAY,
    },
    { clusterName: 'main', location: 'us-east1-c' },
    (attributes) => TrainingCluster.fromAttributes(attributes),
  ),
  door<OperatorReleasesProps>('new OperatorReleases', { cluster: MUST }, { cluster: withOperator }, (props) => {
    return new OperatorReleases(stack(), 'operators', props);
  }),
  factory<{ networks: readonly (string | AuthorizedNetwork)[] }>(
    'ControlPlaneAccess.authorizedNetworks',
    { networks: MUST },
    { networks: ['10.0.0.0/8'] },
    ({ networks }) => ControlPlaneAccess.authorizedNetworks(networks),
  ),
  factory<AuthorizedNetwork>(
    'ControlPlaneAccess.authorizedNetworks of a network',
    { cidr: MUST, name: MAY },
    { cidr: '10.0.0.0/8' },
    (network) => ControlPlaneAccess.authorizedNetworks([network]),
  ),
  factory<{ machineType: string | MachineType; nodes?: Nodes }>(
    'SystemPool.of',
    { machineType: MUST, nodes: MAY },
    { machineType: 'e2-small' },
    ({ machineType, nodes }) => SystemPool.of(machineType, nodes),
  ),
  factory<{ accountId: string }>(
    'NodeServiceAccount.named',
    { accountId: MUST },
    { accountId: 'nodes-of-main' },
    (props) => NodeServiceAccount.named(props.accountId),
  ),
  factory<{ email: string }>('NodeServiceAccount.existing', { email: MUST }, { email: identity.email }, ({ email }) =>
    NodeServiceAccount.existing(email),
  ),
  factory<{ start: string }>('MaintenanceWindow.daily', { start: MUST }, { start: '03:00' }, ({ start }) =>
    MaintenanceWindow.daily(start),
  ),
  factory<{ days: readonly Weekday[]; start: string; duration: Duration }>(
    'MaintenanceWindow.weekly',
    { days: MUST, start: MUST, duration: MUST },
    { days: ['SA', 'SU'], start: '03:00', duration: Duration.hours(12) },
    ({ days, start, duration }) => MaintenanceWindow.weekly(days, start, duration),
  ),
  factory<{ name: string; start: string; end: string }>(
    'maintenance.except',
    { name: MUST, start: MUST, end: MUST },
    { name: 'xmas', start: '2026-12-20T00:00:00Z', end: '2026-12-28T00:00:00Z' },
    ({ name, start, end }) => MaintenanceWindow.daily('03:00').except(name, start, end),
  ),
  door<NetworkProps>(
    'new Network',
    {
      project: MAY,
      region: MAY,
      networkName: MAY,
      primaryRange: MAY,
      podRange: MAY,
      serviceRange: MAY,
      flowLogs: MAY,
    },
    {},
    (props) => new Network(stack(), 'network', props),
  ),
  door<INetwork>(
    'Network.fromAttributes',
    {
      network: MUST,
      subnetwork: MUST,
      podRangeName: MUST,
      serviceRangeName: MUST,
      region: MAY,
      primaryRange: MAY,
      podRange: MAY,
      serviceRange: MAY,
    },
    { network: 'n', subnetwork: 's', podRangeName: 'pods', serviceRangeName: 'services' },
    (attributes) => Network.fromAttributes(attributes),
  ),
];

const POOL_DOORS: readonly Door[] = [
  door<NodePoolProps>('new NodePool', { ...POOL, cluster: MUST }, { cluster: theirs }, (props) => {
    return new NodePool(stack(), 'pool', props);
  }),
  door<GpuNodePoolProps>(
    'new GpuNodePool',
    { ...GPU_POOL, cluster: MUST },
    { cluster: theirs, accelerators },
    (props) => {
      return new GpuNodePool(stack(), 'pool', props);
    },
  ),
  door<NodePoolOptions>('cluster.addPool', POOL, {}, (options) => cluster().addPool('pool', options)),
  door<GpuNodePoolOptions>('cluster.addGpuPool', GPU_POOL, { accelerators }, (options) =>
    cluster().addGpuPool('pool', options),
  ),
  door<ClusterSecurity>(
    'new TrainingCluster of its security',
    {
      secretsKey: MAY,
      diskKey: MAY,
      binaryAuthorization: MAY,
      googleGroup: MAY,
      secretManager: MAY,
      imageScanning: MAY,
    },
    {},
    (security) => new TrainingCluster(stack(), 'cluster', { location: 'us-east1-c', security }),
  ),
  door<BootDisk>('cluster.addPool of a boot disk', { type: MAY, size: MAY, encryptionKey: MAY }, {}, (bootDisk) =>
    cluster().addPool('pool', { bootDisk }),
  ),
  factory<{ id: string }>('cluster.addPool of an id', { id: MUST }, { id: 'pool' }, ({ id }) => cluster().addPool(id)),
  door<NodePoolAttributes>(
    'NodePool.fromAttributes',
    {
      cluster: MUST,
      poolName: MUST,
      nodeLabels: MAY,
      taints: MAY,
      allocatable: MAY,
      clusterPods: MAY,
      minNodes: MAY,
      maxNodes: MAY,
      capacity: MAY,
      zones: MAY,
      machineType: MAY,
      architecture: MAY,
      image: MAY,
      accelerator: MAY,
      driver: MAY,
      driverLibraryPath: MAY,
      sharing: MAY,
    },
    { cluster: theirs, poolName: 'pool' },
    (attributes) => NodePool.fromAttributes(attributes),
  ),
  factory<{ total: number }>('Nodes.fixed', { total: MUST }, { total: 1 }, ({ total }) => Nodes.fixed(total)),
  factory<{ min: number; max: number }>('Nodes.between', { min: MUST, max: MUST }, { min: 0, max: 1 }, ({ min, max }) =>
    Nodes.between(min, max),
  ),
  factory<{ count: number }>('Nodes.perZone', { count: MUST }, { count: 1 }, ({ count }) => Nodes.perZone(count)),
  factory<{ count: number }>('LocalSsd.ephemeral', { count: MUST }, { count: 1 }, ({ count }) =>
    LocalSsd.ephemeral(count),
  ),
  factory<{ count: number }>('LocalSsd.rawBlock', { count: MUST }, { count: 1 }, ({ count }) =>
    LocalSsd.rawBlock(count),
  ),
  factory<{ maxSurge: number; maxUnavailable: number }>(
    'UpgradeStrategy.surge',
    { maxSurge: MUST, maxUnavailable: MUST },
    { maxSurge: 1, maxUnavailable: 0 },
    ({ maxSurge, maxUnavailable }) => UpgradeStrategy.surge(maxSurge, maxUnavailable),
  ),
  door<BlueGreenOptions>(
    'UpgradeStrategy.blueGreen',
    { batchNodes: MAY, batchSoak: MAY, poolSoak: MAY },
    {},
    (options) => UpgradeStrategy.blueGreen(options),
  ),
];

const DATA_DOORS: readonly Door[] = [
  door<WorkloadIdentityProps>(
    'new WorkloadIdentity',
    { cluster: MUST, namespace: MUST, serviceAccountName: MAY, accountId: MAY, roles: MAY, project: MAY },
    { cluster: theirs, namespace: 'train' },
    (props) => new WorkloadIdentity(stack(), 'trainer', props),
  ),
  door<IWorkloadIdentity>(
    'WorkloadIdentity.fromAttributes',
    { email: MUST, namespace: MUST, serviceAccountName: MUST, cluster: MAY, serviceAccountExists: MAY },
    identity,
    (attributes) => WorkloadIdentity.fromAttributes(attributes),
  ),
  door<BucketProps>(
    'new Bucket',
    {
      bucketName: MAY,
      location: MAY,
      project: MAY,
      storageClass: MAY,
      versioning: MAY,
      lifecycle: MAY,
      hierarchicalNamespace: MAY,
      encryptionKey: MAY,
      forceDestroy: MAY,
      deletionProtection: MAY,
    },
    {},
    (props) => new Bucket(stack(), 'data', props),
  ),
  door<FilestoreProps>(
    'new Filestore',
    {
      location: MUST,
      network: MUST,
      tier: MAY,
      capacity: MAY,
      instanceName: MAY,
      shareName: MAY,
      project: MAY,
      connectMode: MAY,
      reservedIpRange: MAY,
      encryptionKey: MAY,
      deletionProtection: MAY,
    },
    { location: 'us-east1-c', network },
    (props) => new Filestore(stack(), 'files', props),
  ),
  door<FilestoreAttributes>(
    'Filestore.fromAttributes',
    {
      instanceName: MUST,
      location: MUST,
      project: MUST,
      shareName: MUST,
      capacity: MUST,
      network: MAY,
      ipAddress: MAY,
    },
    {
      instanceName: 'files',
      location: 'us-east1-c',
      project: 'acme-ml',
      shareName: 'share',
      capacity: Size.tebibytes(1),
    },
    (attributes) => Filestore.fromAttributes(attributes),
  ),
  door<BucketAttributes>('Bucket.fromAttributes', { bucketName: MUST, grants: MAY }, { bucketName: 'data' }, (props) =>
    Bucket.fromAttributes(props),
  ),
  ...(['grantRead', 'grantReadWrite'] as const).map((grant) =>
    factory<{ identity: IWorkloadIdentity }>(`bucket.${grant}`, { identity: MUST }, { identity }, (props) => {
      new Bucket(stack(), 'data')[grant](props.identity);
    }),
  ),
  ...(['deleteAfter', 'deleteOldVersionsAfter'] as const).map((rule) =>
    factory<{ age: Duration; prefixes?: readonly string[] }>(
      `BucketLifecycle.${rule}`,
      { age: MUST, prefixes: MAY },
      { age: Duration.days(1) },
      ({ age, prefixes }) => BucketLifecycle[rule](age, prefixes),
    ),
  ),
  factory<{ storageClass: Exclude<StorageClass, 'STANDARD'>; age: Duration; prefixes?: readonly string[] }>(
    'BucketLifecycle.moveTo',
    { storageClass: MUST, age: MUST, prefixes: MAY },
    { storageClass: 'NEARLINE', age: Duration.days(1) },
    ({ storageClass, age, prefixes }) => BucketLifecycle.moveTo(storageClass, age, prefixes),
  ),
  door<ImageRepositoryProps>(
    'new ImageRepository',
    {
      repositoryId: MAY,
      location: MAY,
      project: MAY,
      immutableTags: MAY,
      encryptionKey: MAY,
      deleteUntaggedAfter: MAY,
    },
    {},
    (props) => new ImageRepository(stack(), 'images', props),
  ),
  door<ImageRepositoryAttributes>(
    'ImageRepository.fromAttributes',
    { repositoryId: MUST, location: MUST, project: MUST },
    { repositoryId: 'images', location: 'us', project: 'acme-ml' },
    (attributes) => ImageRepository.fromAttributes(attributes),
  ),
  factory<{ name: string; tag: string }>(
    'repository.imageUri',
    { name: MUST, tag: MUST },
    { name: 'digits', tag: '1' },
    ({ name, tag }) => new ImageRepository(stack(), 'images').imageUri(name, tag),
  ),
  factory<{ who: IWorkloadIdentity | string }>('repository.grantPull', { who: MUST }, { who: identity }, ({ who }) => {
    new ImageRepository(stack(), 'images').grantPull(who);
  }),
];

export const INFRASTRUCTURE_DOORS: readonly Door[] = [...CLUSTER_DOORS, ...POOL_DOORS, ...DATA_DOORS];
