import {
  Bucket,
  ImageRepository,
  ModelSource,
  Mount,
  NodeCount,
  Replicas,
  TrainingCluster,
  WorkloadIdentity,
  type Deployment,
} from '../../lib/index';
import { GatewayAddress } from '../../lib/infrastructure/index';
import type { MnistSize } from './sizes';
import { NAMESPACE, type MnistPlatform } from './platform';

/**
 * A cluster with a GPU pool for workers and a CPU pool for the chief, the parameter servers and the model server. The data is
 * in a bucket, which the model server may only read.
 */
export function cloud({ stack }: Deployment, size: MnistSize): MnistPlatform {
  const cluster = new TrainingCluster(stack, 'cluster', { location: size.location, operators: size.operators });
  const cpu = cluster.addPool('cpu', { machineType: 'n1-standard-4', nodes: NodeCount.between(1, 3) });
  const gpu = cluster.addGpuPool('gpu', { accelerators: size.accelerators, ...size.workers });

  const trainer = new WorkloadIdentity(stack, 'trainer', { cluster, namespace: NAMESPACE });
  const server = new WorkloadIdentity(stack, 'server', { cluster, namespace: NAMESPACE });
  const bucket = new Bucket(stack, 'data');
  bucket.grantReadWrite(trainer);
  bucket.grantRead(server);
  const images = new ImageRepository(stack, 'images');
  const { host } = size;
  const addressOf = (name: string) => new GatewayAddress(stack, 'entry', { dns: { zone: 'acme-com', hosts: [name] } });
  const entry = host === undefined ? undefined : { host, address: addressOf(host) };

  return {
    cluster,
    places: () => ({
      training: {
        workers: gpu,
        coordination: cpu,
        identity: trainer,
        image: ({ image, dockerfile }) =>
          images.build(image, '1', { folder: 'apps/mnist/trainer', dockerfile, buildArgs: size.buildArgs }),
        data: Mount.bucket(bucket, '/data'),
        exports: ModelSource.bucket(bucket, 'export').version(1),
      },
      serving: {
        pool: cpu,
        identity: server,
        replicas: Replicas.fixed(size.servers),
        entry,
      },
    }),
  };
}
