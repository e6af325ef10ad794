import { Duration } from 'cdk8s';
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
import {
  BucketLifecycle,
  ClusterMonitoring,
  GatewayAddress,
  NotificationChannel,
  ProjectBudget,
  ProjectLogs,
  SqlDatabase,
} from '../../lib/infrastructure/index';
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
  const database = new SqlDatabase(stack, 'runs', { network: cluster.network });
  database.grantAccess(identity);
  const images = new ImageRepository(stack, 'images');
  const address = new GatewayAddress(stack, 'entry', { dns: { zone: 'acme-com', hosts: Object.values(HOSTS) } });

  const channels = { oncall: NotificationChannel.email('oncall@acme.com') };
  new ClusterMonitoring(stack, 'watch', {
    ...{ cluster, channels, alerts: clusterAlerts() },
    panels: [...clusterPanels(), ...costPanels([gpus])],
  });

  // What programs print, for a year.
  const archive = {
    bucket: new Bucket(stack, 'logs', { lifecycle: [BucketLifecycle.deleteAfter(Duration.days(365))] }),
  };
  new ProjectLogs(stack, 'logs-kept', { archive });
  new ProjectBudget(stack, 'budget', { billingAccount: '012345-6789AB-CDEF01', amount: 20_000, channels });

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
      database: RegistryDatabase.cloudSql(database),
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
