import {
  Accelerator,
  Bucket,
  NodeCount,
  Operator,
  SharedVolumeSource,
  TrainingCluster,
  WorkloadIdentity,
  type Deployment,
} from '../../lib/index';
import { Certificate, Gateway, GatewayBackend } from '../../lib/gateway/index';
import { GatewayAddress } from '../../lib/infrastructure/index';
import { RegistryArtifacts, RegistryDatabase } from '../../lib/registry/index';
import { Exposure } from '../../lib/serving/index';
import { HOSTS, SHARED, type PlatformPlace } from './place';

const IMAGES = 'us-docker.pkg.dev/acme-ml-dev/images';

/** A cluster with queues, and a load balancer with certificates of Google's. */
export function cloud({ stack }: Deployment): PlatformPlace {
  const operators = [Operator.JOBSET, Operator.KUEUE, Operator.GKE_GATEWAY];
  const cluster = new TrainingCluster(stack, 'cluster', {
    location: 'us-east1-c',
    operators,
    security: { googleGroup: 'gke-security-groups@acme.com' },
  });
  const cpus = cluster.addPool('cpu', { machineType: 'n1-standard-4', nodes: NodeCount.between(1, 6) });
  const gpus = cluster.addGpuPool('t4', {
    accelerators: Accelerator.T4.times(1),
    machineType: 'n1-standard-8',
    nodes: NodeCount.between(0, 4),
  });
  const identity = new WorkloadIdentity(stack, 'registry', { cluster, namespace: SHARED });
  const bucket = new Bucket(stack, 'models');
  bucket.grantReadWrite(identity);
  const address = new GatewayAddress(stack, 'entry', { dns: { zone: 'acme-com', hosts: Object.values(HOSTS) } });
  return {
    cluster,
    cpus,
    gpus,
    share: { cpus: 2, gpus: 2 },
    home: SharedVolumeSource.storageClass('standard-rwo'),
    stores: () => ({
      identity,
      database: RegistryDatabase.secret('registry-database'),
      artifacts: RegistryArtifacts.bucket(bucket, 'registry'),
    }),
    gateway: (chart) =>
      new Gateway(chart, 'entry', {
        hosts: { [HOSTS.registry]: Certificate.google(), [HOSTS.notebooks]: Certificate.google() },
        exposure: Exposure.externalLoadBalancer({ sourceRanges: 'everyone' }),
        backend: GatewayBackend.gke(address),
      }),
    isWatched: true,
    images: { jupyter: `${IMAGES}/jupyter:4`, mlflow: `${IMAGES}/mlflow:3.17.2` },
  };
}
