import { array, assert, constantFrom, integer, option, property, record, tuple } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fitInAnyOrder, nodesInAnyOrder, roomInAnyOrder } from '../../../lib/workloads/pod/any-order';
import { requiredOf, type PodGroup } from '../../../lib/workloads/pod/pod-group';
import type { PodNeeds } from '../../../lib/workloads/pod/pod-needs';

const NODE: PodNeeds = { cpuMillis: 8000, memoryMiB: 16_000, storageMiB: Infinity, gpus: 0, pods: 100 };

function pods(replicas: number, cpuMillis: number, memoryMiB = 0, required?: number): PodGroup {
  return { needs: { cpuMillis, memoryMiB, storageMiB: 0, gpus: 0, pods: 1 }, replicas, required };
}

describe('the nodes on which pods fit in any order', () => {
  test('are as many as whole nodes for pods that take one each', () => {
    expect(nodesInAnyOrder([pods(4, 8000)], NODE)).toBe(4);
  });

  test('are one more for small pods that may lie on the nodes of large ones', () => {
    // Four small pods on four nodes leave one node to four large ones.
    expect(nodesInAnyOrder([pods(4, 8000), pods(4, 500)], NODE)).toBe(8);
    // Where no two fit together, a node is needed for each.
    expect(nodesInAnyOrder([pods(2, 4500), pods(2, 2700)], NODE)).toBe(3);
  });

  test('are no more than well packed ones if the small pods cannot fill a node', () => {
    expect(nodesInAnyOrder([pods(4, 7000), pods(1, 500)], NODE)).toBe(4);
    expect(nodesInAnyOrder([pods(6, 2000), pods(2, 1000)], NODE)).toBe(2);
  });

  test('count what fills first: CPU, memory, GPUs or the number of pods', () => {
    expect(nodesInAnyOrder([pods(5, 100, 8000)], NODE)).toBe(3);
    expect(nodesInAnyOrder([pods(5, 100)], { ...NODE, pods: 2 })).toBe(3);
    // One fills a node by its CPU, the other by its memory.
    expect(nodesInAnyOrder([pods(2, 7000, 1000), pods(2, 500, 15_500)], NODE)).toBe(4);
  });

  test('have room for the fewest pods of an elastic role, and count all of its pods as in the way of other pods', () => {
    expect(nodesInAnyOrder([pods(8, 8000, 0, 2)], NODE)).toBe(2);
    expect(nodesInAnyOrder([pods(8, 8000, 0, 2), pods(1, 8000)], NODE)).toBe(9);
  });

  test('leave pods that only stand in the way without a place of their own', () => {
    expect(nodesInAnyOrder([pods(20, 100, 0, 0)], NODE)).toBe(0);
    expect(nodesInAnyOrder([pods(1, 8000), pods(3, 100, 0, 0)], NODE)).toBe(4);
  });

  test('are told roughly where the rough number is enough, and where there are many kinds of pods', () => {
    expect(nodesInAnyOrder([pods(4, 2600)], NODE)).toBe(2);
    expect(nodesInAnyOrder([pods(4, 2600)], NODE, 3)).toBe(2);
    const unlike = [pods(6, 3000), pods(6, 2500)];
    const [exact, rough] = [nodesInAnyOrder(unlike, NODE), nodesInAnyOrder(unlike, NODE, 100)];
    expect(exact).toBeLessThan(rough);
    expect(nodesInAnyOrder(unlike, NODE, rough)).toBe(rough);
    expect(nodesInAnyOrder(unlike, NODE, rough - 1)).toBe(exact);
    const many = Array.from({ length: 40 }, (_, index) => pods(50, 100 + index));
    const least = many.reduce((sum, { needs, replicas }) => sum + needs.cpuMillis * replicas, 0) / NODE.cpuMillis;
    const nodes = nodesInAnyOrder(many, NODE);
    expect(nodes).toBeGreaterThanOrEqual(least);
    expect(nodes).toBeLessThan(least * 1.1);
  });
});

/** Whether some order of the pods, and some choice of nodes, leaves a required pod without a place: all are tried. */
function canStick(groups: readonly PodGroup[], node: PodNeeds, nodes: number): boolean {
  const amounts = ({ cpuMillis, memoryMiB, pods: count }: PodNeeds) => [cpuMillis, memoryMiB, count];
  const sizes = groups.map(({ needs }) => amounts(needs));
  const seen = new Set<string>();
  const visit = (free: readonly (readonly number[])[], placed: readonly number[]): boolean => {
    const key = `${free.map(String).sort().join('|')}/${placed.join()}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return groups.some((group, kind) => {
      const before = placed[kind] ?? 0;
      if (before >= group.replicas) return false;
      const after = (left: readonly number[]) => left.map((amount, at) => amount - (sizes[kind]?.[at] ?? 0));
      const places = free.flatMap((left, at) => (after(left).every((amount) => amount >= 0) ? [at] : []));
      if (places.length === 0) return before < requiredOf(group);
      const next = placed.map((count, index) => (index === kind ? count + 1 : count));
      return places.some((place) =>
        visit(
          free.map((left, at) => (at === place ? after(left) : left)),
          next,
        ),
      );
    });
  };
  return visit(
    Array.from({ length: nodes }, () => amounts(node)),
    groups.map(() => 0),
  );
}

const GROUPS = tuple(
  integer({ min: 6, max: 15 }),
  integer({ min: 6, max: 15 }),
  constantFrom(3, 5, 100),
  array(
    record({
      cpu: integer({ min: 1, max: 15 }),
      memory: integer({ min: 0, max: 15 }),
      replicas: integer({ min: 1, max: 4 }),
      spare: option(integer({ min: 1, max: 3 }), { freq: 4 }),
    }),
    { minLength: 1, maxLength: 3 },
  ),
).map(([cpuMillis, memoryMiB, count, roles]) => ({
  node: { cpuMillis, memoryMiB, storageMiB: Infinity, gpus: 0, pods: count },
  groups: roles.map(({ cpu, memory, replicas, spare }) =>
    pods(
      replicas,
      Math.min(cpu, cpuMillis),
      Math.min(memory, memoryMiB),
      spare === null ? undefined : Math.max(0, replicas - spare),
    ),
  ),
}));

test('no order and no choice of nodes leaves a pod without a place, and with a node less some order does (property)', () => {
  assert(
    property(GROUPS, ({ groups, node }) => {
      const nodes = nodesInAnyOrder(groups, node);
      if (nodes > 4) return;
      expect(canStick(groups, node, nodes)).toBe(false);
      if (nodes > 1) expect(canStick(groups, node, nodes - 1)).toBe(true);
    }),
    // Exact here, but not for every program that there is.
    { numRuns: 400, seed: 9 },
  );
});

test('pods that come in any order to any nodes all find a place, however many they are (property)', () => {
  const many = array(
    record({
      cpu: integer({ min: 100, max: 8000 }),
      memory: integer({ min: 0, max: 16_000 }),
      replicas: integer({ min: 1, max: 60 }),
    }),
    { minLength: 1, maxLength: 5 },
  );
  assert(
    property(many, array(integer({ min: 0, max: 2 ** 30 }), { minLength: 300, maxLength: 300 }), (roles, chances) => {
      const groups = roles.map(({ cpu, memory, replicas }) => pods(replicas, cpu, memory));
      const free = Array.from({ length: nodesInAnyOrder(groups, NODE) }, () => [NODE.cpuMillis, NODE.memoryMiB]);
      const waiting = groups.flatMap(({ needs, replicas }) => Array.from({ length: replicas }, () => needs));
      for (let step = 0; waiting.length > 0; step += 1) {
        const chance = chances[step % chances.length] ?? 0;
        const [pod] = waiting.splice(chance % waiting.length, 1);
        const fitting = free.filter(([cpu = 0, memory = 0]) => pod && pod.cpuMillis <= cpu && pod.memoryMiB <= memory);
        // The fullest node: it leaves the most parts of nodes that are too small.
        fitting.sort(([a = 0], [b = 0]) => (chance % 3 === 0 ? b - a : a - b));
        const [place] = fitting;
        expect(place).toBeDefined();
        if (place && pod) place.splice(0, 2, (place[0] ?? 0) - pod.cpuMillis, (place[1] ?? 0) - pod.memoryMiB);
      }
    }),
    { numRuns: 100 },
  );
});

/** Roles with pods of so many sizes, some of them elastic, and what stands in the way. */
function crowds(sizes: number) {
  const role = record({
    cpu: integer({ min: 1, max: 40 }).map((tenths) => 200 * tenths),
    memory: integer({ min: 0, max: 40 }).map((tenths) => 400 * tenths),
    replicas: integer({ min: 0, max: 6 }),
    spare: option(integer({ min: 1, max: 3 }), { freq: 4 }),
  }).map(({ cpu, memory, replicas, spare }) =>
    pods(replicas, cpu, memory, spare === null ? undefined : Math.max(0, replicas - spare)),
  );
  return record({
    groups: array(role, { minLength: sizes - 3, maxLength: sizes }),
    more: array(role, { minLength: 1, maxLength: 3 }),
    inTheWay: array(integer({ min: 0, max: 3 }), { maxLength: 2 }),
    count: constantFrom(3, 100),
    over: constantFrom(-1, 0, 0, 1, 3),
  });
}

describe('one more pod', () => {
  const sized = (count: number, cpu: number, step: number) =>
    Array.from({ length: count }, (_, index) => pods(1, cpu + step * index));

  test('of eleven sizes has room by the exact number, and of twelve by the rough one', () => {
    const smallest = pods(1, 2300);
    const [eleven, twelve] = [sized(11, 2300, 200), sized(12, 2300, 200)];
    expect([nodesInAnyOrder([...eleven, smallest], NODE), nodesInAnyOrder([...twelve, smallest], NODE)]).toEqual([
      7, 11,
    ]);
    const room = (groups: PodGroup[], limit: number) => roomInAnyOrder(groups, [], NODE, limit)(smallest);
    expect([room(eleven, 6), room(eleven, 7), room(twelve, 10), room(twelve, 11)]).toEqual([false, true, false, true]);
  });

  test('that is larger than all others needs a node of its own', () => {
    const hasRoom = roomInAnyOrder(sized(12, 100, 1), [], NODE, 12);
    expect([hasRoom(pods(1, 8000)), hasRoom(pods(1, 100)), hasRoom(pods(8, 8000, 0, 0))]).toEqual([false, true, true]);
  });
});

// With more than ten sizes only rough numbers count.
test.each([3, 11, 14, 40])('more pods of up to %i sizes fit where all pods together fit (property)', (sizes) => {
  const answers = new Set<boolean>();
  assert(
    property(crowds(sizes), ({ groups, more, inTheWay, count, over }) => {
      const node = { ...NODE, pods: count };
      const way = inTheWay.map((replicas, index) => pods(replicas, 100 + 100 * index, 100, 0));
      const nodes = nodesInAnyOrder([...groups, ...way], node);
      const limit = Math.max(0, nodes + over);
      expect(fitInAnyOrder([...groups, ...way], node, limit)).toBe(nodes <= limit);
      const hasRoom = roomInAnyOrder(groups, way, node, limit);
      // A server asks for one more of its own pods.
      for (const one of [...more, ...groups.slice(0, 2).map((group) => ({ ...group, replicas: 1, required: 1 }))]) {
        const answer = hasRoom(one);
        expect(answer).toBe(nodesInAnyOrder([...groups, one, ...way], node, limit) <= limit);
        answers.add(answer);
      }
    }),
    { numRuns: 200 },
  );
  expect(answers.size).toBe(2);
});
