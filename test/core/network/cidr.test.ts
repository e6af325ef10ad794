import { expect, test } from 'vitest';
import { formatCidr, parseCidr } from '../../../lib/core/network/cidr';

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
