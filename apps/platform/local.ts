import { Size } from 'cdk8s';
import {
  ClusterChart,
  LocalCluster,
  Operator,
  SharedVolume,
  SharedVolumeSource,
  type Deployment,
} from '../../lib/index';
import { Certificate, Gateway, SignIn } from '../../lib/gateway/index';
import { RegistryArtifacts, RegistryDatabase } from '../../lib/registry/index';
import { Exposure } from '../../lib/serving/index';
import { Subject } from '../../lib/tenancy/index';
import { SHARED, type PlatformPlace } from './place';

/** The host that browsers and MLflow use. */
const HOST = 'localhost';

/** A cluster of one node on this machine, with the same queues, and the gateway of Envoy. */
export function local({ kubernetes }: Deployment): PlatformPlace {
  const cluster = LocalCluster.minikube({
    clusterName: 'platform',
    cpus: 6,
    memory: Size.gibibytes(12),
    operators: [Operator.JOBSET, Operator.KUEUE, Operator.ENVOY_GATEWAY],
  });
  const { pool } = cluster;
  const shared = new ClusterChart(kubernetes, 'shared', { cluster, namespace: SHARED });
  // Minikube's own storage class, whose disks pods without root can write.
  const disk = SharedVolumeSource.storageClass('standard');
  const size = Size.gibibytes(5);
  const files = new SharedVolume(shared, 'registry-files', { source: disk, size, accessMode: 'ReadWriteOnce' });
  return {
    shared,
    gateway: new Gateway(shared, 'entry', {
      hosts: { [HOST]: Certificate.none() },
      exposure: Exposure.internal(),
    }),
    signIn: SignIn.basic('people'),
    hosts: { registry: HOST, notebooks: HOST },
    registry: {
      pool,
      image: 'trainyard/mlflow:1',
      database: RegistryDatabase.sqlite(files),
      artifacts: RegistryArtifacts.volume(files),
    },
    notebooks: { pool, image: 'trainyard/jupyter:1', resources: { cpus: 0.25, memory: Size.mebibytes(768) } },
    share: [{ pool, nodes: 0.25 }],
    home: disk,
    editors: (team) => Subject.user(team),
  };
}
