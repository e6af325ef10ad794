import { Size } from 'cdk8s';
import {
  Accelerator,
  ClusterChart,
  ImageRepository,
  NodeImage,
  NodeCount,
  Operator,
  SharedVolume,
  SharedVolumeSource,
  TrainingCluster,
  type Deployment,
} from '../../lib/index';
import { type AcceleratorCount } from '../../lib/infrastructure/index';
import { IMAGE, NAMESPACE } from './names';
import { train } from './training';

interface Machines {
  readonly location: string;
  /** Of each of the two machines. */
  readonly accelerators: AcceleratorCount;
  /** The operator that runs the job. */
  readonly operator: Operator;
}

/** An article of 2018: two machines with four K80 each, and Kubeflow's MXJob. */
export function article(deployment: Deployment): void {
  cloud(deployment, {
    location: 'us-east1-c',
    accelerators: Accelerator.K80.times(4),
    operator: Operator.TRAINING_1_8,
  });
}

/** The same job on GPUs of today, by a JobSet, which starts it again after a loss. */
export function today(deployment: Deployment): void {
  cloud(deployment, {
    location: 'us-central1-a',
    accelerators: Accelerator.T4.times(4),
    operator: Operator.JOBSET,
  });
}

function cloud({ stack, kubernetes }: Deployment, { location, accelerators, operator }: Machines): void {
  const cluster = new TrainingCluster(stack, 'cluster', { location, operators: [operator, Operator.ROOK] });
  // CephFS is mounted by the kernel, and that of Container-Optimized OS cannot.
  const image = NodeImage.UBUNTU;
  const cpu = cluster.addPool('cpu', { machineType: 'n1-standard-4', nodes: NodeCount.between(1, 3), image });
  const gpu = cluster.addGpuPool('gpu', { accelerators, nodes: NodeCount.between(0, 2), image });
  const images = new ImageRepository(stack, 'images');

  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: NAMESPACE });
  const data = new SharedVolume(chart, 'data', {
    source: SharedVolumeSource.cephFs({ filesystem: 'myfs', dataPool: 'replicated' }),
    size: Size.gibibytes(100),
  });
  train(chart, {
    image: images.build(IMAGE, '1', { folder: 'apps/insightface/trainer' }),
    workers: gpu,
    worker: { gpus: accelerators.count },
    servers: cpu,
    data,
  });
}
