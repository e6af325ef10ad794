import { expect, test } from 'vitest';
import { mergedValues } from '../../lib/operators/helm-values';

test('objects are merged, and other values are replaced', () => {
  const below = { a: { b: 1, c: { d: 2 } }, list: [1, 2], kept: 'x', object: { e: 1 } };
  const above = { a: { c: { f: 3 } }, list: [3], object: 4, more: { g: 5 } };
  expect(mergedValues(below, above)).toEqual({
    a: { b: 1, c: { d: 2, f: 3 } },
    list: [3],
    kept: 'x',
    object: 4,
    more: { g: 5 },
  });
});

test('nothing merged into nothing is nothing', () => {
  expect(mergedValues({}, {})).toEqual({});
  expect(mergedValues({ a: [1] }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
  expect(mergedValues({ a: null }, { a: { b: 1 } })).toEqual({ a: { b: 1 } });
  expect(mergedValues({ a: { b: 1 } }, { a: null })).toEqual({ a: null });
});
