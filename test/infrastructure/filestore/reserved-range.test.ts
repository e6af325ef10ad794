import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import { allocatedRangeProblems, reservedRangeProblems } from '../../../lib/infrastructure/filestore/reserved-range';
import type { FilestoreTier } from '../../../lib/infrastructure/filestore/tiers';
import { Filestore, type FilestoreProps } from '../../../lib/infrastructure/filestore';
import { Network } from '../../../lib/infrastructure/network';
import { problemsOf, refusedFor, stackOf } from '../synthesized';

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
    'reservedIpRange "10.60.0.0/29" is too small: an instance of tier ZONAL takes a /26: use a /26 (filestore-range)',
  ]);
  expect(problems('10.4.0.0/29')).toEqual([
    'reservedIpRange "10.4.0.0/29" shares addresses with "10.4.0.0/14" of the network: use a range that is free (filestore-range)',
  ]);
  expect(problems('10.60.0.1/29')).toEqual([expect.stringContaining('use "10.60.0.0/29" (cidr)')]);
});

test('fails: a range where a name is taken, or a name of a wrong form (filestore-range, name)', () => {
  expect([...allocatedRangeProblems('10.60.0.0/29')].map(formatProblem)).toEqual([
    'reservedIpRange "10.60.0.0/29" is a range, but PRIVATE_SERVICE_ACCESS takes the name of one that is allocated: give the name of a range of the private connection, leave reservedIpRange out, or use DIRECT_PEERING (filestore-range)',
  ]);
  expect([...allocatedRangeProblems('Google_Services')].map(({ code }) => code)).toEqual(['name']);
  expect([...allocatedRangeProblems('google-services')]).toEqual([]);
  const connectMode = 'PRIVATE_SERVICE_ACCESS';
  expect(refusedFor(() => instances({ connectMode, reservedIpRange: '10.60.0.0/29' }))).toEqual(['filestore-range']);
});

test('fails: two instances in one network share addresses (filestore-range)', () => {
  expect(problemsOf(instances({ reservedIpRange: '10.60.0.0/29' }))).toEqual([
    'reservedIpRange "10.60.0.0/29" of mnist-dev/second shares addresses with "10.60.0.0/29" of mnist-dev/first: use a range that is free (filestore-range)',
  ]);
});

test('fails: of several instances, each that shares addresses with another is named (filestore-range)', () => {
  const stack = instances({ tier: 'ZONAL', reservedIpRange: '10.60.0.64/26' });
  const common = { location: 'us-east1-c', network: Network.fromAttributes(NETWORK) };
  new Filestore(stack, 'inside', { ...common, reservedIpRange: '10.60.0.72/29' });
  new Filestore(stack, 'around', { ...common, reservedIpRange: '10.60.0.0/24' });
  const AROUND = 'shares addresses with "10.60.0.0/24" of mnist-dev/around';
  expect(problemsOf(stack)).toEqual([
    expect.stringContaining('of mnist-dev/around shares addresses with "10.60.0.0/29" of mnist-dev/first'),
    expect.stringContaining(`"10.60.0.64/26" of mnist-dev/second ${AROUND}`),
    expect.stringContaining(`"10.60.0.72/29" of mnist-dev/inside ${AROUND}`),
  ]);
  for (const id of ['second', 'around']) stack.node.tryRemoveChild(id);
  expect(problemsOf(stack)).toEqual([]);
});

test('instances beside each other, or in several networks, are fine', () => {
  expect(problemsOf(instances({ reservedIpRange: '10.60.0.8/29' }))).toEqual([]);
  const network = { ...NETWORK, network: 'other' };
  expect(problemsOf(instances({ network, reservedIpRange: '10.60.0.0/29' }))).toEqual([]);
});

/** A stack of two instances. */
function instances(second: Partial<FilestoreProps>) {
  const stack = stackOf();
  const common = { location: 'us-east1-c', network: Network.fromAttributes(NETWORK) };
  new Filestore(stack, 'first', { ...common, reservedIpRange: '10.60.0.0/29' });
  new Filestore(stack, 'second', { ...common, ...second });
  return stack;
}
