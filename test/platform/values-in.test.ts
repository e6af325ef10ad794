import { expect, test } from 'vitest';
import { valuesIn } from '../../lib/platform/values-in';

const OBJECT = { data: { a: [1, 'x'], b: null } };

test('gives every value with the place where it is', () => {
  expect([...valuesIn(OBJECT)].map(({ at, value }) => [at, value])).toEqual([
    ['', OBJECT],
    ['data', OBJECT.data],
    ['data.a', [1, 'x']],
    ['data.a.0', 1],
    ['data.a.1', 'x'],
    ['data.b', null],
  ]);
});

test('leaves out the parts of whole values', () => {
  expect([...valuesIn(OBJECT, Array.isArray)].map(({ at }) => at)).toEqual(['', 'data', 'data.a', 'data.b']);
});
