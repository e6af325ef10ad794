import type { ClusterPods } from '../../core/contracts/cluster-pods';
import { gpusPerNode, type INodePool } from '../../core/contracts/node-pool';
import { nodesInAnyOrder } from './any-order';
import { fitProblems } from './fit-problems';
import { nodesAtBest } from './packing';
import type { PodGroup } from './pod-group';
import { needsOf, type PodNeeds } from './pod-needs';
import { requiredPods, type PodDemand } from './pool-demand';
import { mebibytes } from './quantity';

/** The nodes of one pool that pods need if all of them run at once. */
export interface PoolPlan {
  readonly pool: INodePool;
  readonly demands: readonly PodDemand[];
  /** What pods can use of each node. */
  readonly node: PodNeeds;
  /** Nodes that the pods need, in whatever order the scheduler takes them; if they fit, perhaps fewer would do. */
  readonly nodes: number;
  /** Nodes that the pool grows to. */
  readonly limit: number;
  /** The demand with the most pods. */
  readonly largest: PodDemand;
}

/** The plan; `undefined` if facts are missing, or if a pod fits on no node, which is another problem. */
export function planOf(demands: readonly PodDemand[]): PoolPlan | undefined {
  const [first] = demands;
  if (!first) return undefined;
  const { pool } = first;
  const { allocatable, maxNodes } = pool;
  if (!allocatable || maxNodes === undefined) return undefined;
  if (demands.some((demand) => [...fitProblems(demand)].length > 0)) return undefined;
  const node: PodNeeds = {
    cpuMillis: allocatable.cpuMillis,
    memoryMiB: mebibytes(allocatable.memory),
    storageMiB: allocatable.ephemeralStorage ? mebibytes(allocatable.ephemeralStorage) : Infinity,
    gpus: gpusPerNode(pool) ?? 0,
    pods: allocatable.pods ?? Infinity,
  };
  const largest = demands.reduce((most, demand) => (requiredPods(demand) > requiredPods(most) ? demand : most));
  const nodes = nodesFor(demands, node, pool.clusterPods, maxNodes);
  return { pool, demands, node, limit: maxNodes, nodes, largest };
}

/** Whether the pods fit on the most nodes of their pool if they are placed well. */
export function fitsAtBest({ pool, demands, node, limit }: PoolPlan): boolean {
  return nodesAtBest([...groupsOf(demands), ...groupsOfCluster(pool.clusterPods)], node) <= limit;
}

/** Whether the pods would fit if those of the cluster itself were elsewhere. */
export function fitsWithoutCluster({ pool, demands, node, limit }: PoolPlan): boolean {
  return pool.clusterPods !== undefined && nodesFor(demands, node) <= limit;
}

/** The most pods of the largest demand that fit beside the other demands; 0 if none fits. */
export function largestThatFits({ pool, demands, node, limit, largest }: PoolPlan): number {
  let fits = 0;
  let above = requiredPods(largest);
  while (above - fits > 1) {
    const pods = Math.floor((fits + above) / 2);
    const fewer = largest.atLeast === undefined ? { ...largest, replicas: pods } : { ...largest, atLeast: pods };
    const changed = demands.map((demand) => (demand === largest ? fewer : demand));
    if (nodesFor(changed, node, pool.clusterPods) <= limit) fits = pods;
    else above = pods;
  }
  return fits;
}

/** The demand that a small pool of its own holds, and without which the others fit; `undefined` if there is none. */
export function demandApart(plan: PoolPlan): { readonly demand: PodDemand; readonly nodes: number } | undefined {
  const { pool, demands, node, limit } = plan;
  if (demands.length < 2) return undefined;
  const [best] = demands
    .filter(
      (one) =>
        nodesFor(
          demands.filter((demand) => demand !== one),
          node,
          pool.clusterPods,
        ) <= limit,
    )
    .map((demand) => ({ demand, nodes: nodesFor([demand], node) }))
    .sort((a, b) => a.nodes - b.nodes);
  return best;
}

function nodesFor(
  demands: readonly PodDemand[],
  node: PodNeeds,
  clusterPods?: readonly ClusterPods[],
  enough?: number,
): number {
  // Pods of the cluster are there before any job, so they take places and never wait for one.
  const inTheWay = groupsOfCluster(clusterPods).map((group) => ({ ...group, required: 0 }));
  return nodesInAnyOrder([...groupsOf(demands), ...inTheWay], node, enough);
}

function groupsOf(demands: readonly PodDemand[]): PodGroup[] {
  return demands.map((demand) => ({
    needs: needsOf(demand),
    replicas: demand.replicas,
    required: requiredPods(demand),
  }));
}

function groupsOfCluster(clusterPods: readonly ClusterPods[] = []): PodGroup[] {
  return clusterPods.map(({ count, cpuMillis, memory }) => ({
    needs: { cpuMillis, memoryMiB: mebibytes(memory), storageMiB: 0, gpus: 0, pods: 1 },
    replicas: count,
  }));
}
