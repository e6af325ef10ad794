/** The names that stand before each name of a graph, directly. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** The names of a graph, each after all that stand before it; the names of a cycle if it has one. */
export function inOrder(graph: Graph): { readonly order: readonly string[]; readonly cycle?: readonly string[] } {
  const order: string[] = [];
  const open = new Set(graph.keys());
  for (let isDone = false; !isDone;) {
    const ready = [...open].filter((name) => [...(graph.get(name) ?? [])].every((before) => !open.has(before)));
    order.push(...ready);
    for (const name of ready) open.delete(name);
    isDone = ready.length === 0;
  }
  return open.size === 0 ? { order } : { order, cycle: cycleIn(graph, open) };
}

function cycleIn(graph: Graph, open: ReadonlySet<string>): string[] {
  const path: string[] = [];
  let [name = ''] = open;
  while (!path.includes(name)) {
    path.push(name);
    name = [...(graph.get(name) ?? [])].find((before) => open.has(before)) ?? '';
  }
  return path.slice(path.indexOf(name)).reverse();
}

/** A graph with all that stands before each name, directly or not. */
export function withAllBefore(graph: Graph): Graph {
  const all = new Map<string, Set<string>>();
  for (const name of inOrder(graph).order) {
    const direct = [...(graph.get(name) ?? [])];
    all.set(name, new Set(direct.flatMap((before) => [before, ...(all.get(before) ?? [])])));
  }
  return all;
}

/** Above this number of moments, names count as if all were at once. */
const MOST_MOMENTS = 500;

/**
 * The largest sets of names of which none stands before another: what may run at the same moment. They are the maximal
 * cliques of the names that can meet, by the algorithm of Bron and Kerbosch.
 */
export function moments(names: readonly string[], before: Graph): string[][] {
  const follows = (a: string, b: string) => before.get(a)?.has(b) === true;
  const meet = new Map(
    names.map((a) => [a, new Set(names.filter((b) => b !== a && !follows(a, b) && !follows(b, a)))]),
  );
  const found: string[][] = [];
  const grow = (moment: readonly string[], open: ReadonlySet<string>, closed: ReadonlySet<string>): void => {
    if (found.length > MOST_MOMENTS) return;
    if (open.size === 0 && closed.size === 0) found.push([...moment]);
    const friends = (name: string) => meet.get(name) ?? new Set<string>();
    const common = (set: ReadonlySet<string>, name: string) => [...set].filter((each) => friends(name).has(each));
    const [pivot] = [...open, ...closed].sort((a, b) => common(open, b).length - common(open, a).length);
    const [rest, done] = [new Set(open), new Set(closed)];
    for (const name of open) {
      if (pivot !== undefined && friends(pivot).has(name)) continue;
      grow([...moment, name], new Set(common(rest, name)), new Set(common(done, name)));
      rest.delete(name);
      done.add(name);
    }
  };
  grow([], new Set(names), new Set());
  return found.length > MOST_MOMENTS ? [[...names]] : found;
}
