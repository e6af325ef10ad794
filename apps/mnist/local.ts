import { Size } from 'cdk8s';
import {
  LocalCluster,
  ModelSource,
  Operator,
  PodUser,
  SharedVolume,
  SharedVolumeSource,
  type Deployment,
} from '../../lib/index';
import { Certificate } from '../../lib/gateway/index';
import { Exposure } from '../../lib/serving/index';
import type { MnistPlatform } from './platform';

/** A cluster of one node on this machine, without GPUs, with the gateway of Envoy. Requests are small, and the data is in a folder of the node. */
export function local({ name }: Deployment): MnistPlatform {
  const cluster = LocalCluster.minikube({
    cpus: 3,
    memory: Size.gibibytes(7),
    operators: [Operator.TRAINING, Operator.JOBSET, Operator.ENVOY_GATEWAY],
  });
  return {
    cluster,
    places: (chart) => {
      const source = SharedVolumeSource.hostPath(`/var/lib/trainyard/${name}`);
      const data = new SharedVolume(chart, 'data', { source, size: Size.gibibytes(1) });
      return {
        training: {
          workers: cluster.pool,
          coordination: cluster.pool,
          image: ({ image }) => `trainyard/${image}:1`,
          // The folder of the node is root's.
          user: PodUser.root(),
          data: data.at('/data'),
          exports: ModelSource.volume(data, 'export').version(1),
        },
        serving: {
          pool: cluster.pool,
          entry: { hosts: { localhost: Certificate.none() }, exposure: Exposure.internal() },
        },
      };
    },
  };
}
