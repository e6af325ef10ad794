import { Duration } from 'cdk8s';
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
import { Certificate, GatewayBackend } from '../../lib/gateway/index';
import { GatewayAddress } from '../../lib/infrastructure/index';
import { Exposure } from '../../lib/serving/index';
import { NAMESPACE, type MnistPlatform } from './platform';
import type { ServingPlace } from './serving';
import type { MnistSize } from './sizes';

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
  const open = size.host === undefined ? {} : openTo(stack, size.host);

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
        ...open,
      },
    }),
  };
}

/** Everyone may ask by a load balancer of Google's. A tenth of the requests tries another setting of the server. */
function openTo(stack: Deployment['stack'], host: string): Omit<ServingPlace, 'pool'> {
  const address = new GatewayAddress(stack, 'entry', { dns: { zone: 'acme-com', hosts: [host] } });
  return {
    entry: {
      hosts: { [host]: Certificate.google() },
      exposure: Exposure.externalLoadBalancer({ sourceRanges: 'everyone' }),
      backend: GatewayBackend.gke(address),
    },
    trial: 10,
    // A load balancer hears of a stopping pod later than the pods of the cluster.
    preStopDelay: Duration.minutes(1),
  };
}
