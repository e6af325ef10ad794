import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { UPGRADE_STRATEGY, UpgradeStrategy } from '../../../lib/infrastructure/pool/upgrade-strategy';
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
  for (const strategy of [UpgradeStrategy.blueGreen(), UpgradeStrategy.surge(1, 0)])
    expect([...UPGRADE_STRATEGY.check('upgrade', strategy)]).toEqual([]);
});

const NO_NUMBER = 'use whole numbers, such as UpgradeStrategy.surge(1, 0)';

test.each([
  [
    0,
    0,
    [
      'no node can be upgraded if none may be added or missing: use UpgradeStrategy.surge(1, 0) or, without spare quota, UpgradeStrategy.surge(0, 1)',
    ],
  ],
  [-1, 1, [`-1 is not a number of nodes: ${NO_NUMBER}`]],
  [0.5, -2, [`0.5 is not a number of nodes: ${NO_NUMBER}`, `-2 is not a number of nodes: ${NO_NUMBER}`]],
  [15, 6, ['21 nodes at once are more than the 20 that GKE upgrades together: lower maxSurge + maxUnavailable to 20']],
])('fails: upgrade-surge for %d more and %d fewer nodes', (maxSurge, maxUnavailable, texts) => {
  const make = () => UpgradeStrategy.surge(maxSurge, maxUnavailable);
  expect(textsOf(make)).toEqual(texts.map((text) => `-: ${text} (upgrade-surge)`));
  expect(make).toThrow(`[UpgradeStrategy.surge(${maxSurge}, ${maxUnavailable})]`);
});

test.each([
  [{ batchNodes: 0 }, 'batchNodes: 0 is not a number of nodes: use a whole number of 1 or more'],
  [{ batchNodes: 1.5 }, 'batchNodes: 1.5 is not a number of nodes: use a whole number of 1 or more'],
  [{ poolSoak: Duration.days(8) }, 'poolSoak: poolSoak is 691200 s: use 7 days (604800 s) or less'],
  [{ batchSoak: Duration.millis(1500) }, 'batchSoak: batchSoak is 1.5 s: use whole seconds, 0 or more'],
])('fails: upgrade-blue-green for %j', (options, text) => {
  const make = () => UpgradeStrategy.blueGreen(options);
  expect(textsOf(make)).toEqual([`${text} (upgrade-blue-green)`]);
  expect(make).toThrow('[UpgradeStrategy.blueGreen]');
});

test('fails: what is no number and no time (wrong-type)', () => {
  expect(() => UpgradeStrategy.surge('1' as never, 0)).toThrow(
    '[UpgradeStrategy.surge] maxSurge cannot be "1": use a whole number, such as 1 (wrong-type)',
  );
  expect(() => UpgradeStrategy.blueGreen({ poolSoak: 3 as never })).toThrow('poolSoak cannot be 3: use cdk8s');
});
