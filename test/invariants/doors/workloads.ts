import { App, Size } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import {
  addWorkload,
  ClusterAddons,
  ClusterChart,
  ClusterSpec,
  DistributedTrainingJob,
  EnvValue,
  LocalCluster,
  Mount,
  MPI,
  MXNet,
  Operator,
  Plain,
  PodUser,
  PyTorch,
  resolveTrainingJob,
  SharedVolume,
  SharedVolumeSource,
  TensorFlow,
  trainingRun,
  type BucketMountOptions,
  type CephFsOptions,
  type ClaimMountOptions,
  type ClusterAddonsProps,
  type ClusterChartProps,
  type ClusterFlags,
  type DistributedTrainingJobProps,
  type ElasticOptions,
  type GradientCompression,
  type IBucket,
  type IndexedTasksOptions,
  type IFilestore,
  type InitContainer,
  type JobName,
  type LauncherOptions,
  type MpirunOptions,
  type MultiWorkerMirroredOptions,
  type MXNetParameterServerOptions,
  type ParameterServerOptions,
  type PodWorkload,
  type PyTorchJobOptions,
  type PyTorchOptions,
  type ResourceOptions,
  type RoleOptions,
  type SharedVolumeProps,
  type Sidecar,
  type SidecarRequests,
  type TorchrunOptions,
  TrainingEngine,
  type TrainJobOptions,
  type TrainingJobOptions,
  type TrainingRunOptions,
} from '../../../lib/index';
import { door, factory, MAY, MUST, type Door, type Needs } from './door';

const cluster = LocalCluster.kind({ operators: [Operator.JOBSET] });
const chart = () => new ClusterChart(new App(), 'chart', { cluster, namespace: 'train' });
const bucket: IBucket = { bucketName: 'data', url: 'gs://data' };
const server = { apiVersion: 'v1', kind: 'Server', metadata: { name: 'server' } };
const source = SharedVolumeSource.hostPath('/data');
const filestore: IFilestore = {
  instanceName: 'data',
  location: 'us-east1-c',
  project: 'acme-ml',
  shareName: 'share',
  capacity: Size.tebibytes(1),
};
const jobProps: DistributedTrainingJobProps = {
  image: 'digits:1',
  pool: cluster.pool,
  strategy: TensorFlow.multiWorkerMirrored(),
};
const job = (props: Partial<DistributedTrainingJobProps>) =>
  new DistributedTrainingJob(chart(), 'job', { ...jobProps, ...props });

const MOUNT_DOORS: readonly Door[] = [
  factory<{ bucket: IBucket; path: string; options?: BucketMountOptions }>(
    'Mount.bucket',
    { bucket: MUST, path: MUST, options: MAY },
    { bucket, path: '/data' },
    ({ bucket: of, path, options }) => Mount.bucket(of, path, options),
  ),
  door<BucketMountOptions>(
    'Mount.bucket of options',
    { readOnly: MAY, subfolder: MAY, mountOptions: MAY },
    {},
    (options) => Mount.bucket(bucket, '/data', options),
  ),
  factory<{ size: Size; path?: string }>(
    'Mount.memory',
    { size: MUST, path: MAY },
    { size: Size.gibibytes(1) },
    ({ size, path }) => Mount.memory(size, path),
  ),
  factory<{ claimName: string; path: string; options?: ClaimMountOptions }>(
    'Mount.claim',
    { claimName: MUST, path: MUST, options: MAY },
    { claimName: 'data', path: '/data' },
    ({ claimName, path, options }) => Mount.claim(claimName, path, options),
  ),
  door<ClaimMountOptions>('Mount.claim of options', { readOnly: MAY }, {}, (options) =>
    Mount.claim('data', '/data', options),
  ),
  factory<{ files: Readonly<Record<string, string>>; path: string }>(
    'Mount.configFiles',
    { files: MUST, path: MUST },
    { files: { a: '' }, path: '/etc/a' },
    ({ files, path }) => Mount.configFiles(files, path),
  ),
  factory<{ content: string; path: string }>(
    'Mount.configFile',
    { content: MUST, path: MUST },
    { content: '', path: '/etc/a' },
    ({ content, path }) => Mount.configFile(content, path),
  ),
  factory<{ volume: Omit<k8s.Volume, 'name'>; path: string; options?: ClaimMountOptions }>(
    'Mount.volume',
    { volume: MUST, path: MUST, options: MAY },
    { volume: { emptyDir: {} }, path: '/data' },
    ({ volume, path, options }) => Mount.volume(volume, path, options),
  ),
  door<SharedVolumeProps>(
    'new SharedVolume',
    { source: MUST, size: MAY, accessMode: MAY, name: MAY },
    { source },
    (props) => new SharedVolume(chart(), 'volume', props),
  ),
  factory<{ path: string; options?: ClaimMountOptions }>(
    'volume.at',
    { path: MUST, options: MAY },
    { path: '/data' },
    ({ path, options }) => new SharedVolume(chart(), 'volume', { source }).at(path, options),
  ),
  factory<{ path: string }>('SharedVolumeSource.hostPath', { path: MUST }, { path: '/data' }, ({ path }) =>
    SharedVolumeSource.hostPath(path),
  ),
  factory<{ server: string; path: string }>(
    'SharedVolumeSource.nfs',
    { server: MUST, path: MUST },
    { server: '10.0.0.9', path: '/data' },
    ({ server, path }) => SharedVolumeSource.nfs(server, path),
  ),
  factory<{ storageClassName: string }>(
    'SharedVolumeSource.storageClass',
    { storageClassName: MUST },
    { storageClassName: 'fast' },
    ({ storageClassName }) => SharedVolumeSource.storageClass(storageClassName),
  ),
  factory<{ filestore: IFilestore }>(
    'SharedVolumeSource.filestore',
    { filestore: MUST },
    { filestore },
    ({ filestore: of }) => SharedVolumeSource.filestore(of),
  ),
  door<CephFsOptions>(
    'SharedVolumeSource.cephFs',
    { filesystem: MUST, dataPool: MAY, namespace: MAY, operatorNamespace: MAY, reclaimPolicy: MAY },
    { filesystem: 'myfs' },
    (options) => SharedVolumeSource.cephFs(options),
  ),
  factory<{ storageClassName: string }>(
    'SharedVolumeSource.cephFsClass',
    { storageClassName: MUST },
    { storageClassName: 'rook-cephfs' },
    ({ storageClassName }) => SharedVolumeSource.cephFsClass(storageClassName),
  ),
];

const ENV_DOORS: readonly Door[] = [
  factory<{ secretName: string; key: string }>(
    'EnvValue.fromSecret',
    { secretName: MUST, key: MUST },
    { secretName: 'a', key: 'b' },
    ({ secretName, key }) => EnvValue.fromSecret(secretName, key),
  ),
  factory<{ configMapName: string; key: string }>(
    'EnvValue.fromConfigMap',
    { configMapName: MUST, key: MUST },
    { configMapName: 'a', key: 'b' },
    ({ configMapName, key }) => EnvValue.fromConfigMap(configMapName, key),
  ),
  factory<{ fieldPath: string }>('EnvValue.fromField', { fieldPath: MUST }, { fieldPath: 'spec.nodeName' }, (props) =>
    EnvValue.fromField(props.fieldPath),
  ),
  factory<{ resource: string }>('EnvValue.fromResource', { resource: MUST }, { resource: 'limits.cpu' }, (props) =>
    EnvValue.fromResource(props.resource),
  ),
];

const TORCHRUN: Needs<TorchrunOptions> = { port: MAY, processesPerWorker: MAY, maxRestarts: MAY, torchrun: MAY };

const ROLE: Needs<RoleOptions> = { pool: MAY, resources: MAY, image: MAY, command: MAY, args: MAY };

const JOB: Needs<TrainingJobOptions> = {
  image: MUST,
  pool: MUST,
  strategy: MUST,
  workers: MAY,
  resources: MAY,
  maxRestarts: MAY,
  timeLimit: MAY,
  keepFinished: MAY,
  command: MAY,
  args: MAY,
  workingDir: MAY,
  env: MAY,
  imagePullPolicy: MAY,
  imagePullSecrets: MAY,
  labels: MAY,
  annotations: MAY,
  identity: MAY,
  mounts: MAY,
  priorityClassName: MAY,
  securityContext: MAY,
  podSecurityContext: MAY,
  user: MAY,
  sidecars: MAY,
  podSpec: MAY,
  reachableFrom: MAY,
  exports: MAY,
  initContainers: MAY,
  terminationGracePeriod: MAY,
  driverLibraryPath: MAY,
  architecture: MAY,
};

const RUN: Needs<TrainingRunOptions> = { ...JOB, engine: MAY };

const JOB_DOORS: readonly Door[] = [
  door<DistributedTrainingJobProps>(
    'new DistributedTrainingJob',
    { ...RUN, jobName: MAY, revision: MAY },
    jobProps,
    (props) => new DistributedTrainingJob(chart(), 'job', props),
  ),
  door<TrainingRunOptions>('trainingRun', RUN, jobProps, (options) =>
    trainingRun(new Construct(chart(), 'step'), { name: 'step' }, options),
  ),
  door<JobName>('trainingRun of a name', { name: MUST, base: MAY, nameParts: MAY }, { name: 'step' }, (name) =>
    trainingRun(new Construct(chart(), 'step'), name, jobProps),
  ),
  door<TrainingJobOptions>('resolveTrainingJob', JOB, jobProps, (options) =>
    resolveTrainingJob('step', { name: 'step' }, options),
  ),
  door<PodWorkload>(
    'addWorkload',
    {
      base: MUST,
      pod: MUST,
      otherPods: MAY,
      demands: MUST,
      object: MUST,
      needs: MAY,
      beside: MAY,
      kind: MAY,
      reservedEnv: MAY,
      containerName: MAY,
      limited: MAY,
      stays: MAY,
      bucketUses: MAY,
    },
    { base: 'server', pod: { image: 'server:1' }, demands: [], object: server },
    (workload) => addWorkload(new Construct(chart(), 'server'), workload),
  ),
  door<ResourceOptions>(
    'new DistributedTrainingJob of resources',
    { cpus: MAY, memory: MAY, gpus: MAY, ephemeralStorage: MAY },
    {},
    (resources) => job({ resources }),
  ),
  door<InitContainer>(
    'new DistributedTrainingJob of an init container',
    { name: MUST, command: MUST, image: MAY, args: MAY, env: MAY },
    { name: 'prepare', command: ['true'] },
    (initContainer) => job({ initContainers: [initContainer] }),
  ),
  door<Sidecar>(
    'new DistributedTrainingJob of a sidecar',
    { name: MUST, image: MAY, command: MAY, args: MAY, env: MAY, resources: MAY, readinessProbe: MAY },
    { name: 'metrics', image: 'metrics:1' },
    (sidecar) => job({ sidecars: [sidecar] }),
  ),
  door<SidecarRequests>(
    'new DistributedTrainingJob of the requests of a sidecar',
    { cpus: MAY, memory: MAY },
    {},
    (resources) => job({ sidecars: [{ name: 'metrics', resources }] }),
  ),
  factory<{ id: number; group?: number }>('PodUser.of', { id: MUST, group: MAY }, { id: 1000 }, ({ id, group }) =>
    PodUser.of(id, group),
  ),
  factory<{ group?: number }>('PodUser.ofImage', { group: MAY }, {}, ({ group }) => PodUser.ofImage(group)),
  door<ParameterServerOptions>(
    'TensorFlow.parameterServer',
    { parameterServers: MUST, chief: MAY, evaluator: MAY, clusterSpec: MAY },
    { parameterServers: { replicas: 1 } },
    (options) => TensorFlow.parameterServer(options),
  ),
  door<ParameterServerOptions['parameterServers']>(
    'TensorFlow.parameterServer of parameter servers',
    { ...ROLE, replicas: MUST },
    { replicas: 1 },
    (parameterServers) => TensorFlow.parameterServer({ parameterServers }),
  ),
  door<MultiWorkerMirroredOptions>(
    'TensorFlow.multiWorkerMirrored',
    { evaluator: MAY, clusterSpec: MAY },
    {},
    (options) => TensorFlow.multiWorkerMirrored(options),
  ),
  door<RoleOptions>('TensorFlow.multiWorkerMirrored of an evaluator', ROLE, {}, (evaluator) =>
    TensorFlow.multiWorkerMirrored({ evaluator }),
  ),
  door<TorchrunOptions>('PyTorch.torchrun', TORCHRUN, {}, (options) => PyTorch.torchrun(options)),
  door<ElasticOptions>('PyTorch.elastic', { ...TORCHRUN, atLeast: MUST }, { atLeast: 1 }, (options) =>
    PyTorch.elastic(options),
  ),
  door<PyTorchOptions>('PyTorch.distributedDataParallel', { port: MAY }, {}, (options) =>
    PyTorch.distributedDataParallel(options),
  ),
  door<MpirunOptions>(
    'MPI.mpirun',
    { slotsPerWorker: MAY, launcher: MAY, mpirun: MAY, flags: MAY, sshKeys: MAY, sshPort: MAY, sshd: MAY },
    {},
    (options) => MPI.mpirun(options),
  ),
  door<LauncherOptions>('MPI.mpirun of a launcher', { pool: MAY, resources: MAY, image: MAY }, {}, (launcher) =>
    MPI.mpirun({ launcher }),
  ),
  door<IndexedTasksOptions>('Plain.indexedTasks', { port: MAY, atOnce: MAY }, {}, (options) =>
    Plain.indexedTasks(options),
  ),
  door<MXNetParameterServerOptions>(
    'MXNet.parameterServer',
    { servers: MUST, scheduler: MAY, gradientCompression: MAY },
    { servers: { replicas: 1 } },
    (options) => MXNet.parameterServer(options),
  ),
  door<MXNetParameterServerOptions['servers']>(
    'MXNet.parameterServer of servers',
    { ...ROLE, replicas: MUST },
    { replicas: 1 },
    (servers) => MXNet.parameterServer({ servers }),
  ),
  door<RoleOptions>('MXNet.parameterServer of a scheduler', ROLE, {}, (scheduler) =>
    MXNet.parameterServer({ servers: { replicas: 1 }, scheduler }),
  ),
  factory<GradientCompression>(
    'MXNet.parameterServer of compression',
    { type: MUST, threshold: MAY },
    { type: '2bit' },
    (gradientCompression) => MXNet.parameterServer({ servers: { replicas: 1 }, gradientCompression }),
  ),
  door<PyTorchJobOptions>('TrainingEngine.pyTorchJob', { master: MAY }, {}, (options) =>
    TrainingEngine.pyTorchJob(options),
  ),
  door<TrainJobOptions>('TrainingEngine.trainJob', { runtime: MAY }, {}, (options) => TrainingEngine.trainJob(options)),
  door<ClusterFlags>(
    'ClusterSpec.flags',
    {
      chief: MAY,
      chiefHosts: MAY,
      workerHosts: MAY,
      parameterServerHosts: MAY,
      jobName: MAY,
      taskIndex: MAY,
    },
    {},
    (options) => ClusterSpec.flags(options),
  ),
];

export const WORKLOAD_DOORS: readonly Door[] = [
  door<ClusterChartProps>(
    'new ClusterChart',
    { cluster: MUST, namespace: MAY, createNamespace: MAY, labels: MAY, podSecurity: MAY },
    { cluster },
    (props) => new ClusterChart(new App(), 'chart', props),
  ),
  door<ClusterAddonsProps>(
    'new ClusterAddons',
    { pools: MUST },
    { pools: [cluster.pool] },
    (props) => new ClusterAddons(chart(), 'addons', props),
  ),
  ...MOUNT_DOORS,
  ...ENV_DOORS,
  ...JOB_DOORS,
];
