import { gpusPerNode, type INodePool, type NodeResources } from '../../core/contracts/node-pool';
import { fitProblems } from './fit-problems';
import { nodesFor } from './packing';
import { needsOf, type PodNeeds } from './pod-needs';
import type { PodDemand } from './pool-demand';
import { mebibytes } from './quantity';

/** The nodes of one pool that pods need if all of them run at once. */
export interface PoolPlan {
  readonly pool: INodePool;
  /** Nodes that the pods need. */
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
  const largest = demands.reduce((most, demand) => (demand.replicas > most.replicas ? demand : most));
  return { pool, limit: maxNodes, nodes: nodesOf(demands, pool, allocatable), largest };
}

/** The most replicas of the largest demand that fit beside the other demands; 0 if none fits. */
export function largestThatFits(demands: readonly PodDemand[], { pool, limit, largest }: PoolPlan): number {
  const { allocatable } = pool;
  if (!allocatable) return 0;
  let fits = 0;
  let above = largest.replicas;
  while (above - fits > 1) {
    const replicas = Math.floor((fits + above) / 2);
    const changed = demands.map((demand) => (demand === largest ? { ...demand, replicas } : demand));
    if (nodesOf(changed, pool, allocatable) <= limit) fits = replicas;
    else above = replicas;
  }
  return fits;
}

function nodesOf(demands: readonly PodDemand[], pool: INodePool, free: NodeResources): number {
  const node: PodNeeds = {
    cpuMillis: free.cpuMillis,
    memoryMiB: mebibytes(free.memory),
    storageMiB: free.ephemeralStorage ? mebibytes(free.ephemeralStorage) : Infinity,
    gpus: gpusPerNode(pool) ?? 0,
    pods: free.pods ?? Infinity,
  };
  return nodesFor(
    demands.map((demand) => ({ needs: needsOf(demand), replicas: demand.replicas })),
    node,
  );
}
