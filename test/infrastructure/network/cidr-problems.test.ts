import { expect, test } from 'vitest';
import { cidrProblems, overlapProblems, reservedProblems } from '../../../lib/infrastructure/network/cidr-problems';

test('ranges that only touch do not share addresses', () => {
  expect([...overlapProblems({ a: '10.0.0.0/24', b: '10.0.1.0/24' })]).toEqual([]);
});

test('fails: a range inside another, whichever comes first', () => {
  const codes = (ranges: Record<string, string>) => [...overlapProblems(ranges)].map(({ code }) => code);
  expect(codes({ a: '10.0.0.0/16', b: '10.0.9.0/24' })).toEqual(['cidr-overlap']);
  expect(codes({ a: '10.0.9.0/24', b: '10.0.0.0/16' })).toEqual(['cidr-overlap']);
});

test.each([
  ['10.0.0.0/16', '10.0.9.0/24', 'b to begin at 10.1.0.0/24'],
  ['192.0.0.0/3', '223.0.0.0/24', 'b to begin at 191.255.255.0/24'],
])('fails: %s and %s, with a range that can be used', (a, b, fix) => {
  expect([...overlapProblems({ a, b })][0]?.fix).toContain(fix);
});

test.each([
  ['0.0.0.0/20', '0.0.0.0/8'],
  ['0.255.255.255/32', '0.0.0.0/8'],
  ['127.255.0.0/16', '127.0.0.0/8'],
  ['169.254.255.0/24', '169.254.0.0/16'],
  ['239.255.0.0/16', '224.0.0.0/4'],
  ['255.255.255.0/24', '255.255.255.255/32'],
  ['0.0.0.0/0', '0.0.0.0/8'],
])('fails: %s is not for hosts', (range, reserved) => {
  expect([...reservedProblems('podRange', range)]).toMatchObject([
    {
      code: 'cidr',
      property: 'podRange',
      message: `podRange "${range}" shares addresses with ${reserved}, which no network can use`,
    },
  ]);
});

test.each(['10.0.0.0/8', '100.64.0.0/10', '240.0.0.0/8', 'x'])('%s is not reserved', (range) => {
  expect([...reservedProblems('podRange', range)]).toEqual([]);
});

test('fails: host bits, with the range that was meant', () => {
  expect([...cidrProblems('podRange', '10.7.1.2/14')]).toEqual([
    {
      code: 'cidr',
      property: 'podRange',
      message: 'podRange "10.7.1.2/14" does not begin where a /14 begins',
      fix: 'use "10.4.0.0/14"',
    },
  ]);
});
