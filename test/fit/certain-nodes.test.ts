import { array, assert, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { certainNodes } from '../../lib/fit/certain-nodes';
import type { EqualPods } from '../../lib/fit/equal-pods';
import { canStick, GROUPS } from './pods';

/** CPU, memory, places for pods. */
const NODE = [8000, 16_000, 100];

function pods(count: number, cpu: number, memory = 0, required?: number): EqualPods {
  return { count, sizes: [cpu, memory, 1], required };
}

describe('the nodes on which pods fit in any order', () => {
  test('are as many as whole nodes for pods that take one each', () => {
    expect(certainNodes([pods(4, 8000)], NODE)).toBe(4);
    expect(certainNodes([pods(2, 8000), pods(2, 8000)], NODE)).toBe(4);
    expect(certainNodes([pods(0, 8000)], NODE)).toBe(0);
  });

  test('are one more for small pods that may lie on the nodes of large ones', () => {
    // Four small pods on four nodes leave one node to four large ones.
    expect(certainNodes([pods(4, 8000), pods(4, 500)], NODE)).toBe(8);
    // Where no two fit together, a node is needed for each.
    expect(certainNodes([pods(2, 4500), pods(2, 2700)], NODE)).toBe(3);
  });

  test('are no more than well packed ones if the small pods cannot fill a node', () => {
    expect(certainNodes([pods(4, 7000), pods(1, 500)], NODE)).toBe(4);
    expect(certainNodes([pods(6, 2000), pods(2, 1000)], NODE)).toBe(2);
  });

  test('count what fills first: CPU, memory, GPUs or the number of pods', () => {
    expect(certainNodes([pods(5, 100, 8000)], NODE)).toBe(3);
    expect(certainNodes([pods(5, 100)], [8000, 16_000, 2])).toBe(3);
    expect(certainNodes([pods(500, 10)], [8000, 16_000, Infinity])).toBe(1);
    // One fills a node by its CPU, the other by its memory.
    expect(certainNodes([pods(2, 7000, 1000), pods(2, 500, 15_500)], NODE)).toBe(4);
  });

  test('have room for the fewest pods of an elastic role, and count all of its pods as in the way of other pods', () => {
    expect(certainNodes([pods(8, 8000, 0, 2)], NODE)).toBe(2);
    expect(certainNodes([pods(8, 8000, 0, 2), pods(1, 8000)], NODE)).toBe(9);
  });

  test('leave pods that only stand in the way without a place of their own', () => {
    expect(certainNodes([pods(20, 100, 0, 0)], NODE)).toBe(0);
    expect(certainNodes([pods(1, 8000), pods(3, 100, 0, 0)], NODE)).toBe(4);
  });

  test('are told roughly where pods of many sizes fill them in many ways', () => {
    const crowd = Array.from({ length: 10 }, (_, index) => pods(90, 7 + index / 7));
    expect(certainNodes(crowd, NODE)).toBe(9);
    const many = Array.from({ length: 40 }, (_, index) => pods(50, 100 + index));
    const least = many.reduce((sum, { sizes, count }) => sum + (sizes[0] ?? 0) * count, 0) / 8000;
    expect(certainNodes(many, NODE)).toBeGreaterThanOrEqual(least);
    expect(certainNodes(many, NODE)).toBeLessThan(least * 1.1);
  });
});

test('pods of one size need as many nodes as their number over what one node holds (property)', () => {
  assert(
    property(GROUPS, ({ groups, node }) => {
      const [{ count, sizes } = { count: 0, sizes: [] }] = groups;
      const each = Math.min(...sizes.map((size, at) => (size === 0 ? Infinity : Math.floor((node[at] ?? 0) / size))));
      expect(certainNodes([{ count, sizes }], node)).toBe(Math.ceil(count / each));
    }),
  );
});

test('no order and no choice of nodes leaves a pod without a place, and mostly some does with a node less (property)', () => {
  let [exact, rough] = [0, 0];
  assert(
    property(GROUPS, ({ groups, node }) => {
      const nodes = certainNodes(groups, node);
      if (nodes > 4) return;
      expect(canStick(groups, node, nodes)).toBe(false);
      if (nodes <= 1) return;
      if (canStick(groups, node, nodes - 1)) exact += 1;
      else rough += 1;
    }),
    { numRuns: 400, seed: 9 },
  );
  expect(exact).toBeGreaterThan(20 * rough);
});

test('pods that come in any order to any nodes all find a place, however many sizes they have (property)', () => {
  assert(
    property(array(GROUPS, { minLength: 4, maxLength: 8 }), (many) => {
      const groups = many.flatMap(({ groups: some }) => some);
      const node = [15, 15, 100];
      expect(stuckByChance(groups, node, certainNodes(groups, node))).toBe(false);
    }),
    { numRuns: 100 },
  );
});

/** Whether the smallest pods, each on the fullest node that takes it, leave a larger one without a place. */
function stuckByChance(groups: readonly EqualPods[], node: readonly number[], nodes: number): boolean {
  let free: (readonly number[])[] = Array.from({ length: nodes }, () => node);
  const all = groups.flatMap((group) => Array.from({ length: group.required ?? group.count }, () => group.sizes));
  for (const sizes of all.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0))) {
    free.sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
    const place = free.findIndex((left) => sizes.every((size, at) => size <= (left[at] ?? 0)));
    if (place < 0) return true;
    free = free.map((left, index) => (index === place ? left.map((amount, at) => amount - (sizes[at] ?? 0)) : left));
  }
  return false;
}
