/** Equal pods: the amounts that one asks for, and how many there are. */
export interface Kind {
  readonly sizes: readonly number[];
  readonly pods: number;
}

/** How many pods of each kind lie on one node. */
export type Contents = readonly number[];

/** A search that sees more contents of a node is left. */
const MOST_CONTENTS = 4000;

/**
 * The fillings of a node: pods that fit on it together and take more than `room` of something, without a pod too many.
 * `undefined` if there are too many contents to look at.
 *
 * @param whole what pods can take of a node
 */
export function fillingsOf(
  kinds: readonly Kind[],
  room: readonly number[],
  whole: readonly number[],
): Contents[] | undefined {
  // Of the last kind the number is computed and not tried: the smallest pods come last.
  const order = kinds
    .map((kind, index) => ({ ...kind, index, most: podsToFill(kind.sizes, room) }))
    .sort((a, b) => a.most - b.most);
  const fillings: Contents[] = [];
  let seen = 0;
  const visit = (depth: number, counts: Contents, left: readonly number[], free: readonly number[]): void => {
    const kind = order[depth];
    seen += 1;
    if (!kind || seen > MOST_CONTENTS) return;
    const { sizes, index } = kind;
    const fills = podsToFill(sizes, left);
    const isLast = depth === order.length - 1;
    for (let pods = 0; !isLast && pods <= Math.min(fills - 1, kind.pods); pods += 1) {
      visit(depth + 1, withPods(counts, index, pods), less(left, sizes, pods), less(free, sizes, pods));
    }
    if (fills > kind.pods || less(free, sizes, fills).some((amount) => amount < 0)) return;
    fillings.push(withPods(counts, index, fills));
  };
  visit(
    0,
    kinds.map(() => 0),
    room,
    whole,
  );
  return seen > MOST_CONTENTS ? undefined : fillings;
}

/** The share of a filled node that a pod is at most: no filling has shares of less than 1 together. */
export function shareOf(sizes: readonly number[], room: readonly number[]): number {
  const share = sizes.reduce((most, size, at) => (size === 0 ? most : Math.max(most, size / (room[at] ?? 0))), 0);
  return Math.min(1, share);
}

/** So many pods take more than what is left of something. */
function podsToFill(sizes: readonly number[], left: readonly number[]): number {
  return Math.min(...sizes.map((size, at) => (size === 0 ? Infinity : Math.floor((left[at] ?? 0) / size) + 1)));
}

function withPods(counts: Contents, kind: number, pods: number): Contents {
  return pods === 0 ? counts : counts.map((count, index) => (index === kind ? pods : count));
}

function less(amounts: readonly number[], sizes: readonly number[], pods: number): readonly number[] {
  return pods === 0 ? amounts : amounts.map((amount, at) => amount - (sizes[at] ?? 0) * pods);
}
