import { expect, test } from 'vitest';
import { valuesIn } from '../../lib/platform/values-in';

const OBJECT = { data: { a: [1, 'x'], b: null } };

test('gives every value and every name with the place where it is', () => {
  expect([...valuesIn(OBJECT)].map(({ at, value }) => [at, value])).toEqual([
    ['', OBJECT],
    ['a key', 'data'],
    ['data', OBJECT.data],
    ['data.a key', 'a'],
    ['data.a', [1, 'x']],
    ['data.a.a key', '0'],
    ['data.a.0', 1],
    ['data.a.a key', '1'],
    ['data.a.1', 'x'],
    ['data.a key', 'b'],
    ['data.b', null],
  ]);
});

test('leaves out the parts of whole values', () => {
  expect([...valuesIn(OBJECT, Array.isArray)].map(({ at }) => at)).toEqual([
    '',
    'a key',
    'data',
    'data.a key',
    'data.a',
    'data.a key',
    'data.b',
  ]);
});
