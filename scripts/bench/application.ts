import { Duration, Size } from 'cdk8s';
import {
  Accelerator,
  Bucket,
  ClusterAddons,
  ClusterChart,
  DistributedTrainingJob,
  GpuDriver,
  ImageRepository,
  JAX,
  ModelServer,
  ModelSource,
  Mount,
  MPI,
  NodeImage,
  NodeCount,
  Operator,
  Plain,
  PyTorch,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  TensorFlow,
  TrainingCluster,
  TrainingEngine,
  WorkloadIdentity,
  type Deployment,
} from '../../lib/index';

const OPERATORS = [Operator.TRAINING, Operator.JOBSET];

/** A cluster with three pools, a bucket, a repository and an identity; six jobs, two servers and a volume. */
export function application({ stack, kubernetes }: Deployment): void {
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a', operators: OPERATORS });
  const cpu = cluster.addPool('cpu', { machineType: 'n1-standard-4', nodes: NodeCount.between(1, 9) });
  const t4 = cluster.addGpuPool('t4', {
    accelerators: Accelerator.T4.times(1),
    nodes: NodeCount.between(0, 30),
    image: NodeImage.UBUNTU,
    driver: GpuDriver.DAEMON_SET,
  });
  const l4 = cluster.addGpuPool('l4', { accelerators: Accelerator.L4.times(1), nodes: NodeCount.between(0, 30) });
  const identity = new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'bench' });
  const bucket = new Bucket(stack, 'data');
  bucket.grantReadWrite(identity);
  const images = new ImageRepository(stack, 'images');

  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: 'bench' });
  new ClusterAddons(chart, 'addons', { pools: cluster.pools });
  const source = SharedVolumeSource.nfs('10.0.0.9', '/models');
  const volume = new SharedVolume(chart, 'volume', { source, size: Size.gibibytes(1) });
  const image = images.imageUri('train', '1');
  const command = ['python3', 'train.py'];
  const common = {
    image,
    command,
    workers: 2,
    activeDeadline: Duration.hours(1),
    identity,
    mounts: [Mount.bucket(bucket, '/data'), volume.at('/shared')],
  };
  const parameterServers = { replicas: 2, pool: cpu };
  new DistributedTrainingJob(chart, 'tensorflow', {
    ...common,
    pool: t4,
    strategy: TensorFlow.parameterServer({ parameterServers }),
  });
  new DistributedTrainingJob(chart, 'pytorch', { ...common, pool: l4, strategy: PyTorch.torchrun() });
  new DistributedTrainingJob(chart, 'jax', { ...common, pool: l4, strategy: JAX.processes() });
  new DistributedTrainingJob(chart, 'mpi', { ...common, pool: t4, strategy: MPI.mpirun() });
  new DistributedTrainingJob(chart, 'sets', {
    ...common,
    pool: l4,
    strategy: PyTorch.torchrun(),
    engine: TrainingEngine.jobSet(),
  });
  new DistributedTrainingJob(chart, 'plain', { ...common, pool: cpu, strategy: Plain.indexedTasks() });
  const serving = { pool: cpu, identity };
  new ServingDeployment(chart, 'server', {
    ...serving,
    server: ModelServer.tensorFlowServing(),
    model: ModelSource.bucket(bucket, 'export').version(1),
  });
  new ServingDeployment(chart, 'triton', {
    ...serving,
    server: ModelServer.triton(),
    model: ModelSource.volume(volume, 'models').version(1),
  });
}
