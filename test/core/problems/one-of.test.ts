import { expect, test } from 'vitest';
import { oneOf } from '../../../lib/core/problems/one-of';

test.each([
  [[], ''],
  [[1], '1'],
  [[1, 2], '1 or 2'],
  [['a', 'b', 'c'], 'a, b or c'],
])('a choice of %j reads as %j', (values, text) => {
  expect(oneOf(values)).toBe(text);
});
