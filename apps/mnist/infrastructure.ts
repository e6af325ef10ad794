import {
  Bucket,
  ImageRepository,
  Mount,
  Nodes,
  TrainingCluster,
  WorkloadIdentity,
  type Deployment,
} from '../../lib/index';
import type { MnistSize } from './sizes';
import { NAMESPACE, type TrainingPlatform } from './training';

/** A cluster with a GPU pool for workers and a CPU pool for the chief and parameter servers. The data is in a bucket. */
export function cloud({ stack }: Deployment, size: MnistSize): TrainingPlatform {
  const cluster = new TrainingCluster(stack, 'cluster', { location: size.location, operators: [size.operator] });
  const coordination = cluster.addPool('cpu', { machineType: 'n1-standard-4', nodes: Nodes.between(1, 3) });
  const gpu = cluster.addGpuPool('gpu', { accelerators: size.accelerators, ...size.workers });

  const identity = new WorkloadIdentity(stack, 'trainer', { cluster, namespace: NAMESPACE });
  const bucket = new Bucket(stack, 'data');
  bucket.grantReadWrite(identity);
  const images = new ImageRepository(stack, 'images');

  return {
    cluster,
    namespace: NAMESPACE,
    workers: gpu,
    coordination,
    identity,
    image: images.imageUri('mnist', '1'),
    data: () => Mount.bucket(bucket, '/data'),
  };
}
