import { merged, shareOf, type EqualPods } from './equal-pods';

/** The most sizes of pods that are summed each. With more, one sum stands for a pod that is as large as any. */
const MOST_SIZES = 10;
const MOST_SUMS = 5000;
/** The largest error of sums of fractions. */
const EPSILON = 1e-6;

/**
 * The number of equal nodes on which all pods find a place in any order and by any choice of the scheduler. It is exact
 * for equal pods. For others it may be too high, never too low: docs/resources.md has the proof.
 */
export function certainNodes(groups: readonly EqualPods[], node: readonly number[]): number {
  const kinds = merged(groups);
  const lasts = kinds.filter(({ required }) => required > 0);
  if (lasts.length === 0) return 0;
  if (kinds.length > MOST_SIZES) return nodesFor(largestOf(lasts, node), kinds, node);
  const sums = node.map((whole, resource) => sumsOf(kinds, resource, whole));
  return Math.max(...lasts.map((last) => nodesFor(last, kinds, node, sums)));
}

/** Tells if more pods find a place beside others on so many nodes, in any order. It is called often. */
export function roomBeside(
  groups: readonly EqualPods[],
  node: readonly number[],
  limit: number,
): (more: EqualPods) => boolean {
  const kinds = merged(groups);
  const inAll = (more: EqualPods) => certainNodes([...groups, more], node) <= limit;
  if (kinds.length <= MOST_SIZES) return inAll;
  const largest = largestOf(kinds, node);
  const least = node.map((whole, resource) => whole - (largest.sizes[resource] ?? 0));
  const filled = filledBy(kinds, least);
  const isLarger = ({ sizes }: EqualPods) => sizes.some((size, resource) => size > (largest.sizes[resource] ?? 0));
  return (more) =>
    isLarger(more) ? inAll(more) : nodesBeyond(filled + more.count * shareOf(more.sizes, least)) <= limit;
}

/** The nodes of which one always has room for the last pod of a size, whichever pods came before it. */
function nodesFor(
  last: Required<EqualPods>,
  kinds: readonly Required<EqualPods>[],
  node: readonly number[],
  sums: readonly (readonly number[] | undefined)[] = [],
): number {
  const least = node.map((whole, resource) => leastAbove(whole - (last.sizes[resource] ?? 0), sums[resource]));
  const before = kinds.map((kind) => (kind === last ? { ...kind, count: kind.required - 1 } : kind));
  return nodesBeyond(filledBy(before, least));
}

/** The nodes that pods fill together, each with its share. */
function filledBy(kinds: readonly EqualPods[], least: readonly number[]): number {
  return kinds.reduce((nodes, { count, sizes }) => nodes + count * shareOf(sizes, least), 0);
}

function nodesBeyond(filled: number): number {
  return Math.floor(filled + EPSILON) + 1;
}

/** The least sum that is more than the room, or the room itself where the sums are too many to know. */
function leastAbove(room: number, sums: readonly number[] | undefined): number {
  return sums ? sums.reduce((least, sum) => (sum > room && sum < least ? sum : least), Infinity) : room;
}

/** The possible sums of a resource that some of the pods take, up to a node's; `undefined` if there are too many. */
function sumsOf(kinds: readonly EqualPods[], resource: number, whole: number): number[] | undefined {
  if (whole === Infinity) return [];
  const sums = new Set([0]);
  for (const { count, sizes } of kinds) {
    const size = sizes[resource] ?? 0;
    if (size === 0) continue;
    for (const sum of [...sums]) {
      for (let pods = 1; pods <= count && sum + pods * size <= whole; pods += 1) sums.add(sum + pods * size);
      if (sums.size > MOST_SUMS) return undefined;
    }
  }
  return [...sums];
}

/** A pod with the largest request of each resource. */
function largestOf(kinds: readonly EqualPods[], node: readonly number[]): Required<EqualPods> {
  const sizes = node.map((_, resource) => Math.max(...kinds.map((kind) => kind.sizes[resource] ?? 0)));
  return { sizes, count: 1, required: 1 };
}
