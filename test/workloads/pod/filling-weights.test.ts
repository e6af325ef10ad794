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

/** The least that pods can weigh where each filling weighs 1 or more: it lies where as many of the limits as kinds meet. */
function leastWeight(fillings: readonly (readonly number[])[], pods: readonly number[]): number {
  const [a = 0, b = 0] = pods;
  const limits = [...fillings.map(([x = 0, y = 0]) => [x, y, 1]), [1, 0, 0], [0, 1, 0]];
  const corners = limits.flatMap(([p = 0, q = 0, r = 0]) =>
    limits.map(([s = 0, t = 0, u = 0]) => {
      const area = p * t - q * s;
      return [(r * t - q * u) / area, (p * u - r * s) / area] as const;
    }),
  );
  const possible = corners.filter(
    ([x, y]) => x >= -1e-9 && y >= -1e-9 && fillings.every(([m = 0, n = 0]) => m * x + n * y >= 1 - 1e-9),
  );
  return Math.min(...possible.map(([x, y]) => a * x + b * y));
}

test('the weights are the best that there are (property)', () => {
  const count = integer({ min: 0, max: 9 });
  const filling = array(count, { minLength: 2, maxLength: 2 }).filter(([a = 0, b = 0]) => a + b > 0);
  assert(
    property(
      array(filling, { minLength: 1, maxLength: 8 }),
      array(count, { minLength: 2, maxLength: 2 }),
      (fillings, pods) => {
        expect(sum(bestWeights(fillings, pods) ?? [], pods)).toBeCloseTo(leastWeight(fillings, pods), 6);
      },
    ),
    { numRuns: 200, seed: 5 },
  );
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
