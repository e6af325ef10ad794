import { amountsOf, type PodNeeds } from './pod-needs';
import { merged, requiredOf, type PodGroup } from './pod-group';
import { fillingsOf, shareOf, type Kind } from './fillings';
import { bestWeights } from './filling-weights';

/** What sums of fractions are off by at most. */
const EPSILON = 1e-6;
/** With more kinds of pods, a node can be filled in too many ways to look at them. */
const MOST_KINDS = 10;

/**
 * The number of equal nodes on which all pods find a place, in whatever order the scheduler takes them and wherever it puts
 * them. docs/resources.md has the proof. It is exact for equal pods. For unlike ones it may be too high, never too low.
 *
 * @param enough a number that need not be improved on
 */
export function nodesInAnyOrder(groups: readonly PodGroup[], node: PodNeeds, enough = 0): number {
  const kinds = merged(groups);
  return kinds.reduce(
    (most, kind) => (requiredOf(kind) === 0 ? most : Math.max(most, nodesForLast(kind, kinds, node, enough))),
    0,
  );
}

/** Nodes of which one always has room for the last pod of a kind, whichever pods came before it. */
function nodesForLast(last: PodGroup, kinds: readonly PodGroup[], node: PodNeeds, enough: number): number {
  const needs = amountsOf(last.needs);
  const before = kinds
    .map((kind) => ({ sizes: amountsOf(kind.needs), pods: kind === last ? requiredOf(kind) - 1 : kind.replicas }))
    .filter(({ pods }) => pods > 0);
  const whole = amountsOf(node);
  const room = whole.map((amount, index) => amount - (needs[index] ?? 0));
  const rough =
    filledBy(
      before,
      before.map(({ sizes }) => shareOf(sizes, room)),
    ) + 1;
  if (rough <= enough || before.length > MOST_KINDS) return rough;
  const fillings = fillingsOf(before, room, whole);
  const weights =
    fillings &&
    bestWeights(
      fillings,
      before.map(({ pods }) => pods),
    );
  return weights ? Math.min(rough, filledBy(before, weights) + 1) : rough;
}

/** The most nodes that pods fill if every filling of a node weighs 1 or more. */
function filledBy(kinds: readonly Kind[], weights: readonly number[]): number {
  return Math.floor(kinds.reduce((sum, { pods }, index) => sum + pods * (weights[index] ?? 1), 0) + EPSILON);
}
