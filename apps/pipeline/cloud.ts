import {
  Accelerator,
  Bucket,
  ImageRepository,
  ModelSource,
  NodeCount,
  TrainingCluster,
  WorkloadIdentity,
  type Deployment,
  type Operator,
} from '../../lib/index';
import { DataSet } from '../../lib/workflow/index';
import { NAMESPACE, type PipelinePlatform } from './place';

/** A cluster with a CPU pool, and a GPU pool that has nodes while something trains. The data is in a bucket. */
export function cloud({ stack }: Deployment, operators: readonly Operator[]): PipelinePlatform {
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c', operators });
  const cpus = cluster.addPool('cpu', { machineType: 'n1-standard-4', nodes: NodeCount.between(1, 3) });
  const gpus = cluster.addGpuPool('gpu', {
    accelerators: Accelerator.T4.times(1),
    machineType: 'n1-standard-8',
    nodes: NodeCount.between(0, 2),
  });
  const identity = new WorkloadIdentity(stack, 'steps', { cluster, namespace: NAMESPACE });
  const serverIdentity = new WorkloadIdentity(stack, 'server', { cluster, namespace: NAMESPACE });
  const bucket = new Bucket(stack, 'data');
  bucket.grantReadWrite(identity);
  bucket.grantRead(serverIdentity);
  const image = new ImageRepository(stack, 'images').build('mnist', '1', { folder: 'apps/mnist/trainer' });
  return {
    cluster,
    place: () => ({
      cpus,
      gpus,
      image,
      identity,
      serverIdentity,
      data: (folder) => DataSet.bucket(bucket, folder),
      model: ModelSource.bucket(bucket, 'served').latest(),
    }),
  };
}
