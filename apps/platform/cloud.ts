import {
  Accelerator,
  Bucket,
  ClusterChart,
  ImageRepository,
  NodeCount,
  Operator,
  SharedVolumeSource,
  TrainingCluster,
  WorkloadIdentity,
  type Deployment,
} from '../../lib/index';
import { Certificate, Gateway, GatewayBackend, SignIn } from '../../lib/gateway/index';
import { ClusterMonitoring, GatewayAddress, NotificationChannel } from '../../lib/infrastructure/index';
import { clusterAlerts, clusterPanels, costPanels, Observability } from '../../lib/monitoring/index';
import { RegistryArtifacts, RegistryDatabase } from '../../lib/registry/index';
import { Exposure } from '../../lib/serving/index';
import { Subject } from '../../lib/tenancy/index';
import { SHARED, type PlatformPlace } from './place';

const HOSTS = { registry: 'models.acme.com', notebooks: 'lab.acme.com' };

/** A cluster with queues and alerts, and a load balancer of Google's, at which people sign in with their accounts. */
export function cloud({ stack, kubernetes }: Deployment): PlatformPlace {
  const cluster = new TrainingCluster(stack, 'cluster', {
    location: 'us-east1-c',
    operators: [Operator.JOBSET, Operator.KUEUE, Operator.GKE_GATEWAY],
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
  const images = new ImageRepository(stack, 'images');
  const address = new GatewayAddress(stack, 'entry', { dns: { zone: 'acme-com', hosts: Object.values(HOSTS) } });

  new ClusterMonitoring(stack, 'watch', {
    cluster,
    alerts: clusterAlerts(),
    channels: { oncall: NotificationChannel.email('oncall@acme.com') },
    panels: [...clusterPanels(), ...costPanels([gpus])],
  });

  const shared = new ClusterChart(kubernetes, 'shared', { cluster, namespace: SHARED });
  // Cloud Monitoring has the alerts, and tells people.
  new Observability(shared, 'watch', { alerts: [] });
  return {
    shared,
    gateway: new Gateway(shared, 'entry', {
      hosts: { [HOSTS.registry]: Certificate.google(), [HOSTS.notebooks]: Certificate.google() },
      exposure: Exposure.externalLoadBalancer({ sourceRanges: 'everyone' }),
      backend: GatewayBackend.gke(address),
    }),
    signIn: SignIn.iap(),
    hosts: HOSTS,
    registry: {
      pool: cpus,
      image: images.build('mlflow', '1', { folder: 'apps/platform/mlflow' }),
      identity,
      database: RegistryDatabase.secret('registry-database'),
      artifacts: RegistryArtifacts.bucket(bucket, 'registry'),
      hosts: [HOSTS.registry],
    },
    notebooks: { pool: gpus, image: images.build('jupyter', '1', { folder: 'apps/platform/jupyter' }) },
    share: [
      { pool: gpus, nodes: 2 },
      { pool: cpus, nodes: 2 },
    ],
    home: SharedVolumeSource.storageClass('standard-rwo'),
    editors: (team) => Subject.group(`${team}@acme.com`),
  };
}
