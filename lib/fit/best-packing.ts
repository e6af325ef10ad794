import { merged, shareOf, type EqualPods } from './equal-pods';

/** The most steps of a search. */
const MOST_STEPS = 10_000;
/** The depth from which on no search is tried. */
const MOST_DEPTH = 2000;

/** The number of pods of each size that have no node yet. */
type Waiting = readonly number[];

/**
 * True if the required pods fit on so many equal nodes if they are placed well. `false` is certain. `true` may be wrong for
 * many pods of several sizes, where a search of all packings would take too long.
 */
export function packs(groups: readonly EqualPods[], node: readonly number[], limit: number): boolean {
  const kinds = merged(groups.map(({ sizes, count, required = count }) => ({ sizes, count: required })));
  if (kinds.some(({ sizes, count }) => count > podsIn(node, sizes) * limit)) return false;
  if (node.some((whole, resource) => halvesOf(kinds, resource, whole) > limit)) return false;
  const search = new Search(
    kinds.sort((a, b) => shareOf(b.sizes, node) - shareOf(a.sizes, node)),
    node,
  );
  return search.place(
    kinds.map(({ count }) => count),
    limit,
  );
}

/** The number of pods that take more than half a node. No two of them can share one. */
function halvesOf(kinds: readonly EqualPods[], resource: number, whole: number): number {
  return kinds.reduce((pods, { count, sizes }) => pods + ((sizes[resource] ?? 0) * 2 > whole ? count : 0), 0);
}

function podsIn(free: readonly number[], sizes: readonly number[]): number {
  return Math.min(...sizes.map((size, resource) => (size > 0 ? Math.floor((free[resource] ?? 0) / size) : Infinity)));
}

/** Fills one node after the other. Each gets a pod of the largest size that is left, and pods until no other fits. */
class Search {
  private readonly failed = new Set<string>();
  private steps = 0;

  /** @param kinds the largest first */
  constructor(
    private readonly kinds: readonly EqualPods[],
    private readonly node: readonly number[],
  ) {}

  place(waiting: Waiting, nodes: number): boolean {
    const first = waiting.findIndex((pods) => pods > 0);
    if (first < 0) return true;
    const key = `${nodes}: ${waiting.join()}`;
    if (nodes === 0 || this.failed.has(key) || this.isTooMuch(waiting, nodes)) return false;
    if (nodes * this.kinds.length > MOST_DEPTH) return true;
    if (this.fill(first, waiting, this.node, nodes, 1)) return true;
    this.failed.add(key);
    return false;
  }

  /** Tries each number of pods of a kind on a node, and then the kinds after it. */
  private fill(at: number, waiting: Waiting, free: readonly number[], nodes: number, least = 0): boolean {
    this.steps += 1;
    if (this.steps > MOST_STEPS) return true;
    const kind = this.kinds[at];
    if (!kind) return !this.hasRoom(waiting, free) && this.place(waiting, nodes - 1);
    const most = Math.min(waiting[at] ?? 0, podsIn(free, kind.sizes));
    for (let pods = most; pods >= least; pods -= 1) {
      const others = waiting.map((count, index) => (index === at ? count - pods : count));
      const left = free.map((amount, resource) => amount - pods * (kind.sizes[resource] ?? 0));
      if (this.fill(at + 1, others, left, nodes)) return true;
    }
    return false;
  }

  private hasRoom(waiting: Waiting, free: readonly number[]): boolean {
    return this.kinds.some(({ sizes }, index) => (waiting[index] ?? 0) > 0 && podsIn(free, sizes) > 0);
  }

  private isTooMuch(waiting: Waiting, nodes: number): boolean {
    return this.node.some((whole, resource) => {
      const sum = this.kinds.reduce((all, { sizes }, index) => all + (waiting[index] ?? 0) * (sizes[resource] ?? 0), 0);
      return sum > whole * nodes;
    });
  }
}
