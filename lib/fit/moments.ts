/** Above this number of moments, all members count as if they were at once. */
const MOST = 500;

/** The largest groups of members of which each can meet each other, by the algorithm of Bron and Kerbosch: what may run at one moment. */
export function moments<T>(all: readonly T[], meet: (a: T, b: T) => boolean): (readonly T[])[] {
  const found: (readonly T[])[] = [];
  const grow = (group: readonly T[], open: readonly T[], closed: readonly T[]): void => {
    // A closed member could join every group that is found from here, and was found with them.
    if (found.length > MOST || closed.some((each) => open.every((other) => meet(each, other)))) return;
    if (open.length === 0) found.push(group);
    for (const [index, each] of open.entries()) {
      const meeting = (list: readonly T[]) => list.filter((other) => meet(each, other));
      grow([...group, each], meeting(open.slice(index + 1)), meeting([...closed, ...open.slice(0, index)]));
    }
  };
  grow([], all, []);
  return found.length > MOST ? [all] : found;
}
