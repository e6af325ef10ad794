import { array, constantFrom, integer, option, record, tuple } from 'fast-check';
import type { EqualPods } from '../../lib/fit/equal-pods';

// Small numbers of pods, of which every order and every packing can be tried.

/** A node with some CPU, memory and places, and up to three groups of pods that fit on it one by one. */
export const GROUPS = tuple(
  integer({ min: 6, max: 15 }),
  integer({ min: 6, max: 15 }),
  constantFrom(3, 5, 100),
  array(
    record({
      cpu: integer({ min: 1, max: 15 }),
      memory: integer({ min: 0, max: 15 }),
      count: integer({ min: 1, max: 4 }),
      spare: option(integer({ min: 1, max: 3 }), { freq: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
).map(([cpus, memories, places, roles]) => ({
  node: [cpus, memories, places],
  groups: roles.map(({ cpu, memory, count, spare }) => ({
    count,
    sizes: [Math.min(cpu, cpus), Math.min(memory, memories), 1],
    ...(spare !== null && { required: Math.max(0, count - spare) }),
  })),
}));

type Amounts = readonly number[];

function empty(node: Amounts, nodes: number): Amounts[] {
  return Array.from({ length: nodes }, () => node);
}

/** What is left of the nodes after a pod on each of those that have room for it. */
function placed(sizes: Amounts, free: readonly Amounts[]): Amounts[][] {
  return free.flatMap((left, at) => {
    const after = left.map((amount, resource) => amount - (sizes[resource] ?? 0));
    if (after.some((amount) => amount < 0)) return [];
    return [free.map((each, other) => (other === at ? after : each)).sort()];
  });
}

/** Whether some order of the pods, and some choice of nodes, leaves a required pod without a place. */
export function canStick(groups: readonly EqualPods[], node: Amounts, nodes: number): boolean {
  const seen = new Set<string>();
  const visit = (free: readonly Amounts[], counts: Amounts): boolean => {
    const key = `${free.join('|')}/${counts.join()}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return groups.some(({ count, required = count, sizes }, kind) => {
      const before = counts[kind] ?? 0;
      if (before >= count) return false;
      const ways = placed(sizes, free);
      if (ways.length === 0) return before < required;
      return ways.some((way) => visit(way, counts.with(kind, before + 1)));
    });
  };
  return visit(
    empty(node, nodes),
    groups.map(() => 0),
  );
}

/** Whether some order of the pods, and some choice of nodes, gives each required pod a place. */
export function canPlaceAll(groups: readonly EqualPods[], node: Amounts, nodes: number): boolean {
  const all = groups.flatMap(({ count, required = count, sizes }) => Array.from({ length: required }, () => sizes));
  const seen = new Set<string>();
  const place = (index: number, free: readonly Amounts[]): boolean => {
    const sizes = all[index];
    if (!sizes) return true;
    const key = `${index}/${free.join('|')}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return placed(sizes, free).some((way) => place(index + 1, way));
  };
  return place(0, empty(node, nodes));
}
