import { Duration, Size } from 'cdk8s';
import {
  Accelerator,
  ClusterChart,
  DistributedTrainingJob,
  Filestore,
  ModelServer,
  ModelSource,
  NodeImage,
  NodeCount,
  Operator,
  Platform,
  PyTorch,
  ServingDeployment,
  SharedVolume,
  SharedVolumeSource,
  Stage,
  TrainingCluster,
  type INodePool,
  type Deployment,
} from '../../../lib/index';

// A job and a server on a volume in Filestore, by Terraform, and on one in CephFS, by Rook. With "--open" nothing is
// protected.

const dev = new Stage({ name: 'dev', project: 'acme-ml-dev', region: 'us-central1' });
const isProtected = !process.argv.includes('--open');
const prod = new Stage({ name: 'prod', project: 'acme-ml-prod', region: 'us-central1', protected: isProtected });
const ROOK = Operator.ROOK.installedElsewhere('the platform team');

/** A cluster with one pool. */
function poolOf({ stack }: Deployment) {
  const cluster = new TrainingCluster(stack, 'cluster', {
    location: 'us-central1-a',
    operators: [Operator.JOBSET, ROOK],
  });
  const pool = cluster.addGpuPool('t4', {
    accelerators: Accelerator.T4.times(1),
    nodes: NodeCount.between(0, 4),
    image: NodeImage.UBUNTU,
  });
  return { cluster, pool };
}

/** A job that writes to a volume, and a server that reads from it. */
function use(chart: ClusterChart, pool: INodePool, source: SharedVolumeSource): void {
  const data = new SharedVolume(chart, 'data', { source });
  new DistributedTrainingJob(chart, 'train', {
    image: 'trainer:1',
    command: ['python3', 'train.py'],
    pool,
    workers: 2,
    activeDeadline: Duration.hours(1),
    mounts: [data.at('/data')],
    strategy: PyTorch.distributedDataParallel(),
  });
  new ServingDeployment(chart, 'serve', {
    pool,
    server: ModelServer.tensorFlowServing(),
    model: ModelSource.volume(data, 'models/faces'),
  });
}

Platform.run((platform) => {
  for (const stage of [dev, prod]) {
    const deployment = platform.stage(stage, 'filestore');
    const { cluster, pool } = poolOf(deployment);
    const { network } = cluster;
    const files = new Filestore(deployment.stack, 'files', { location: 'us-central1-a', network });
    new Filestore(deployment.stack, 'copies', {
      location: 'us-central1',
      network,
      tier: 'REGIONAL',
      capacity: Size.gibibytes(1280),
      reservedIpRange: '10.60.0.0/26',
    });
    const chart = new ClusterChart(deployment.kubernetes, 'files', { cluster, namespace: 'trainyard-filestore' });
    use(chart, pool, SharedVolumeSource.filestore(files));
  }

  const deployment = platform.stage(dev, 'ceph');
  const { cluster, pool } = poolOf(deployment);
  const chart = new ClusterChart(deployment.kubernetes, 'ceph', { cluster, namespace: 'trainyard-ceph' });
  use(chart, pool, SharedVolumeSource.cephFs({ filesystem: 'myfs', dataPool: 'replicated' }));
});
