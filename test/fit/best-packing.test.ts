import { assert, property } from 'fast-check';
import { expect, test } from 'vitest';
import type { EqualPods } from '../../lib/fit/equal-pods';
import { packs } from '../../lib/fit/best-packing';
import { canPlaceAll, GROUPS } from './pods';

/** CPU, memory, GPUs, places for pods. */
const NODE = [8000, 16_000, 4, 10];

const pods = (count: number, [cpu = 0, memory = 0, gpus = 0, places = 0]: number[], required?: number): EqualPods => ({
  count,
  sizes: [cpu, memory, gpus, places],
  required,
});

test.each<[string, EqualPods[], number]>([
  ['nothing', [], 0],
  ['pods that need nothing', [pods(100, [])], 1],
  ['no pods', [pods(0, [1000])], 0],
  ['as many pods as a node holds', [pods(8, [1000])], 1],
  ['one pod more', [pods(9, [1000])], 2],
  ['many nodes that are full, and one that is not', [pods(4001, [1000])], 501],
  ['what fills first is memory', [pods(5, [1000, 8000])], 3],
  ['what fills first are GPUs', [pods(5, [1000, 0, 2])], 3],
  ['what fills first is the number of pods', [pods(21, [0, 0, 0, 1])], 3],
  ['the required pods alone', [pods(20, [4000], 3)], 2],
  ['pods of several roles that each take more than half a node', [pods(300, [5000]), pods(200, [4100])], 500],
  ['small pods beside large ones', [pods(3, [5000]), pods(3, [3000])], 3],
  ['small pods on what large ones leave, and further nodes', [pods(3, [5000]), pods(5, [3000])], 4],
  ['three kinds', [pods(2, [5000]), pods(2, [2000]), pods(3, [1000])], 3],
  ['pods that need no CPU, beside those that take all', [pods(2, [8000]), pods(2, [0, 0, 4])], 2],
  ['pods without end that need nothing, beside others', [pods(2, [8000]), pods(1000, [])], 2],
  ['pairs that no order by size finds', [pods(2, [5000]), pods(2, [4000]), pods(2, [3000]), pods(1, [1000])], 4],
])('%s', (_, groups, nodes) => {
  expect(packs(groups, NODE, nodes)).toBe(true);
  if (nodes > 0) expect(packs(groups, NODE, nodes - 1)).toBe(false);
});

test('a pod that is larger than a node has no place', () => {
  expect(packs([pods(1, [8001])], NODE, 5)).toBe(false);
});

test('pods that would take too long to try are not refused', () => {
  const sizes = Array.from({ length: 12 }, (_, index) => pods(3, [2001 + 17 * index]));
  expect(packs(sizes, NODE, 12)).toBe(true);
  expect(packs([pods(3000, [3000]), pods(2000, [2900])], NODE, 2501)).toBe(true);
});

test('pods fit if some order and some choice of nodes gives each a place (property)', () => {
  assert(
    property(GROUPS, ({ groups, node }) => {
      for (const nodes of [1, 2, 3, 4]) expect(packs(groups, node, nodes)).toBe(canPlaceAll(groups, node, nodes));
    }),
    { numRuns: 300 },
  );
});
