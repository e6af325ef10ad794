import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import { capacityAdvice, capacityProblems } from '../../../lib/infrastructure/filestore/tiers';

test.each([
  ['BASIC_HDD', 1024],
  ['BASIC_HDD', 1025],
  ['BASIC_HDD', 65_433],
  ['BASIC_SSD', 2560],
  ['ZONAL', 1280],
  ['ZONAL', 9984],
  ['ZONAL', 10_240],
  ['ZONAL', 102_400],
  ['REGIONAL', 1024],
  ['REGIONAL', 100],
  ['ENTERPRISE', 10_240],
] as const)('an instance of tier %s can have %d GiB', (tier, gib) => {
  expect([...capacityProblems(tier, Size.gibibytes(gib))]).toEqual([]);
});

test.each([
  ['BASIC_HDD', 100],
  ['BASIC_HDD', 70_000],
  ['BASIC_SSD', 1024],
  ['ZONAL', 1500],
  ['ZONAL', 10_100],
  ['ZONAL', 11_000],
  ['REGIONAL', 99],
  ['ENTERPRISE', 12_800],
] as const)('fails: an instance of tier %s cannot have %d GiB (filestore-capacity)', (tier, gib) => {
  expect([...capacityProblems(tier, Size.gibibytes(gib))]).toMatchObject([{ code: 'filestore-capacity' }]);
});

test('the message has the capacities of the tier', () => {
  expect([...capacityProblems('ZONAL', Size.gibibytes(500))].map(formatProblem)).toEqual([
    'an instance of tier ZONAL cannot have 500 GiB: use 1024 to 9984 GiB in steps of 256 GiB, or 10240 to 102400 GiB in steps of 2560 GiB (filestore-capacity)',
  ]);
});

test('fails: a capacity that some regions have is advised on (filestore-small)', () => {
  expect([...capacityAdvice('REGIONAL', Size.gibibytes(100))]).toMatchObject([{ code: 'filestore-small' }]);
  expect([...capacityAdvice('REGIONAL', Size.tebibytes(1))]).toEqual([]);
});
