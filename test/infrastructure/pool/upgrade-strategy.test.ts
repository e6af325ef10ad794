import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { UpgradeStrategy } from '../../../lib/infrastructure/pool/upgrade-strategy';
import { textsOf } from './pools';

test('a surge is a number of added and a number of missing nodes', () => {
  expect(UpgradeStrategy.surge(2, 1)).toMatchObject({ kind: 'surge', surge: { maxSurge: 2, maxUnavailable: 1 } });
  expect(UpgradeStrategy.surge(15, 5).surge).toEqual({ maxSurge: 15, maxUnavailable: 5 });
});

test('a second set of nodes is drained one by one, and kept for an hour', () => {
  const { kind, blueGreen } = UpgradeStrategy.blueGreen();
  expect([kind, blueGreen?.batchNodes, blueGreen?.batchSoak.toSeconds(), blueGreen?.poolSoak.toHours()]).toEqual([
    'blueGreen',
    1,
    0,
    1,
  ]);
});

test.each([
  [0, 0, 0],
  [15, 6, 21],
  [-1, 1, 0],
  [0.5, -2, -1.5],
])('fails: upgrade-surge for %d more and %d fewer nodes', (maxSurge, maxUnavailable, together) => {
  const make = () => UpgradeStrategy.surge(maxSurge, maxUnavailable);
  expect(make).toThrow(
    `[UpgradeStrategy.surge(${maxSurge}, ${maxUnavailable})] maxSurge ${maxSurge} and maxUnavailable ${maxUnavailable} are ${together} nodes at once: use whole numbers that are together from 1 to 20 (upgrade-surge)`,
  );
});

test.each([
  [{ batchNodes: 1.5 }, 'batchNodes: batchNodes cannot be 1.5: use a whole number of 1 or more'],
  [{ poolSoak: Duration.days(8) }, 'poolSoak: poolSoak is 691200 s: use whole seconds, from 0 to 604800'],
  [{ batchSoak: Duration.millis(1500) }, 'batchSoak: batchSoak is 1.5 s: use whole seconds, from 0 to 604800'],
])('fails: upgrade-blue-green for %j', (options, text) => {
  const make = () => UpgradeStrategy.blueGreen(options);
  expect(textsOf(make)).toEqual([`${text} (upgrade-blue-green)`]);
  expect(make).toThrow('[UpgradeStrategy.blueGreen]');
});
