import { expect, test } from 'vitest';
import {
  coverInternet,
  formatCidr,
  parseCidr,
  sharesAddresses,
  withoutHostBits,
  type Cidr,
} from '../../../lib/core/network/cidr';

const rangeOf = (text: string): Cidr => parseCidr(text) ?? { first: NaN, size: NaN, prefix: NaN };

test.each(['0.0.0.0/0', '10.4.0.0/14', '255.255.255.255/32'])('%s is read and written back', (text) => {
  const cidr = parseCidr(text);
  expect(cidr && formatCidr(cidr)).toBe(text);
});

test.each([
  ['10.0.0.0/20', 4096],
  ['10.4.0.0/14', 262144],
  ['10.0.0.1/32', 1],
])('%s has %i addresses', (text, size) => {
  expect(parseCidr(text)?.size).toBe(size);
});

test('host bits are kept when a text is read, and left out when it is written', () => {
  expect(parseCidr('1.2.3.4/30')).toEqual({ first: 16909060, size: 4, prefix: 30 });
  expect(parseCidr('1.2.3.7/30')?.first).toBe(16909063);
  expect(formatCidr(rangeOf('1.2.3.7/30'))).toBe('1.2.3.4/30');
  expect(withoutHostBits(rangeOf('10.7.1.2/14'))).toEqual(rangeOf('10.4.0.0/14'));
});

test.each([
  '256.0.0.0/8',
  '10.0.0.256/8',
  '1000.0.0.0/8',
  '10.0.0.0/33',
  '10.0.0.0/100',
  '10.0.0.0',
  '10.0.0/8',
  '10.0.0.0/',
  ' 10.0.0.0/8',
  '10.0.0.0/8 ',
  'a.b.c.d/e',
])('%j is not a range', (text) => {
  expect(parseCidr(text)).toBeUndefined();
});

test.each([
  ['10.0.0.0/24', '10.0.1.0/24', false],
  ['10.0.0.0/24', '10.0.0.255/32', true],
  ['10.0.0.0/24', '10.0.0.0/24', true],
  ['10.0.0.0/8', '10.200.0.0/16', true],
  ['10.0.0.0/24', '9.0.0.0/8', false],
])('%s and %s share addresses: %j', (a, b, shares) => {
  expect(sharesAddresses(rangeOf(a), rangeOf(b))).toBe(shares);
  expect(sharesAddresses(rangeOf(b), rangeOf(a))).toBe(shares);
});

test.each([
  [true, 'all in one', ['0.0.0.0/0']],
  [true, 'two halves in any order', ['128.0.0.0/1', '0.0.0.0/1']],
  [true, 'all but what is not public', ['0.0.0.0/1', '128.0.0.0/2', '192.0.0.0/3']],
  [true, 'a range within another', ['0.0.0.0/0', '1.0.0.0/8']],
  [true, 'a half by a text with host bits, and another half', ['5.0.0.0/1', '128.0.0.0/1']],
  [true, 'all, beside a text that is not a range', ['x', '0.0.0.0/0']],
  [false, 'nothing', []],
  [false, 'one half', ['0.0.0.0/1']],
  [
    false,
    'all but the first addresses',
    ['2.0.0.0/7', '4.0.0.0/6', '8.0.0.0/5', '16.0.0.0/4', '32.0.0.0/3', '64.0.0.0/2', '128.0.0.0/1'],
  ],
  [
    false,
    'all but some in the middle',
    [
      '0.0.0.0/1',
      '129.0.0.0/8',
      '130.0.0.0/7',
      '132.0.0.0/6',
      '136.0.0.0/5',
      '144.0.0.0/4',
      '160.0.0.0/3',
      '192.0.0.0/2',
    ],
  ],
])('it is %j that %s covers the internet', (covers, _, texts) => {
  expect(coverInternet(texts)).toBe(covers);
});

test.each([
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '0.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '224.0.0.0/3',
])('nobody on the internet has %s, so the internet is covered without it', (text) => {
  expect(coverInternet(allBut(rangeOf(text)))).toBe(true);
});

/** All addresses but those of a range: each time the half without it. */
function allBut(range: Cidr): string[] {
  return Array.from({ length: range.prefix }, (_, index) => {
    const size = 2 ** (31 - index);
    const half = Math.floor(range.first / size);
    return formatCidr({ first: (half % 2 === 0 ? half + 1 : half - 1) * size, size, prefix: index + 1 });
  });
}
