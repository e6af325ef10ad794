import { Size } from 'cdk8s';
import { LocalCluster, ModelSource, type Operator, SharedVolume, SharedVolumeSource } from '../../lib/index';
import { DataSet } from '../../lib/workflow/index';
import type { PipelinePlatform } from './place';

/** A cluster of one node on this machine. Its own storage class makes the volume, which pods without root can write. */
export function local(operators: readonly Operator[]): PipelinePlatform {
  const cluster = LocalCluster.minikube({
    clusterName: 'pipeline',
    cpus: 3,
    memory: Size.gibibytes(6),
    operators,
  });
  return {
    cluster,
    place: (chart) => {
      const source = SharedVolumeSource.storageClass('standard');
      const volume = new SharedVolume(chart, 'data', { source, size: Size.gibibytes(1), accessMode: 'ReadWriteOnce' });
      return {
        cpus: cluster.pool,
        gpus: cluster.pool,
        image: 'trainyard/mnist:1',
        data: (folder) => DataSet.volume(volume, folder),
        model: ModelSource.volume(volume, 'served').latest(),
      };
    },
  };
}
