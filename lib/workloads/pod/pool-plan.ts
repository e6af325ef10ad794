import type { ClusterPods } from '../../core/contracts/cluster-pods';
import { gpusPerNode, type INodePool } from '../../core/contracts/node-pool';
import { fitInAnyOrder, nodesInAnyOrder, roomInAnyOrder } from './any-order';
import { fitProblems } from './fit-problems';
import { nodesAtBest } from './packing';
import type { PodGroup } from './pod-group';
import { amountsOf, needsOf, type PodNeeds } from './pod-needs';
import { requiredPods, type PodDemand } from './pool-demand';
import { mebibytes } from './quantity';

/** A pool whose numbers are known. */
interface KnownPool {
  readonly pool: INodePool;
  /** What pods can use of each node. */
  readonly node: PodNeeds;
  /** Nodes that the pool grows to. */
  readonly limit: number;
}

/** Pods that may not all find a place on the nodes of one pool if they run at once. */
export interface PoolPlan extends KnownPool {
  readonly demands: readonly PodDemand[];
  /** Nodes that the pods need, in whatever order the scheduler takes them. */
  readonly nodes: number;
  /** The demand with the most pods. */
  readonly largest: PodDemand;
}

/** The plan; `undefined` if the pods fit, if facts are missing, or if a pod fits on no node, which is another problem. */
export function planOf(demands: readonly PodDemand[]): PoolPlan | undefined {
  const known = knownPool(demands);
  if (!known) return undefined;
  const groups = groupsBeside(demands, known.pool);
  if (fitInAnyOrder(groups, known.node, known.limit)) return undefined;
  const nodes = nodesInAnyOrder(groups, known.node, known.limit);
  const largest = demands.reduce((most, demand) => (requiredPods(demand) > requiredPods(most) ? demand : most));
  return { ...known, demands, nodes, largest };
}

/** The nodes that pods need, or perhaps some more that the pool has; 0 if that is not known. */
export function nodesOf(demands: readonly PodDemand[]): number {
  const known = knownPool(demands);
  return known ? nodesInAnyOrder(groupsBeside(demands, known.pool), known.node, known.limit) : 0;
}

/** Whether more pods fit on a pool, for each that asks; `undefined` if it is not known. */
export type Room = (more: PodDemand) => boolean | undefined;

/** The room beside pods of one pool, if all run at once. */
export function roomBeside(demands: readonly PodDemand[], pool = demands[0]?.pool): Room {
  const known = knownPool(demands, pool);
  if (!known) return () => undefined;
  const { node, limit } = known;
  const hasRoom = roomInAnyOrder(groupsOf(demands), inTheWay(known.pool.clusterPods), node, limit);
  // Many equal servers ask the same, several times each.
  const answers = new Map<string, boolean>();
  return (more) => {
    if (!isPlaced(more)) return undefined;
    const group = groupOf(more);
    const key = [group.replicas, group.required, ...amountsOf(group.needs)].join(' ');
    const answer = answers.get(key) ?? hasRoom(group);
    answers.set(key, answer);
    return answer;
  };
}

function knownPool(demands: readonly PodDemand[], pool = demands[0]?.pool): KnownPool | undefined {
  if (!pool?.allocatable || pool.maxNodes === undefined || !demands.every(isPlaced)) return undefined;
  const { allocatable, maxNodes } = pool;
  const node = {
    cpuMillis: allocatable.cpuMillis,
    memoryMiB: mebibytes(allocatable.memory),
    storageMiB: allocatable.ephemeralStorage ? mebibytes(allocatable.ephemeralStorage) : Infinity,
    gpus: gpusPerNode(pool) ?? 0,
    pods: allocatable.pods ?? Infinity,
  };
  return { pool, node, limit: maxNodes };
}

/** Whether an empty node has a place for a pod. */
function isPlaced(demand: PodDemand): boolean {
  return fitProblems(demand).next().done === true;
}

/** Whether the pods fit on the most nodes of their pool if they are placed well. */
export function fitsAtBest({ pool, demands, node, limit }: PoolPlan): boolean {
  return nodesAtBest([...groupsOf(demands), ...groupsOfCluster(pool.clusterPods)], node) <= limit;
}

/** Whether the pods would fit if those of the cluster itself were elsewhere. */
export function fitsWithoutCluster({ pool, demands, node, limit }: PoolPlan): boolean {
  return pool.clusterPods !== undefined && fitInAnyOrder(groupsOf(demands), node, limit);
}

/** The most pods of the largest demand that fit beside the other demands; 0 if none fits. */
export function largestThatFits({ pool, demands, node, limit, largest }: PoolPlan): number {
  let fits = 0;
  let above = requiredPods(largest);
  while (above - fits > 1) {
    const pods = Math.floor((fits + above) / 2);
    const fewer = largest.atLeast === undefined ? { ...largest, replicas: pods } : { ...largest, atLeast: pods };
    const changed = demands.map((demand) => (demand === largest ? fewer : demand));
    if (fitInAnyOrder(groupsBeside(changed, pool), node, limit)) fits = pods;
    else above = pods;
  }
  return fits;
}

/** The demand that a small pool of its own holds, and without which the others fit; `undefined` if there is none. */
export function demandApart(plan: PoolPlan): { readonly demand: PodDemand; readonly nodes: number } | undefined {
  const { pool, demands, node, limit } = plan;
  if (demands.length < 2) return undefined;
  const without = (one: PodDemand) => demands.filter((demand) => demand !== one);
  return demands
    .map((demand) => ({ demand, nodes: nodesInAnyOrder(groupsOf([demand]), node) }))
    .sort((a, b) => a.nodes - b.nodes)
    .find(({ demand }) => fitInAnyOrder(groupsBeside(without(demand), pool), node, limit));
}

/** Pods, and beside them those of the cluster, which are there before any job: they take places and never wait for one. */
function groupsBeside(demands: readonly PodDemand[], { clusterPods }: INodePool): PodGroup[] {
  return [...groupsOf(demands), ...inTheWay(clusterPods)];
}

function groupsOf(demands: readonly PodDemand[]): PodGroup[] {
  return demands.map(groupOf);
}

function groupOf(demand: PodDemand): PodGroup {
  return { needs: needsOf(demand), replicas: demand.replicas, required: requiredPods(demand) };
}

function inTheWay(clusterPods?: readonly ClusterPods[]): PodGroup[] {
  return groupsOfCluster(clusterPods).map((group) => ({ ...group, required: 0 }));
}

function groupsOfCluster(clusterPods: readonly ClusterPods[] = []): PodGroup[] {
  return clusterPods.map(({ count, cpuMillis, memory }) => ({
    needs: { cpuMillis, memoryMiB: mebibytes(memory), storageMiB: 0, gpus: 0, pods: 1 },
    replicas: count,
  }));
}
