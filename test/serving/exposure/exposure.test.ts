import { expect, test } from 'vitest';
import { Exposure } from '../../../lib/serving/exposure/exposure';

test('everyone is said openly', () => {
  expect(Exposure.externalLoadBalancer({ sourceRanges: 'everyone' }).way).toMatchObject({ sourceRanges: undefined });
});

test.each([
  [
    [],
    'no address may connect: name the ranges of your clients, such as ["203.0.113.0/24"], or write sourceRanges: \'everyone\' (exposure-ranges)',
  ],
  [
    ['0.0.0.0/0'],
    "0.0.0.0/0 is the whole internet: name the ranges of your clients, or write sourceRanges: 'everyone' if anybody may connect (exposure-ranges)",
  ],
  [['0.0.0.0/1', '128.0.0.0/1'], '0.0.0.0/1, 128.0.0.0/1 together are the whole internet: '],
  [
    ['203.0.113.9/24'],
    'sourceRanges[0] "203.0.113.9/24" does not begin where a /24 begins: use "203.0.113.0/24" (cidr)',
  ],
])('fails: an external load balancer for %j (exposure-ranges, cidr)', (sourceRanges, message) => {
  expect(() => Exposure.externalLoadBalancer({ sourceRanges })).toThrow(message);
});

test('an internal load balancer may be for all private networks', () => {
  expect(Exposure.internalLoadBalancer({ sourceRanges: ['0.0.0.0/0'] }).way).toMatchObject({ scheme: 'internal' });
});

test.each(['203.0.113', '203.0.113.256', 'load-balancer'])('fails: %s is no address (exposure-address)', (address) => {
  expect(() => Exposure.internalLoadBalancer({ address })).toThrow(
    `"${address}" is not an IPv4 address: give four numbers up to 255, such as "203.0.113.9" (exposure-address)`,
  );
});

test('fails: a private address on the internet (exposure-address)', () => {
  expect(() => Exposure.externalLoadBalancer({ sourceRanges: 'everyone', address: '10.0.0.9' })).toThrow(
    '10.0.0.9 is an address of private networks, which no load balancer on the internet can have: give one of the internet, or use Exposure.internalLoadBalancer (exposure-address)',
  );
  expect(Exposure.internalLoadBalancer({ address: '10.0.0.9' }).way).toMatchObject({ address: '10.0.0.9' });
  const external = Exposure.externalLoadBalancer({ sourceRanges: 'everyone', address: '203.0.113.9' });
  expect(external.way).toMatchObject({ address: '203.0.113.9' });
});
