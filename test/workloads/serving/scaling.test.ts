import { expect, test } from 'vitest';
import { Scaling } from '../../../lib/workloads/serving/scaling';

test('a fixed number is the fewest and the most', () => {
  expect(Scaling.fixed(3)).toMatchObject({ least: 3, most: 3 });
});

test.each([0, 1.5, -1])('fails: %s is no number of replicas (replicas)', (replicas) => {
  expect(() => Scaling.fixed(replicas)).toThrow(
    `${replicas} is not a number of replicas: use a whole number of 1 or more (replicas)`,
  );
});
