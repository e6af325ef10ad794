import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { adviseAtSynth, checkAtSynth } from '../../core/problems/check';
import { isSameCluster } from '../../core/contracts/cluster';
import type { Problem } from '../../core/problems/problem';
import { ClusterChart } from '../cluster-chart';
import { setClusterOf } from '../chart-cluster';
import { poolKey, poolText } from '../../core/contracts/node-pool';
import { onlyOf, Topic } from '../../core/problems/registry';
import { fitAdvice } from './fit-advice';
import { fitProblems } from './fit-problems';
import { podAdvice, podProblems } from './pod-problems';
import { gangProblems } from './pool-capacity-problems';
import { sharedPoolAdvice } from './pool-capacity-advice';
import type { PodDemand } from './pool-demand';
import type { PodOptions } from './pod-options';

/** The pods of one construct that runs some. */
export interface WorkloadPods {
  readonly pod: PodOptions;
  readonly demands: readonly PodDemand[];
  /** Environment variables that are set for the user. @default [] */
  readonly reservedEnv?: readonly string[];
  /** The main container. @default - not known, not checked */
  readonly containerName?: string;
}

/** Pools, by their keys, whose driver ClusterAddons installs. */
export const DRIVER_POOL = new Topic<string>('pool with driver installer');

/** What one workload asks of one pool. */
interface PoolUse {
  readonly workload: Construct;
  readonly demands: readonly PodDemand[];
}

/** By the key of the pool, in the order of the program. */
const POOL_USES = new Topic<Map<string, PoolUse[]>>('pool uses');

/**
 * Checks the pods of a construct at synthesis: in themselves, against their pools, and with those of other workloads
 * of the tree. Every construct that runs pods calls it once.
 */
export function checkPods(workload: Construct, pods: WorkloadPods): void {
  const { pod, demands, reservedEnv = [], containerName } = pods;
  const [first] = demands;
  if (!first) return;
  checkAtSynth(workload, () => [
    ...poolClusterProblems(workload, demands),
    ...podProblems(pod, demands, placeOf(workload, first), { env: reservedEnv, containerName }),
    ...demands.flatMap((demand) => [...fitProblems(demand)]),
    ...gangProblems(demands),
  ]);
  adviseAtSynth(workload, () => [
    ...podAdvice(pod, placeOf(workload, first).cluster),
    ...demands.flatMap((demand) => [...fitAdvice(demand)]),
  ]);
  if (!ClusterChart.find(workload)) setClusterOf(Chart.of(workload), first.pool.cluster);
  for (const key of new Set(demands.map(({ pool }) => poolKey(pool)))) usePool(workload, key, demands);
}

/** What concerns a pool and not a single workload is said once: by the first workload on it. */
function usePool(workload: Construct, key: string, demands: readonly PodDemand[]): void {
  const poolUses = poolUsesOf(workload);
  const ofPool = demands.filter(({ pool }) => poolKey(pool) === key);
  const uses = poolUses.get(key);
  if (uses) {
    uses.push({ workload, demands: ofPool });
    return;
  }
  poolUses.set(key, [{ workload, demands: ofPool }]);
  checkAtSynth(workload, () => driverProblems(workload, key));
  adviseAtSynth(workload, () => {
    const all = poolUses.get(key) ?? [];
    return sharedPoolAdvice(
      all.map((use) => use.workload.node.path),
      all.flatMap((use) => use.demands),
    );
  });
}

function poolUsesOf(construct: Construct): Map<string, PoolUse[]> {
  return onlyOf(POOL_USES, construct, () => new Map<string, PoolUse[]>());
}

function driverProblems(workload: Construct, key: string): Problem[] {
  const demands = (poolUsesOf(workload).get(key) ?? []).flatMap((use) => use.demands);
  const demand = demands.find(({ resolved, pool }) => resolved.gpus > 0 && pool.driver?.installedBy === 'daemonSet');
  if (!demand || DRIVER_POOL.all(workload).some(({ entry }) => entry === key)) return [];
  return [
    {
      code: 'driver-installer-missing',
      message: `${poolText(demand.pool)} leaves its driver to a DaemonSet, but nothing emits one, so its GPUs cannot be used`,
      fix: `add new ClusterAddons(chart, 'addons', { pools: [<the pool "${demand.pool.poolName}">] }), or use GpuDriver.DEFAULT`,
    },
  ];
}

function placeOf(workload: Construct, { pool }: PodDemand) {
  const chart = ClusterChart.find(workload);
  return { cluster: chart?.cluster ?? pool.cluster, namespace: chart?.namespace ?? Chart.of(workload).namespace };
}

/** One workload runs in one cluster: that of its chart, or else that of its first pool. */
function poolClusterProblems(workload: Construct, demands: readonly PodDemand[]): Problem[] {
  const cluster = ClusterChart.find(workload)?.cluster ?? demands[0]?.pool.cluster;
  return demands.flatMap(({ name, pool }) =>
    cluster === undefined || isSameCluster(pool.cluster, cluster)
      ? []
      : [
          {
            code: 'pool-cluster',
            property: 'pool',
            message: `each ${name} is to run on pool "${pool.poolName}" of cluster "${pool.cluster.clusterName}", but the chart is for cluster "${cluster.clusterName}"`,
            fix: `use a pool of cluster "${cluster.clusterName}", or a ClusterChart for "${pool.cluster.clusterName}"`,
          },
        ],
  );
}
