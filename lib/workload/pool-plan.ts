import { certainNodes, roomBeside as roomOnNodes } from '../fit/certain-nodes';
import type { INodePool } from '../core/contracts/node-pool';
import type { EqualPods } from '../fit/equal-pods';
import { packs } from '../fit/best-packing';
import { mebibytes } from '../core/mebibytes';
import { fitProblems } from '../pods/placement/fit-problems';
import { amountsOf, needsOf, roomOfNode } from '../pods/placement/pod-needs';
import { byPool, gangsOf, requiredPods, requiredReplicas, type PodSet, type PoolDemands } from '../pods/pod-set';

/** Pods at once on a pool whose numbers are known. */
interface KnownPool extends PoolDemands {
  /** The resources of each node that pods can use. */
  readonly node: readonly number[];
  /** The most nodes of the pool. */
  readonly limit: number;
}

/** Pods that may not all find a place on the nodes of one pool if they run at once. */
export interface PoolPlan extends KnownPool {
  /** The nodes on which all pods find a place, in whatever order the scheduler takes them. */
  readonly nodes: number;
  /** The pod set with the most pods. */
  readonly largest: PodSet;
}

/**
 * The plan; `undefined` if the pods fit in any order, if facts are missing, or if a pod fits on no node, which is another
 * problem.
 *
 * @param limit the nodes that the pods may use. @default - those that the pool grows to
 */
export function planOf(demands: readonly PodSet[], limit?: number): PoolPlan | undefined {
  const known = knownPool(demands, demands[0]?.pool, limit);
  if (!known) return undefined;
  const nodes = nodesFor(known);
  if (nodes <= known.limit) return undefined;
  const largest = demands.reduce((most, demand) => (requiredPods(demand) > requiredPods(most) ? demand : most));
  return { ...known, nodes, largest };
}

/** The plans of pods that must run at once, by gang and pool. An elastic role counts with its fewest pods. */
export function plansOf(demands: readonly PodSet[]): PoolPlan[] {
  return gangsOf(demands).flatMap((gang) => byPool(gang).flatMap((ofPool) => planOf(ofPool.demands) ?? []));
}

/** The nodes on which pods find a place in any order; 0 if that is not known. */
export function nodesOf(demands: readonly PodSet[]): number {
  const known = knownPool(demands);
  return known ? nodesFor(known) : 0;
}

/**
 * True if the pods may fit when they are placed well. If it is false, they fit in no order. The pods of the cluster may
 * be on other nodes.
 */
export function canFit({ demands, node, limit }: KnownPool, nodes = limit): boolean {
  return packs(demands.map(groupOf), node, nodes);
}

/** The fewest nodes on which the pods may fit. */
export function fewestNodes(plan: PoolPlan): number {
  return firstNumber(plan.limit, plan.nodes, (nodes) => canFit(plan, nodes));
}

/** True if the pods would fit in any order on nodes without the pods of the cluster itself. */
export function fitsWithoutCluster({ pool: { clusterPods }, demands, node, limit }: PoolPlan): boolean {
  return clusterPods !== undefined && certainNodes(demands.map(groupOf), node) <= limit;
}

/** The most replicas of the largest set that fit beside the other sets, by default in any order; 0 if none fits. */
export function largestThatFits(plan: PoolPlan, fits = fitsInAnyOrder): number {
  const { demands, largest } = plan;
  const isTooMany = (few: number) => {
    const fewer = largest.atLeast === undefined ? { ...largest, replicas: few } : { ...largest, atLeast: few };
    return !fits({ ...plan, demands: demands.map((demand) => (demand === largest ? fewer : demand)) });
  };
  return firstNumber(0, requiredReplicas(largest), isTooMany) - 1;
}

/** A test of further pods: true if they fit on a pool in any order; `undefined` if that is not known. */
export type Room = (more: PodSet) => boolean | undefined;

/** The room beside pods of one pool, if all run at once. */
export function roomBeside(demands: readonly PodSet[], pool = demands[0]?.pool): Room {
  const known = knownPool(demands, pool);
  if (!known) return () => undefined;
  const hasRoom = roomOnNodes(groupsOf(known), known.node, known.limit);
  // Many equal servers ask for the same pods, several times each.
  const answers = new Map<string, boolean>();
  return (more) => {
    if (!isPlaced(more)) return undefined;
    const key = [more.replicas, more.machines, more.atLeast, ...groupOf(more).sizes].join(' ');
    const answer = answers.get(key) ?? hasRoom(groupOf(more));
    answers.set(key, answer);
    return answer;
  };
}

function knownPool(demands: readonly PodSet[], pool = demands[0]?.pool, limit = pool?.maxNodes) {
  const node = pool && roomOfNode(pool);
  if (!node || limit === undefined || !demands.every(isPlaced)) return undefined;
  return { pool, demands, node: amountsOf(node), limit };
}

/** True if an empty node has a place for a pod. */
function isPlaced(demand: PodSet): boolean {
  return fitProblems(demand).next().done === true;
}

function fitsInAnyOrder(known: KnownPool): boolean {
  return nodesFor(known) <= known.limit;
}

function nodesFor(known: KnownPool): number {
  const nodes = certainNodes(groupsOf(known), known.node);
  const { pool, demands, node } = known;
  const { minNodes = Infinity, maxNodes = minNodes } = pool;
  if (minNodes >= maxNodes) return nodes;
  // The pods of the cluster lie on nodes that are there from the start, and on as many as they need.
  const touched = Math.max(minNodes, certainNodes(clusterGroups(pool), node));
  return Math.min(nodes, touched + certainNodes(demands.map(groupOf), node));
}

/** The pods of the cluster come before all others. They take places and never wait for one. */
function groupsOf({ pool, demands }: KnownPool): EqualPods[] {
  return [...demands.map(groupOf), ...clusterGroups(pool).map((group) => ({ ...group, required: 0 }))];
}

function clusterGroups({ clusterPods = [] }: INodePool): EqualPods[] {
  return clusterPods.map(({ count, cpuMillis, memory }) => ({
    count,
    sizes: amountsOf({ cpuMillis, memoryMiB: mebibytes(memory), storageMiB: 0, gpus: 0, pods: 1 }),
  }));
}

function groupOf(demand: PodSet): EqualPods {
  const { replicas, machines = 1 } = demand;
  return { count: replicas * machines, sizes: amountsOf(needsOf(demand)), required: requiredPods(demand) };
}

/** The least number above `above` for which `holds` is true, as it is for all further numbers up to `until`. */
function firstNumber(above: number, until: number, holds: (number: number) => boolean): number {
  if (until - above <= 1) return until;
  const middle = Math.floor((above + until) / 2);
  return holds(middle) ? firstNumber(above, middle, holds) : firstNumber(middle, until, holds);
}
