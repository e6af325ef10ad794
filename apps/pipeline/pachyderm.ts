import {
  Accelerator,
  Bucket,
  ClusterChart,
  ImageRepository,
  NodeCount,
  TrainingCluster,
  type Deployment,
} from '../../lib/index';
import { DataSet, Trigger, Workflow, WorkflowBackend } from '../../lib/workflow/index';
import { threeSteps } from './steps';

/** The three steps as pipelines of Pachyderm, which keeps each version of their data. Its namespace has it already. */
export function pachyderm({ stack, kubernetes }: Deployment): void {
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c' });
  const cpus = cluster.addPool('cpu', { machineType: 'n1-standard-4', nodes: NodeCount.between(1, 3) });
  const gpus = cluster.addGpuPool('gpu', { accelerators: Accelerator.T4.times(1), nodes: NodeCount.between(0, 2) });
  const image = new ImageRepository(stack, 'images').build('mnist', '1', { folder: 'apps/mnist/trainer' });
  const bucket = new Bucket(stack, 'data');
  const chart = new ClusterChart(kubernetes, 'pipelines', { cluster, namespace: 'pachyderm', createNamespace: false });
  new Workflow(chart, 'digits', {
    steps: threeSteps({ cpus, gpus, image, data: (folder) => DataSet.bucket(bucket, folder) }),
    trigger: Trigger.cron('0 2 * * *'),
    backend: WorkflowBackend.pachyderm(),
  });
}
