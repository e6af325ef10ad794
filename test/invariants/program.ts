import { Duration, Size, type App } from 'cdk8s';
import {
  Accelerator,
  Bucket,
  ProvisioningModel,
  ClusterAddons,
  ClusterChart,
  DistributedTrainingJob,
  EnvValue,
  GpuDriver,
  ImageRepository,
  Mount,
  NodeImage,
  NodeCount,
  Operator,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TerraformState,
  TensorFlow,
  TrainingCluster,
  TrainingEngine,
  WorkloadIdentity,
  type BucketProps,
  type ClusterChartProps,
  type DeploymentOptions,
  type DistributedTrainingJobProps,
  type GpuNodePool,
  type GpuNodePoolOptions,
  type ImageRepositoryProps,
  type NodePool,
  type NodePoolOptions,
  type Platform,
  type SharedVolumeProps,
  type StageProps,
  type TrainingClusterProps,
  type WorkloadIdentityProps,
} from '../../lib/index';
import { type ParameterServerOptions } from '../../lib/training/index';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The constructs of a program that uses most of the library, for faults that need them. */
export interface Made {
  readonly platform: Platform;
  readonly kubernetes: App;
  readonly cluster: TrainingCluster;
  readonly cpu: NodePool;
  readonly gpu: GpuNodePool;
  readonly identity: WorkloadIdentity;
  readonly bucket: Bucket;
  readonly chart: ClusterChart;
  readonly jobProps: DistributedTrainingJobProps;
}

/** A good program as data, so that a test can change one thing of it before it is built. */
export interface Plan {
  stage: Mutable<StageProps>;
  application: string;
  deployment: Mutable<DeploymentOptions>;
  cluster: Mutable<TrainingClusterProps>;
  cpu: Mutable<NodePoolOptions>;
  gpu: Mutable<GpuNodePoolOptions>;
  identity: Omit<Mutable<WorkloadIdentityProps>, 'cluster'>;
  bucket: Mutable<BucketProps>;
  access: 'none' | 'read' | 'readWrite';
  repository: Mutable<ImageRepositoryProps>;
  image: { name: string; tag: string };
  chart: Omit<Mutable<ClusterChartProps>, 'cluster'>;
  volume: Mutable<SharedVolumeProps>;
  strategy: Omit<Mutable<ParameterServerOptions>, 'parameterServers'>;
  parameterServers: Mutable<ParameterServerOptions['parameterServers']>;
  job: Mutable<Partial<DistributedTrainingJobProps>>;
  /** The last step: changes of the job's props, further constructs. */
  more: ((made: Made) => Partial<DistributedTrainingJobProps> | undefined)[];
}

export function goodPlan(): Plan {
  return {
    stage: {
      name: 'dev',
      project: 'acme-ml-dev',
      region: 'us-central1',
      state: TerraformState.bucket('acme-ml-state', 'dev'),
      labels: { team: 'research' },
    },
    application: 'digits',
    deployment: {},
    cluster: { location: 'us-central1-a', operators: [Operator.TRAINING, Operator.JOBSET] },
    cpu: { machineType: 'n1-standard-4', nodes: NodeCount.between(1, 3) },
    gpu: {
      accelerators: Accelerator.T4.times(2),
      nodes: NodeCount.between(0, 2),
      image: NodeImage.UBUNTU,
      driver: GpuDriver.DAEMON_SET,
      provisioningModel: ProvisioningModel.SPOT,
      labels: { 'acme.com/use': 'training' },
    },
    identity: { namespace: 'train' },
    bucket: {},
    access: 'readWrite',
    repository: {},
    image: { name: 'digits', tag: '1' },
    chart: { namespace: 'train', labels: { 'app.kubernetes.io/part-of': 'digits' } },
    volume: { source: SharedVolumeSource.nfs('10.0.0.9', '/exports/digits') },
    strategy: {},
    parameterServers: { replicas: 2 },
    job: {
      args: ['--steps=10'],
      workers: 2,
      env: { SEED: '1', NODE: EnvValue.fromField('spec.nodeName') },
      labels: { 'acme.com/run': 'nightly' },
      activeDeadline: Duration.hours(2),
      engine: TrainingEngine.jobSet(),
      initContainers: [{ name: 'prepare', command: ['true'] }],
    },
    more: [],
  };
}

/** Builds what a plan says. */
export function build(platform: Platform, plan: Plan): void {
  const stage = new Stage(plan.stage);
  const { stack, kubernetes } = platform.stage(stage, plan.application, plan.deployment);
  const cluster = new TrainingCluster(stack, 'cluster', plan.cluster);
  const cpu = cluster.addPool('cpu', plan.cpu);
  const gpu = cluster.addGpuPool('gpu', plan.gpu);
  const identity = new WorkloadIdentity(stack, 'trainer', { cluster, ...plan.identity });
  const bucket = new Bucket(stack, 'data', plan.bucket);
  if (plan.access === 'read') bucket.grantRead(identity);
  if (plan.access === 'readWrite') bucket.grantReadWrite(identity);
  const images = new ImageRepository(stack, 'images', plan.repository);

  const chart = new ClusterChart(kubernetes, 'training', { cluster, ...plan.chart });
  new ClusterAddons(chart, 'addons', { pools: cluster.pools });
  const shared = new SharedVolume(chart, 'shared', plan.volume);
  const jobProps: DistributedTrainingJobProps = {
    image: images.imageUri(plan.image.name, plan.image.tag),
    pool: gpu,
    identity,
    mounts: [
      Mount.bucket(bucket, '/data'),
      shared.at('/shared'),
      Mount.memory(Size.gibibytes(1)),
      Mount.configFiles({ 'train.json': '{}' }, '/etc/train'),
    ],
    strategy: TensorFlow.parameterServer({
      ...plan.strategy,
      parameterServers: { pool: cpu, ...plan.parameterServers },
    }),
    ...plan.job,
  };
  const made: Made = { platform, kubernetes, cluster, cpu, gpu, identity, bucket, chart, jobProps };
  const changes = plan.more.map((change) => change(made) ?? {});
  new DistributedTrainingJob(chart, 'digits', Object.assign({}, jobProps, ...changes));
}
