import { expect, test } from 'vitest';
import { cidrProblems } from '../../../lib/core/network/cidr-problems';

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
