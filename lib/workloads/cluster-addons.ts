import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { checkAtSynth } from '../core/problems/check';
import { isSameCluster } from '../core/contracts/cluster';
import { listProblems, requiredProblems } from '../core/problems/given';
import { KINDS } from '../core/problems/kinds';
import { poolKey, type INodePool } from '../core/contracts/node-pool';
import { refuse } from '../core/problems/errors';
import type { Problem } from '../core/problems/problem';
import { driverInstallers } from './addons/driver-installer';
import { chartOf } from './enclosing-chart';
import { ClusterChart } from './cluster-chart';
import { DRIVER_POOL } from './pod/workload-pods';

/** What the add-ons are for. */
export interface ClusterAddonsProps {
  /** The pools of the cluster. Those that need nothing add nothing. */
  readonly pools: readonly INodePool[];
}

const CLUSTER_ADDONS = Symbol.for('trainyard.ClusterAddons');

/**
 * What the facts of a cluster's pools ask for inside of the cluster: today NVIDIA's driver installer for the pools with
 * `GpuDriver.DAEMON_SET`. Its objects are in the namespace kube-system, whatever the chart's is.
 */
export class ClusterAddons extends Construct {
  static isClusterAddons(x: unknown): x is ClusterAddons {
    return typeof x === 'object' && x !== null && CLUSTER_ADDONS in x;
  }

  readonly [CLUSTER_ADDONS] = true;
  constructor(scope: Construct, id: string, props: ClusterAddonsProps) {
    super(scope, id);
    chartOf(this);
    refuse(this, [
      ...requiredProblems(props, { pools: { fix: 'list the pools of the cluster, such as cluster.pools' } }),
      ...listProblems('pools', { ...props }.pools, KINDS.pool),
    ]);
    const { pools } = props;
    const withInstaller = pools.filter(({ driver }) => driver?.installedBy === 'daemonSet');
    DRIVER_POOL.add(this, ...withInstaller.map(poolKey));
    for (const manifest of driverInstallers(withInstaller)) new ApiObject(this, manifest.metadata.name, manifest);
    checkAtSynth(this, () => pools.flatMap((pool) => this.clusterProblems(pool)));
  }

  private clusterProblems(pool: INodePool): Problem[] {
    const cluster = ClusterChart.find(this)?.cluster;
    if (!cluster || isSameCluster(cluster, pool.cluster)) return [];
    return [
      {
        code: 'pool-cluster',
        property: 'pools',
        message: `pool "${pool.poolName}" is of cluster "${pool.cluster.clusterName}", but the chart is for cluster "${cluster.clusterName}"`,
        fix: `list pools of cluster "${cluster.clusterName}" only, and give "${pool.cluster.clusterName}" a chart with ClusterAddons of its own`,
      },
    ];
  }
}
