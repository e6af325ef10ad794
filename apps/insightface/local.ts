import { Size } from 'cdk8s';
import {
  ClusterChart,
  LocalCluster,
  Operator,
  PodUser,
  SharedVolume,
  SharedVolumeSource,
  type Deployment,
} from '../../lib/index';
import { IMAGE, NAMESPACE } from './names';
import { train } from './training';

/** The same job in a cluster of one node on this machine, without GPUs, by a JobSet. */
export function local({ name, kubernetes }: Deployment): void {
  const cluster = LocalCluster.kind({ cpus: 3, memory: Size.gibibytes(6), operators: [Operator.JOBSET] });
  const chart = new ClusterChart(kubernetes, 'training', { cluster, namespace: NAMESPACE });
  const source = SharedVolumeSource.hostPath(`/var/lib/trainyard/${name}`);
  const data = new SharedVolume(chart, 'data', { source, size: Size.gibibytes(1) });
  train(chart, {
    image: `trainyard/${IMAGE}:1`,
    workers: cluster.pool,
    servers: cluster.pool,
    data,
    // The folder of the node is root's.
    user: PodUser.root(),
  });
}
