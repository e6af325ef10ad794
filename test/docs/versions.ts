import { Duration, Size } from 'cdk8s';
import { App } from 'cdktf';
import {
  Accelerator,
  Bucket,
  BucketLifecycle,
  ProvisioningModel,
  ControlPlaneAccess,
  Filestore,
  GpuDriver,
  GpuNodePool,
  GpuSharing,
  ImageRepository,
  InfrastructureStack,
  LocalSsd,
  MaintenanceWindow,
  Network,
  NodeImage,
  NodeCount,
  Operator,
  Stage,
  Taint,
  TrainingCluster,
  UpgradeStrategy,
  WorkloadIdentity,
  type BucketProps,
  type FilestoreProps,
  type GpuNodePoolProps,
  type ImageRepositoryProps,
  type NetworkProps,
  type StageProps,
  type TrainingClusterProps,
  type WorkloadIdentityProps,
} from '../../lib/index';
import { NodeServiceAccount, SqlDatabase, SystemPool, type SqlDatabaseProps } from '../../lib/infrastructure/index';
import { resourcesOf, type Block } from './changes';

/** A construct, and what its main resource says before and after a change of each prop. */
interface Construct {
  readonly name: string;
  readonly type: string;
  readonly changes: readonly (readonly [prop: string, before: Block, after: Block])[];
}

/** Two values of every prop, the second beside props that it needs. The compiler asks for a new prop. */
type Versions<Props> = { readonly [Name in keyof Props]-?: readonly [Partial<Props>, Partial<Props>] };

const theirs = (clusterName: string) =>
  TrainingCluster.fromAttributes({ clusterName, location: 'us-central1-a', project: 'acme-ml' });
const network = (name: string) =>
  Network.fromAttributes({ network: name, subnetwork: name, podRangeName: 'pods', serviceRangeName: 'services' });
const existing = (name: string) => Network.fromAttributes({ ...network(name), privateServices: true });
const L4 = { machineType: 'g2-standard-4', accelerators: Accelerator.L4.times(1) };
const KEY = 'projects/acme-keys/locations/us-central1/keyRings/ml/cryptoKeys/all';
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
  security: [
    {},
    {
      security: {
        secretsKey: KEY,
        binaryAuthorization: true,
        apiServerLogs: true,
        googleGroup: 'gke-security-groups@acme.com',
      },
    },
  ],
  systemPool: [{}, { systemPool: SystemPool.ELSEWHERE }],
  maxPodsPerNode: [{}, { maxPodsPerNode: 64 }],
  reserved: [{}, { reserved: { cpus: 0.1 } }],
  gcsFuse: [{}, { gcsFuse: false }],
  filestore: [{}, { filestore: false }],
  deletionProtection: PROTECTION,
};
const POOL: Versions<GpuNodePoolProps> = {
  cluster: [{ cluster: theirs('a') }, { cluster: theirs('b') }],
  accelerators: [{}, { accelerators: Accelerator.T4.times(2) }],
  machineType: [{}, { machineType: 'n1-standard-8' }],
  nodes: [{ nodes: NodeCount.fixed(1) }, { nodes: NodeCount.between(0, 2) }],
  zones: [{}, { zones: ['us-central1-b'] }],
  poolName: [{}, { poolName: 'other' }],
  image: [{ secureBoot: false }, { secureBoot: false, image: NodeImage.UBUNTU }],
  provisioningModel: [{}, { provisioningModel: ProvisioningModel.SPOT }],
  bootDisk: [{}, { bootDisk: { type: 'pd-ssd', size: Size.gibibytes(200) } }],
  localSsd: [{}, { localSsd: LocalSsd.ephemeral(1) }],
  labels: [{}, { labels: { 'example.com/team': 'vision' } }],
  taints: [{}, { taints: [Taint.of('team', 'vision')] }],
  resourceLabels: [{}, { resourceLabels: { team: 'vision' } }],
  maxPodsPerNode: [{}, { maxPodsPerNode: 64 }],
  reserved: [{}, { reserved: { cpus: 0.1 } }],
  imageStreaming: [{}, { imageStreaming: true }],
  compactPlacement: [L4, { ...L4, compactPlacement: true }],
  upgrade: [{}, { upgrade: UpgradeStrategy.blueGreen() }],
  generation: [{}, { generation: 2 }],
  keepGeneration: [{ generation: 2 }, { generation: 2, keepGeneration: 1 }],
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
  proxyRange: [{ proxyRange: '10.2.0.0/23' }, { proxyRange: '10.3.0.0/23' }],
  privateGoogleApis: [{}, { privateGoogleApis: true }],
};
const BUCKET: Versions<BucketProps> = {
  bucketName: [{}, { bucketName: 'acme-other' }],
  location: [{}, { location: 'US' }],
  project: PROJECT,
  storageClass: [{}, { storageClass: 'NEARLINE' }],
  versioning: [{}, { versioning: true }],
  lifecycle: [{}, { lifecycle: [BucketLifecycle.deleteAfter(Duration.days(7))] }],
  hierarchicalNamespace: [{}, { hierarchicalNamespace: true }],
  encryptionKey: [{}, { encryptionKey: KEY }],
  resourceLabels: [{}, { resourceLabels: { team: 'vision' } }],
  accessLogs: [{}, { accessLogs: Bucket.fromAttributes({ bucketName: 'acme-logs' }) }],
  forceDestroy: [{}, { forceDestroy: true }],
  deletionProtection: PROTECTION,
};
const FILES: Versions<FilestoreProps> = {
  location: [{}, { location: 'us-central1-b' }],
  network: [{ network: network('a') }, { network: network('b') }],
  tier: [{}, { tier: 'ZONAL' }],
  capacity: [{}, { capacity: Size.tebibytes(2) }],
  instanceName: [{}, { instanceName: 'other' }],
  shareName: [{}, { shareName: 'other' }],
  project: PROJECT,
  connectMode: [{}, { connectMode: 'PRIVATE_SERVICE_ACCESS' }],
  reservedIpRange: [{}, { reservedIpRange: '10.60.0.0/29' }],
  encryptionKey: [{ tier: 'ZONAL' }, { tier: 'ZONAL', encryptionKey: KEY }],
  deletionProtection: [{ tier: 'ZONAL' }, { tier: 'ZONAL', deletionProtection: true }],
};
const DATABASE: Versions<SqlDatabaseProps> = {
  network: [{ network: existing('a') }, { network: existing('b') }],
  version: [{}, { version: 'POSTGRES_16' }],
  tier: [{}, { tier: 'db-custom-2-7680' }],
  availabilityType: [{}, { availabilityType: 'REGIONAL' }],
  retainedBackups: [{}, { retainedBackups: 30 }],
  maintenance: [{}, { maintenance: { day: 'MO', hour: 5 } }],
  databaseName: [{}, {}],
  instanceName: [{}, { instanceName: 'other' }],
  project: PROJECT,
  region: [{}, { region: 'us-east1' }],
  deletionProtection: PROTECTION,
};
const REPOSITORY: Versions<ImageRepositoryProps> = {
  repositoryId: [{}, { repositoryId: 'other' }],
  location: [{}, { location: 'us' }],
  project: PROJECT,
  immutableTags: [{}, { immutableTags: true }],
  encryptionKey: [{}, { encryptionKey: KEY }],
  deleteUntaggedAfter: [{}, { deleteUntaggedAfter: Duration.days(7) }],
  deletionProtection: [{}, { deletionProtection: true }],
};
const IDENTITY: Versions<WorkloadIdentityProps> = {
  cluster: [{ cluster: theirs('a') }, { cluster: theirs('b') }],
  namespace: [{}, { namespace: 'other' }],
  serviceAccountName: [{}, { serviceAccountName: 'other' }],
  accountId: [{}, { accountId: 'other-trainer' }],
  roles: [{}, { roles: ['roles/bigquery.dataViewer'] }],
  project: PROJECT,
};

export const ZONE = { location: 'us-central1-a' };
const T4 = { accelerators: Accelerator.T4.times(1), machineType: 'n1-standard-4', cluster: theirs('a') };
const TRAINER = { cluster: theirs('a'), namespace: 'digits' };

export const CONSTRUCTS: readonly Construct[] = [
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
  versionsOf('Filestore', 'google_filestore_instance', FILES, (stack, props) => {
    new Filestore(stack, 'it', { ...ZONE, network: network('a'), ...props });
  }),
  versionsOf('SqlDatabase', 'google_sql_database_instance', DATABASE, (stack, props) => {
    new SqlDatabase(stack, 'it', { network: existing('a'), ...props });
  }),
  versionsOf('ImageRepository', 'google_artifact_registry_repository', REPOSITORY, (stack, props) => {
    new ImageRepository(stack, 'it', props);
  }),
  versionsOf('WorkloadIdentity', 'google_service_account', IDENTITY, (stack, props) => {
    new WorkloadIdentity(stack, 'trainer', { ...TRAINER, ...props });
  }),
];

export function stackOf(stage: Partial<StageProps> = {}): InfrastructureStack {
  const props = { name: 'dev', project: 'acme-ml', region: 'us-central1', ...stage };
  return new InfrastructureStack(new App(), 'lab', { stage: new Stage(props) });
}

function versionsOf<Props extends object>(
  name: string,
  type: string,
  versions: Versions<Props>,
  make: (stack: InfrastructureStack, props: Partial<Props>) => void,
): Construct {
  const written = (props: Partial<Props>) => {
    const stack = stackOf();
    make(stack, props);
    const isKept = ({ lifecycle }: Block) => JSON.stringify(lifecycle) === '{"ignore_changes":"all"}';
    const all = Object.entries(resourcesOf(stack)[type] ?? {}).filter(([, block]) => !isKept(block));
    return all.find(([id]) => !/system|_nodes_|_proxies_/.test(id))?.[1] ?? {};
  };
  const pairs = Object.entries<readonly [Partial<Props>, Partial<Props>]>(versions);
  return { name, type, changes: pairs.map(([prop, [before, after]]) => [prop, written(before), written(after)]) };
}
