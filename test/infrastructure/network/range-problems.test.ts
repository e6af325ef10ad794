import { expect, test } from 'vitest';
import { rangeProblems, type Ranges } from '../../../lib/infrastructure/network/range-problems';

const DEFAULTS = { primaryRange: '10.0.0.0/20', podRange: '10.4.0.0/14', serviceRange: '10.1.0.0/20' };
const found = (ranges: Ranges) => [...rangeProblems({ ...DEFAULTS, ...ranges })];

test('ranges that only touch do not share addresses', () => {
  expect(found({ podRange: '10.0.16.0/20' })).toEqual([]);
});

test('fails: a range inside another, whichever comes first', () => {
  expect(found({ primaryRange: '10.0.0.0/16', podRange: '10.0.9.0/24' })).toMatchObject([{ property: 'podRange' }]);
  expect(found({ primaryRange: '10.0.9.0/24', podRange: '10.0.0.0/16' })).toMatchObject([{ code: 'cidr-overlap' }]);
});

test('fails: a range over another names both', () => {
  expect(found({ podRange: '10.0.0.0/14' }).map(({ message, fix }) => `${message}: ${fix}`)).toEqual([
    'podRange "10.0.0.0/14" shares addresses with primaryRange "10.0.0.0/20": use another podRange, or move primaryRange',
    'serviceRange "10.1.0.0/20" shares addresses with podRange "10.0.0.0/14": use another serviceRange, or move podRange',
  ]);
});

test.each([
  ['podRange', '10.0.0.0/7', 'use a /8 or smaller'],
  ['primaryRange', '10.0.0.0/30', 'use a /29 or larger'],
  ['serviceRange', '10.1.0.0/28', 'use a /27 or larger'],
  ['proxyRange', '10.2.0.0/27', 'use a /26 or larger'],
])('fails: %s %s is of a size that Google does not take', (property, range, fix) => {
  expect(found({ [property]: range })).toContainEqual(expect.objectContaining({ code: 'cidr-size', property, fix }));
});
