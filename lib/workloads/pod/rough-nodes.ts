import { lazily } from '../../core/lazily';
import { shareOf } from './fillings';
import type { PodKind } from './pod-group';

/** What sums of fractions are off by at most. */
const EPSILON = 1e-6;

/** What pods fill before a last one comes. */
interface Filled {
  /** What they may take of a node without being in its way. */
  readonly room: readonly number[];
  /** The nodes that they fill at most, with a part of one. */
  readonly nodes: number;
}

/** Nodes of which one has room for a last pod, if those before it fill so many at most. */
export function nodesBeyond(filled: number): number {
  return Math.floor(filled + EPSILON) + 1;
}

export function roomBefore(sizes: readonly number[], whole: readonly number[]): readonly number[] {
  return whole.map((amount, at) => amount - (sizes[at] ?? 0));
}

/** The kinds whose last pod must find a place. */
export function lastsOf(kinds: readonly PodKind[]): PodKind[] {
  return kinds.filter(({ required }) => required > 0);
}

/** The number of nodes for the last pod of a kind, if each pod before it counts for its share of a node. */
export function roughNodes(last: PodKind, kinds: readonly PodKind[], whole: readonly number[]): number {
  return nodesBeyond(filledBefore(last.sizes, kinds, whole, last).nodes);
}

/** No less than `roughNodes` of any kind, by one sum: for a last pod that asks for the most of each resource. */
export function nodesAtMost(kinds: readonly PodKind[], whole: readonly number[]): number {
  return nodesBeyond(filledBefore(largestOf(kinds, whole), kinds, whole).nodes);
}

/** Whether more pods fit beside others on so many nodes, by `roughNodes`. The sums of the others are made once. */
export function roughRoom(
  kinds: readonly PodKind[],
  whole: readonly number[],
  limit: number,
): (more: PodKind) => boolean {
  const largest = largestOf(kinds, whole);
  const most = filledBefore(largest, kinds, whole);
  const lasts = lazily(() => lastsOf(kinds).map((last) => filledBefore(last.sizes, kinds, whole, last)));
  return ({ sizes, pods, required }) => {
    const fits = ({ room, nodes }: Filled, before = pods) =>
      nodesBeyond(nodes + before * shareOf(sizes, room)) <= limit;
    if (sizes.every((size, at) => size <= (largest[at] ?? 0)) && fits(most)) return true;
    if (!lasts().every((last) => fits(last))) return false;
    return required === 0 || fits(filledBefore(sizes, kinds, whole), required - 1);
  };
}

/** @param last the kind of the last pod itself. @default - none of the kinds */
function filledBefore(
  sizes: readonly number[],
  kinds: readonly PodKind[],
  whole: readonly number[],
  last?: PodKind,
): Filled {
  const room = roomBefore(sizes, whole);
  const nodes = kinds.reduce(
    (sum, kind) => sum + (kind === last ? kind.required - 1 : kind.pods) * shareOf(kind.sizes, room),
    0,
  );
  return { room, nodes };
}

function largestOf(kinds: readonly PodKind[], whole: readonly number[]): readonly number[] {
  const lasts = lastsOf(kinds);
  return whole.map((_, at) => lasts.reduce((most, { sizes }) => Math.max(most, sizes[at] ?? 0), 0));
}
