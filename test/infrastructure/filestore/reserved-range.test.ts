import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import { reservedRangeProblems } from '../../../lib/infrastructure/filestore/reserved-range';
import type { FilestoreTier } from '../../../lib/infrastructure/filestore/tiers';

const NETWORK = {
  network: 'main',
  subnetwork: 'main',
  podRangeName: 'pods',
  serviceRangeName: 'services',
  primaryRange: '10.0.0.0/20',
  podRange: '10.4.0.0/14',
};

function problems(range: string, tier: FilestoreTier = 'BASIC_HDD'): string[] {
  return [...reservedRangeProblems(range, tier, NETWORK)].map(formatProblem);
}

test('addresses beside those of the network are fine', () => {
  expect([...problems('10.60.0.0/29'), ...problems('10.60.0.0/26', 'ZONAL')]).toEqual([]);
});

test('fails: a range is too small, or shares addresses with the network (filestore-range, cidr)', () => {
  expect(problems('10.60.0.0/29', 'ZONAL')).toEqual([
    'reservedIpRange "10.60.0.0/29" is too small: an instance of tier ZONAL takes a /26: use "10.60.0.0/26" (filestore-range)',
  ]);
  expect(problems('10.4.0.0/29')).toEqual([
    'reservedIpRange "10.4.0.0/29" shares addresses with 10.4.0.0/14 of the network: use "10.0.16.0/29" (filestore-range)',
  ]);
  expect(problems('10.60.0.1/29')).toEqual([expect.stringContaining('use "10.60.0.0/29" (cidr)')]);
});
