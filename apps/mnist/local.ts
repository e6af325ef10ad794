import { Size } from 'cdk8s';
import { LocalCluster, Operator, PodUser, SharedVolume, SharedVolumeSource, type Deployment } from '../../lib/index';
import { NAMESPACE, type TrainingPlatform } from './training';

/** A cluster of one node on this machine, without GPUs. Requests are small, and the data is in a folder of the node. */
export function local({ name }: Deployment): TrainingPlatform {
  const cluster = LocalCluster.minikube({
    cpus: 3,
    memory: Size.gibibytes(6),
    operators: [Operator.TRAINING, Operator.JOBSET],
  });
  return {
    cluster,
    namespace: NAMESPACE,
    workers: cluster.pool,
    coordination: cluster.pool,
    image: 'trainyard/mnist:1',
    // The folder of the node is root's.
    user: PodUser.root(),
    data: (chart) =>
      new SharedVolume(chart, 'data', {
        source: SharedVolumeSource.hostPath(`/var/lib/trainyard/${name}`),
        size: Size.gibibytes(1),
      }).at('/data'),
  };
}
