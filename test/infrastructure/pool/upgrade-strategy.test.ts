import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { UpgradeStrategy } from '../../../lib/infrastructure/pool/upgrade-strategy';
import { problemsOf } from './pools';

test('a surge is a number of added and a number of missing nodes', () => {
  expect(UpgradeStrategy.surge(2, 1).surge).toEqual({ maxSurge: 2, maxUnavailable: 1 });
});

test.each([
  [0, 0],
  [-1, 1],
  [0.5, 0],
  [15, 6],
])('fails: upgrade-surge for %d more and %d fewer nodes', (maxSurge, maxUnavailable) => {
  expect(problemsOf(() => UpgradeStrategy.surge(maxSurge, maxUnavailable)).codes).toEqual(['upgrade-surge']);
});

test.each([
  { batchNodes: 0 },
  { batchNodes: 1.5 },
  { poolSoak: Duration.days(8) },
  { batchSoak: Duration.millis(1500) },
])('fails: upgrade-blue-green for %j', (options) => {
  expect(problemsOf(() => UpgradeStrategy.blueGreen(options)).codes).toEqual(['upgrade-blue-green']);
});
