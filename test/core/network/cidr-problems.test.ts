import { expect, test } from 'vitest';
import { cidrProblems } from '../../../lib/core/network/cidr-problems';

test('a range that begins where its length says is right', () => {
  expect([...cidrProblems('podRange', '10.4.0.0/14')]).toEqual([]);
});

test('fails: host bits, with the range that was meant', () => {
  const found = {
    code: 'cidr',
    property: 'podRange',
    message: 'podRange "10.7.1.2/14" does not begin where a /14 begins',
  };
  expect([...cidrProblems('podRange', '10.7.1.2/14')]).toEqual([{ ...found, fix: 'use "10.4.0.0/14"' }]);
});

test('fails: a text that is not a range, with one that is', () => {
  const found = { code: 'cidr', property: 'podRange', message: 'podRange "10.4/14" is not a range of IPv4 addresses' };
  const fix = 'write it as four numbers up to 255 and a length up to 32, such as';
  expect([...cidrProblems('podRange', '10.4/14')]).toEqual([{ ...found, fix: `${fix} "10.64.0.0/20"` }]);
});
