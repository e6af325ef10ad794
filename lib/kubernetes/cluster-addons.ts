import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { checkAtSynth, ownId, problem, Topic, type Problem } from '../core/problems';
import { isSameCluster, type ICluster } from '../core/contracts/cluster';
import { type INodePool, poolKey } from '../core/contracts/node-pool';
import { driverInstallers } from './addons/driver-installer';
import { guideAtSynth, type GuideStep } from '../core/contracts/guide';
import { chartOf } from './enclosing-chart';
import { ClusterChart } from './cluster-chart';

export interface ClusterAddonsProps {
  /** The pools of the cluster. Only pools that need an add-on add objects. */
  readonly pools: readonly INodePool[];
}

const CLUSTER_ADDONS = Symbol.for('trainyard.ClusterAddons');

/**
 * Objects that pools need in their cluster: NVIDIA's driver installer for pools with `GpuDriver.DAEMON_SET`. The objects
 * are always in the namespace kube-system.
 *
 * @example
 * const pool = cluster.addGpuPool('t4', { accelerators: Accelerator.T4.times(1), driver: GpuDriver.DAEMON_SET });
 * const chart = new ClusterChart(kubernetes, 'add-ons', { cluster });
 * new ClusterAddons(chart, 'add-ons', { pools: [pool] });
 */
export class ClusterAddons extends Construct {
  static isClusterAddons(x: unknown): x is ClusterAddons {
    return typeof x === 'object' && x !== null && CLUSTER_ADDONS in x;
  }

  readonly [CLUSTER_ADDONS] = true;

  constructor(scope: Construct, id: string, props: ClusterAddonsProps) {
    super(scope, ownId(scope, id));
    chartOf(this);
    const { pools } = props;
    const withInstaller = pools.filter(({ driver }) => driver?.installedBy === 'daemonSet');
    for (const pool of withInstaller) driverInstallersOf(poolKey(pool)).add(this, pool);
    const installers = driverInstallers(withInstaller).map(
      (manifest) => new ApiObject(this, manifest.metadata.name, manifest),
    );
    guideAtSynth(this, () => rolloutSteps(installers));
    checkAtSynth(this, () => clusterProblems(pools, ClusterChart.find(this)?.cluster));
  }
}

function* clusterProblems(pools: readonly INodePool[], cluster: ICluster | undefined): Generator<Problem> {
  for (const pool of pools) {
    if (!cluster || isSameCluster(cluster, pool.cluster)) continue;
    const [own, other] = [cluster.clusterName, pool.cluster.clusterName];
    yield problem(
      'pool-cluster',
      'pools',
      `pool "${pool.poolName}" is of cluster "${other}", but the chart is for cluster "${own}"`,
      `list pools of cluster "${own}" only, and give "${other}" a chart with ClusterAddons of its own`,
    );
  }
}

function rolloutSteps(daemonSets: readonly ApiObject[]): GuideStep[] {
  if (daemonSets.length === 0) return [];
  const commands = daemonSets.map(
    ({ name, metadata }) =>
      `kubectl -n ${metadata.namespace ?? 'default'} rollout status daemonset/${name} --timeout=600s`,
  );
  return [{ phase: 'standing', text: 'Wait until the existing nodes have their GPU drivers:', commands }];
}

/** The ClusterAddons that install the driver of a pool. @param key the pool's key */
export function driverInstallersOf(key: string): Topic<INodePool> {
  return new Topic(`driver installers of ${key}`);
}
