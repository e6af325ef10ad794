import { array, assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';
import { bestWeights } from '../../../lib/workloads/pod/filling-weights';

const rounded = (weights: readonly number[] | undefined) => weights?.map((weight) => Math.round(weight * 1e6) / 1e6);
const sum = (weights: readonly number[], pods: readonly number[]) =>
  pods.reduce((total, count, index) => total + count * (weights[index] ?? 0), 0);

test.each<[string, number[][], number[], number[]]>([
  ['one kind, of which two fill a node', [[2]], [10], [0.5]],
  [
    'two kinds that fill a node each by themselves',
    [
      [2, 0],
      [0, 4],
    ],
    [3, 3],
    [0.5, 0.25],
  ],
  [
    'two kinds that fill it together too',
    [
      [2, 0],
      [1, 1],
      [0, 2],
    ],
    [4, 4],
    [0.5, 0.5],
  ],
  [
    'a filling that makes one kind heavier',
    [
      [4, 0],
      [1, 1],
      [0, 4],
    ],
    [4, 1],
    [0.25, 0.75],
  ],
  [
    'and the other',
    [
      [4, 0],
      [1, 1],
      [0, 4],
    ],
    [1, 4],
    [0.75, 0.25],
  ],
  [
    'a kind of which there are none',
    [
      [1, 0],
      [0, 1],
    ],
    [3, 0],
    [1, 1],
  ],
  [
    'three kinds',
    [
      [2, 0, 0],
      [0, 3, 0],
      [0, 0, 6],
      [1, 1, 1],
    ],
    [2, 3, 6],
    [0.5, 0.333333, 0.166667],
  ],
])('the lightest pods that still fill a node: %s', (_, fillings, pods, weights) => {
  expect(rounded(bestWeights(fillings, pods))).toEqual(weights);
});

test('there are no weights if a node is full without pods', () => {
  expect(bestWeights([[0, 0]], [1, 1])).toBeUndefined();
});

test('whatever fills a node weighs as much as a node, and pods weigh no more than by a simple rule (property)', () => {
  const kinds = 3;
  const filling = array(integer({ min: 0, max: 4 }), { minLength: kinds, maxLength: kinds }).filter((counts) =>
    counts.some((count) => count > 0),
  );
  assert(
    property(
      array(filling, { minLength: 1, maxLength: 6 }),
      array(integer({ min: 0, max: 9 }), { minLength: kinds, maxLength: kinds }),
      (fillings, pods) => {
        const weights = bestWeights(fillings, pods);
        if (!weights) throw new Error('each filling has pods');
        for (const counts of fillings) expect(sum(weights, counts)).toBeGreaterThan(1 - 1e-6);
        for (const weight of weights) expect(weight).toBeGreaterThanOrEqual(0);
        expect(sum(weights, pods)).toBeLessThanOrEqual(sum([1, 1, 1], pods) + 1e-6);
      },
    ),
    { numRuns: 50, seed: 3 },
  );
});
