import type { Construct } from 'constructs';
import { poolKey, poolText } from '../../core/contracts/node-pool';
import { adviseAtSynth, checkAtSynth } from '../../core/problems/check';
import { problem, type Problem } from '../../core/problems/problem';
import { onlyOf, Topic } from '../../core/problems/registry';
import { sharedPoolAdvice, type PoolUse } from './pool-capacity-advice';
import type { PodDemand } from './pool-demand';

/** The keys of pools whose driver ClusterAddons installs. */
export const DRIVER_POOL = new Topic<string>('pool with driver installer');

/** The demands of a tree's workloads on each pool, by the pool's key, in the order of the program. */
const POOL_USES = new Topic<Map<string, PoolUse[]>>('pool uses');

/** Registers the demands of a workload on its pools. The first workload on a pool reports the pool's problems. */
export function usePools(workload: Construct, demands: readonly PodDemand[]): void {
  const uses = onlyOf(POOL_USES, workload, () => new Map<string, PoolUse[]>());
  for (const key of new Set(demands.map(({ pool }) => poolKey(pool)))) {
    const ofPool = uses.get(key) ?? [];
    if (ofPool.length === 0) {
      uses.set(key, ofPool);
      checkAtSynth(workload, () => driverProblems(ofPool, () => hasInstaller(workload, key)));
      adviseAtSynth(workload, () => sharedPoolAdvice(ofPool));
    }
    ofPool.push({
      workload: workload.node.path,
      demands: demands.filter(({ pool }) => poolKey(pool) === key),
    });
  }
}

function hasInstaller(workload: Construct, key: string): boolean {
  return DRIVER_POOL.all(workload).some(({ entry }) => entry === key);
}

function* driverProblems(uses: readonly PoolUse[], isInstalled: () => boolean): Generator<Problem> {
  const demands = uses.flatMap((use) => use.demands);
  const demand = demands.find(({ resolved, pool }) => resolved.gpus > 0 && pool.driver?.installedBy === 'daemonSet');
  if (!demand || isInstalled()) return;
  yield problem(
    'driver-installer-missing',
    `${poolText(demand.pool)} leaves its driver to a DaemonSet, but nothing emits one, so its GPUs cannot be used`,
    `add new ClusterAddons(chart, 'addons', { pools: [<the pool "${demand.pool.poolName}">] }), or use GpuDriver.DEFAULT`,
  );
}
