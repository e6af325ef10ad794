import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import {
  capacityAdvice,
  capacityProblems,
  tierPlaceProblems,
  type FilestoreTier,
} from '../../../lib/infrastructure/filestore/tiers';

function fixes(tier: FilestoreTier, gib: number): string[] {
  return [...capacityProblems(tier, Size.gibibytes(gib))].map(({ code, fix }) => `${fix} (${code})`);
}

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
  expect(fixes(tier, gib)).toEqual([]);
});

test.each([
  ['BASIC_HDD', 100, 'use Size.gibibytes(1024)'],
  ['BASIC_HDD', 70_000, 'use Size.gibibytes(65433)'],
  ['BASIC_SSD', 1024, 'use Size.gibibytes(2560)'],
  ['ZONAL', 1500, 'use Size.gibibytes(1280) or Size.gibibytes(1536)'],
  ['ZONAL', 10_100, 'use Size.gibibytes(9984) or Size.gibibytes(10240)'],
  ['ZONAL', 11_000, 'use Size.gibibytes(10240) or Size.gibibytes(12800)'],
  ['REGIONAL', 99, 'use Size.gibibytes(1024)'],
  ['ENTERPRISE', 12_800, 'use Size.gibibytes(10240)'],
] as const)('fails: an instance of tier %s cannot have %d GiB (filestore-capacity)', (tier, gib, fix) => {
  expect(fixes(tier, gib)).toEqual([`${fix} (filestore-capacity)`]);
});

test('the message has the capacities of the tier', () => {
  expect([...capacityProblems('ZONAL', Size.gibibytes(500))].map(formatProblem)).toEqual([
    'an instance of tier ZONAL cannot have 500 GiB: it has 1024 to 9984 GiB in steps of 256 GiB, and 10240 to 102400 GiB in steps of 2560 GiB: use Size.gibibytes(1024) (filestore-capacity)',
  ]);
});

test('fails: a capacity that some regions have is advised on (filestore-small)', () => {
  expect([...capacityAdvice('REGIONAL', Size.gibibytes(100))].map(formatProblem)).toEqual([
    'Google offers instances of tier REGIONAL below 1 TiB in some regions only: use Size.tebibytes(1) or more, or acknowledge this if the region has them (filestore-small)',
  ]);
  expect([...capacityAdvice('REGIONAL', Size.tebibytes(1))]).toEqual([]);
});

test('fails: a tier is in a zone or in a region (filestore-location)', () => {
  expect([...tierPlaceProblems('ZONAL', 'us-east1-c'), ...tierPlaceProblems('REGIONAL', 'us-east1')]).toEqual([]);
  expect([...tierPlaceProblems('BASIC_HDD', 'us-east1')].map(formatProblem)).toEqual([
    'an instance of tier BASIC_HDD is in one zone, but location is "us-east1": use a zone such as "us-east1-c", or tier \'REGIONAL\' (filestore-location)',
  ]);
  expect([...tierPlaceProblems('ENTERPRISE', 'us-east1-c')].map(formatProblem)).toEqual([
    'an instance of tier ENTERPRISE is in one region, but location is "us-east1-c": use a region such as "us-east1", or tier \'ZONAL\' (filestore-location)',
  ]);
});
