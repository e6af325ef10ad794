import { Construct, type IConstruct } from 'constructs';
import type { ICluster } from '../../core/contracts/cluster';
import { problem, takeOnce, Topic } from '../../core/problems';
import type { ResolvedPool } from './resolved-pool';

const CLUSTER_OF_POOL = new Topic<ICluster>('cluster of pool');

/** Two pools of one cluster cannot have equal names: the second is a problem at synthesis. */
export function takePoolName(construct: IConstruct, { cluster, poolName }: ResolvedPool): void {
  CLUSTER_OF_POOL.add(construct, cluster);
  takeOnce(construct, ['node pool', cluster.location, cluster.clusterName, poolName], (other) =>
    areTwoClusters(cluster, CLUSTER_OF_POOL.of(other)[0])
      ? undefined
      : problem(
          'pool-name-taken',
          'poolName',
          `"${poolName}" is already the name of ${other.node.path} in cluster "${cluster.clusterName}"`,
          'give one of the two another poolName',
        ),
  );
}

/** True if these are two clusters of this program. Their equal names are reported once, at the clusters. */
function areTwoClusters(a: ICluster, b: ICluster | undefined): boolean {
  return a !== b && Construct.isConstruct(a) && Construct.isConstruct(b);
}
