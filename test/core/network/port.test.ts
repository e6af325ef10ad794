import { expect, test } from 'vitest';
import { isPort } from '../../../lib/core/network/port';

test.each([1, 80, 65_535])('%s is a port', (port) => {
  expect(isPort(port)).toBe(true);
});

test.each([-1, 0, 65_536, 80.5, NaN, Infinity])('%s is none', (port) => {
  expect(isPort(port)).toBe(false);
});
