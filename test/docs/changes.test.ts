import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Duration, Size } from 'cdk8s';
import { App } from 'cdktf';
import { expect, test } from 'vitest';
import {
  Accelerator,
  Bucket,
  BucketLifecycle,
  Capacity,
  ControlPlaneAccess,
  GpuDriver,
  GpuNodePool,
  GpuSharing,
  ImageRepository,
  InfrastructureStack,
  LocalSsd,
  MaintenanceWindow,
  Network,
  NodeImage,
  Nodes,
  NodeServiceAccount,
  Operator,
  Stage,
  SystemPool,
  Taint,
  TrainingCluster,
  UpgradeStrategy,
  WorkloadIdentity,
  type BucketProps,
  type GpuNodePoolProps,
  type ImageRepositoryProps,
  type NetworkProps,
  type StageProps,
  type TrainingClusterProps,
  type WorkloadIdentityProps,
} from '../../lib/index';
import { effectOf, resourcesOf, type Effect } from './changes';

// The table "Changes after the first deployment" of docs/infrastructure.md, held against the provider's schema.

/** Two values of every prop, the second beside props that it needs. The compiler asks for a new prop. */
type Versions<Props> = { readonly [Name in keyof Props]-?: readonly [Partial<Props>, Partial<Props>] };

const theirs = (clusterName: string) =>
  TrainingCluster.fromAttributes({ clusterName, location: 'us-central1-a', project: 'acme-ml' });
const network = (name: string) =>
  Network.fromAttributes({ network: name, subnetwork: name, podRangeName: 'pods', serviceRangeName: 'services' });
const L4 = { machineType: 'g2-standard-4', accelerators: Accelerator.L4.times(1) };
const PROJECT = [{}, { project: 'acme-other' }] as const;
const PROTECTION = [{}, { deletionProtection: true }] as const;

const CLUSTER: Versions<TrainingClusterProps> = {
  location: [{}, { location: 'us-central1-b' }],
  nodeLocations: [{}, { nodeLocations: ['us-central1-b'] }],
  clusterName: [{}, { clusterName: 'other' }],
  project: PROJECT,
  network: [{ network: network('a') }, { network: network('b') }],
  operators: [{}, { operators: [Operator.TRAINING] }],
  releaseChannel: [{}, { releaseChannel: 'RAPID' }],
  minimumKubernetesVersion: [{}, { minimumKubernetesVersion: '1.33' }],
  maintenance: [{}, { maintenance: MaintenanceWindow.daily('05:00') }],
  controlPlaneAccess: [{}, { controlPlaneAccess: ControlPlaneAccess.authorizedNetworks(['203.0.113.0/24']) }],
  nodeServiceAccount: [{}, { nodeServiceAccount: NodeServiceAccount.named('other-nodes') }],
  systemPool: [{}, { systemPool: SystemPool.ELSEWHERE }],
  maxPodsPerNode: [{}, { maxPodsPerNode: 64 }],
  gcsFuse: [{}, { gcsFuse: false }],
  filestore: [{}, { filestore: false }],
  deletionProtection: PROTECTION,
};
const POOL: Versions<GpuNodePoolProps> = {
  cluster: [{ cluster: theirs('a') }, { cluster: theirs('b') }],
  accelerators: [{}, { accelerators: Accelerator.T4.times(2) }],
  machineType: [{}, { machineType: 'n1-standard-8' }],
  nodes: [{ nodes: Nodes.fixed(1) }, { nodes: Nodes.between(0, 2) }],
  zones: [{}, { zones: ['us-central1-b'] }],
  poolName: [{}, { poolName: 'other' }],
  image: [{ secureBoot: false }, { secureBoot: false, image: NodeImage.UBUNTU }],
  capacity: [{}, { capacity: Capacity.SPOT }],
  bootDisk: [{}, { bootDisk: { type: 'pd-ssd', size: Size.gibibytes(200) } }],
  localSsd: [{}, { localSsd: LocalSsd.ephemeral(1) }],
  labels: [{}, { labels: { 'example.com/team': 'vision' } }],
  taints: [{}, { taints: [Taint.of('team', 'vision')] }],
  resourceLabels: [{}, { resourceLabels: { team: 'vision' } }],
  maxPodsPerNode: [{}, { maxPodsPerNode: 64 }],
  imageStreaming: [{}, { imageStreaming: true }],
  compactPlacement: [L4, { ...L4, compactPlacement: true }],
  upgrade: [{}, { upgrade: UpgradeStrategy.blueGreen() }],
  generation: [{}, { generation: 2 }],
  serviceAccount: [{}, { serviceAccount: 'other@acme-ml.iam.gserviceaccount.com' }],
  secureBoot: [{}, { secureBoot: false }],
  driver: [{}, { driver: GpuDriver.LATEST }],
  driverLibraryPath: [{}, { driverLibraryPath: false }],
  sharing: [{}, { sharing: GpuSharing.timeSharing(2) }],
};
const NETWORK: Versions<NetworkProps> = {
  project: PROJECT,
  region: [{}, { region: 'us-east1' }],
  networkName: [{}, { networkName: 'other' }],
  primaryRange: [{}, { primaryRange: '10.0.0.0/19' }],
  podRange: [{}, { podRange: '10.8.0.0/14' }],
  serviceRange: [{}, { serviceRange: '10.2.0.0/20' }],
  flowLogs: [{}, { flowLogs: false }],
};
const BUCKET: Versions<BucketProps> = {
  bucketName: [{}, { bucketName: 'acme-other' }],
  location: [{}, { location: 'US' }],
  project: PROJECT,
  storageClass: [{}, { storageClass: 'NEARLINE' }],
  versioning: [{}, { versioning: true }],
  lifecycle: [{}, { lifecycle: [BucketLifecycle.deleteAfter(Duration.days(7))] }],
  hierarchicalNamespace: [{}, { hierarchicalNamespace: true }],
  forceDestroy: [{}, { forceDestroy: true }],
  deletionProtection: PROTECTION,
};
const REPOSITORY: Versions<ImageRepositoryProps> = {
  repositoryId: [{}, { repositoryId: 'other' }],
  location: [{}, { location: 'us' }],
  project: PROJECT,
  immutableTags: [{}, { immutableTags: true }],
  deleteUntaggedAfter: [{}, { deleteUntaggedAfter: Duration.days(7) }],
};
const IDENTITY: Versions<WorkloadIdentityProps> = {
  cluster: [{ cluster: theirs('a') }, { cluster: theirs('b') }],
  namespace: [{}, { namespace: 'other' }],
  serviceAccountName: [{}, { serviceAccountName: 'other' }],
  accountId: [{}, { accountId: 'other-trainer' }],
  roles: [{}, { roles: ['roles/bigquery.dataViewer'] }],
  project: PROJECT,
};

const ZONE = { location: 'us-central1-a' };
const T4 = { accelerators: Accelerator.T4.times(1), machineType: 'n1-standard-4', cluster: theirs('a') };
const TRAINER = { cluster: theirs('a'), namespace: 'digits' };

const CONSTRUCTS = [
  versionsOf('TrainingCluster', 'google_container_cluster', CLUSTER, (stack, props) => {
    new TrainingCluster(stack, 'it', { ...ZONE, ...props });
  }),
  versionsOf('NodePool,GpuNodePool', 'google_container_node_pool', POOL, (stack, props) => {
    new GpuNodePool(stack, 'it', { ...T4, ...props });
  }),
  versionsOf('Network', 'google_compute_subnetwork', NETWORK, (stack, props) => {
    new Network(stack, 'it', props);
  }),
  versionsOf('Bucket', 'google_storage_bucket', BUCKET, (stack, props) => {
    new Bucket(stack, 'it', props);
  }),
  versionsOf('ImageRepository', 'google_artifact_registry_repository', REPOSITORY, (stack, props) => {
    new ImageRepository(stack, 'it', props);
  }),
  versionsOf('WorkloadIdentity', 'google_service_account', IDENTITY, (stack, props) => {
    new WorkloadIdentity(stack, 'trainer', { ...TRAINER, ...props });
  }),
];

/** Google refuses these changes, which the schema does not know. */
const REFUSED = ['podRange', 'serviceRange'];

test.each(CONSTRUCTS)('$name: of each prop the page says what the schema says', ({ name, effects }) => {
  const [, ...cells] = table('construct').find(([first = '']) => namesIn(first).join() === name) ?? [];
  const [inPlace = [], replaced = [], refused = []] = cells.map(namesIn);
  const said = [
    ...inPlace.map((prop) => [prop, 'in place']),
    ...replaced.map((prop) => [prop, 'replaced']),
    ...refused.map((prop) => [prop, 'refused']),
  ];
  const known = Object.entries(effects).map(([prop, effect]) => [prop, REFUSED.includes(prop) ? 'refused' : effect]);
  expect(said.sort()).toEqual(known.sort());
});

test.each([
  ['`location` to another zone of the region', {}, { location: 'us-central1-b' }],
  ['`location` to another region', {}, { location: 'us-east1-c' }],
  ['`clusterName`', {}, { clusterName: 'other' }],
  ["the stage's `region`", { region: 'us-east1' }, {}],
  ["the stage's `project`", { project: 'acme-other' }, {}],
])('a change of %s takes with it what the page says', (change, stage, cluster) => {
  const [, said = ''] = table('change').find(([first]) => first === change) ?? [];
  expect(said.split(', ').sort()).toEqual(replacedBy(stage, cluster).sort());
});

/** How the page names resources. Grants and services follow what they belong to. */
const NAMES: Readonly<Record<string, string>> = {
  google_container_cluster: 'the cluster',
  google_container_node_pool: 'its pools',
  google_compute_network: 'its own network',
  google_compute_subnetwork: 'its own network',
  google_storage_bucket: 'buckets',
  google_artifact_registry_repository: 'image repositories',
};

function replacedBy(stage: Partial<StageProps>, cluster: Partial<TrainingClusterProps>): string[] {
  const [before, after] = [whole({}, {}), whole(stage, cluster)];
  const replaced = Object.entries(before).flatMap(([type, blocks]) =>
    Object.entries(blocks)
      .filter(([id, block]) => effectOf(type, block, after[type]?.[id] ?? {}) === 'replaced')
      .map(([id]) => (type === 'google_service_account' ? accountOf(id) : NAMES[type])),
  );
  // Pools name the cluster as what triggers their replacement.
  const all = replaced.includes('the cluster') ? [...replaced, 'its pools'] : replaced;
  return [...new Set(all)].filter((name) => name !== undefined);
}

function accountOf(id: string): string {
  return id.includes('nodes') ? 'the account of its nodes' : 'identities';
}

function whole(stage: Partial<StageProps>, props: Partial<TrainingClusterProps>) {
  const stack = stackOf(stage);
  const cluster = new TrainingCluster(stack, 'cluster', { ...ZONE, ...props });
  new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'digits' });
  new Bucket(stack, 'data');
  new ImageRepository(stack, 'images');
  return resourcesOf(stack);
}

function stackOf(stage: Partial<StageProps> = {}): InfrastructureStack {
  const props = { name: 'dev', project: 'acme-ml', region: 'us-central1', ...stage };
  return new InfrastructureStack(new App(), 'lab', { stage: new Stage(props) });
}

function versionsOf<Props extends object>(
  name: string,
  type: string,
  versions: Versions<Props>,
  make: (stack: InfrastructureStack, props: Partial<Props>) => void,
): { name: string; effects: Readonly<Record<string, Effect>> } {
  const written = (props: Partial<Props>) => {
    const stack = stackOf();
    make(stack, props);
    return Object.entries(resourcesOf(stack)[type] ?? {}).find(([id]) => !/system|_nodes_/.test(id))?.[1] ?? {};
  };
  const pairs = Object.entries<readonly [Partial<Props>, Partial<Props>]>(versions);
  const effects = pairs.map(([prop, [before, after]]) => [prop, effectOf(type, written(before), written(after))]);
  return { name, effects: Object.fromEntries(effects) };
}

/** The rows of the table of the page whose first column has this head, without head and rule. */
function table(head: string): string[][] {
  const page = readFileSync(join(__dirname, '../../docs/infrastructure.md'), 'utf8');
  const [, text = ''] = page.split(new RegExp(`^\\| ${head} .*$`, 'm'));
  const [lines = ''] = text.trimStart().split('\n\n');
  const rows = lines.split('\n').map((line) => line.split('|').slice(1, -1));
  return rows.slice(1).map((cells) => cells.map((cell) => cell.trim()));
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name);
}
