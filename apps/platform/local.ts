import { Size } from 'cdk8s';
import { LocalCluster, Operator, SharedVolume, SharedVolumeSource } from '../../lib/index';
import { Certificate, Gateway } from '../../lib/gateway/index';
import { RegistryArtifacts, RegistryDatabase } from '../../lib/registry/index';
import { HOSTS, type PlatformPlace } from './place';

/** Disks of Minikube's own storage class, which pods without root can write. */
const DISK = SharedVolumeSource.storageClass('standard');

/** A cluster of one node on this machine, with the same queues and a gateway of Envoy. */
export function local(): PlatformPlace {
  const operators = [Operator.JOBSET, Operator.KUEUE, Operator.ENVOY_GATEWAY];
  const memory = Size.gibibytes(12);
  const cluster = LocalCluster.minikube({ clusterName: 'platform', cpus: 6, memory, operators });
  return {
    cluster,
    cpus: cluster.pool,
    gpus: cluster.pool,
    share: { cpus: 0.25, gpus: 0.25 },
    home: DISK,
    stores: (chart) => {
      const size = Size.gibibytes(5);
      const volume = new SharedVolume(chart, 'registry-files', { source: DISK, size, accessMode: 'ReadWriteOnce' });
      return { database: RegistryDatabase.sqlite(volume), artifacts: RegistryArtifacts.volume(volume) };
    },
    gateway: (chart) =>
      new Gateway(chart, 'entry', {
        hosts: { [HOSTS.registry]: Certificate.none(), [HOSTS.notebooks]: Certificate.none() },
      }),
    isWatched: false,
    images: { jupyter: 'trainyard/jupyter:1', mlflow: 'trainyard/mlflow:1' },
  };
}
