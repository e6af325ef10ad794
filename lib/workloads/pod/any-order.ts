import { bestWeights } from './filling-weights';
import { fillingsOf } from './fillings';
import { kindOf, merged, type PodGroup, type PodKind } from './pod-group';
import { amountsOf, type PodNeeds } from './pod-needs';
import { lastsOf, nodesAtMost, nodesBeyond, roomBefore, roughNodes, roughRoom } from './rough-nodes';

/** With more kinds of pods, a node can be filled in too many ways to look at them. */
const MOST_KINDS = 10;

/**
 * The number of equal nodes on which all pods find a place, in whatever order the scheduler takes them and wherever it puts
 * them. docs/resources.md has the proof. It is exact for equal pods. For unlike ones it may be too high, never too low.
 *
 * @param enough a number that need not be improved on
 */
export function nodesInAnyOrder(groups: readonly PodGroup[], node: PodNeeds, enough = 0): number {
  const kinds = merged(groups).map(kindOf);
  const whole = amountsOf(node);
  return lastsOf(kinds).reduce((most, last) => Math.max(most, nodesForLast(last, kinds, whole, enough)), 0);
}

/** Whether that number is within a limit, which takes less to find out. */
export function fitInAnyOrder(groups: readonly PodGroup[], node: PodNeeds, limit: number): boolean {
  const kinds = merged(groups).map(kindOf);
  const whole = amountsOf(node);
  const fits = (last: PodKind) => nodesForLast(last, kinds, whole, limit) <= limit;
  return nodesAtMost(kinds, whole) <= limit || lastsOf(kinds).every(fits);
}

/**
 * Whether more pods fit on so many nodes beside others, and pods that are there before all: the same as to ask `fitInAnyOrder`
 * for all of them together. Many may ask.
 */
export function roomInAnyOrder(
  groups: readonly PodGroup[],
  inTheWay: readonly PodGroup[],
  node: PodNeeds,
  limit: number,
): (more: PodGroup) => boolean {
  const others = merged(groups);
  const kinds = merged([...others, ...inTheWay]).map(kindOf);
  // The kind of the last pod may be one of them.
  if (kinds.length - 1 <= MOST_KINDS) return (more) => fitInAnyOrder([...others, more, ...inTheWay], node, limit);
  const hasRoom = roughRoom(kinds, amountsOf(node), limit);
  return (more) => hasRoom(kindOf(more));
}

/** Nodes of which one always has room for the last pod of a kind, whichever pods came before it. */
function nodesForLast(last: PodKind, kinds: readonly PodKind[], whole: readonly number[], enough: number): number {
  const rough = roughNodes(last, kinds, whole);
  const kindsBefore = last.required === 1 ? kinds.length - 1 : kinds.length;
  if (rough <= enough || kindsBefore > MOST_KINDS) return rough;
  const before = kinds
    .map((kind) => (kind === last ? { ...kind, pods: kind.required - 1 } : kind))
    .filter(({ pods }) => pods > 0);
  const counts = before.map(({ pods }) => pods);
  const fillings = fillingsOf(before, roomBefore(last.sizes, whole), whole);
  const weights = fillings && bestWeights(fillings, counts);
  if (!weights) return rough;
  const filled = counts.reduce((sum, pods, index) => sum + pods * (weights[index] ?? 1), 0);
  return Math.min(rough, nodesBeyond(filled));
}
