import { expect, test } from 'vitest';
import { pointsIn, Search, valueAt } from '../../lib/tuning/search';

test.each([
  [Search.double(0.01, 0.1, { step: 0.01 }), 10],
  [Search.double(0.1, 0.3, { step: 0.1 }), 3],
  [Search.double(0.1, 0.7, { step: 0.1 }), 7],
  [Search.double(0.001, 0.01, { step: 0.001 }), 10],
  [Search.double(0.2, 0.8, { step: 0.2 }), 4],
  [Search.double(0, 1, { step: 0.25 }), 5],
  [Search.int(1, 4), 4],
  [Search.int(1, 10, { step: 4 }), 3],
  [Search.discrete([0.5, 0.9]), 2],
  [Search.categorical(['sgd', 'adam', 'rmsprop']), 3],
])('the points of a parameter are counted, whatever the arithmetic of fractions says', (search, points) => {
  expect(search.points).toBe(points);
});

test('the values of a step have no digits of the arithmetic of fractions', () => {
  const rate = Search.double(0.1, 0.7, { step: 0.1 });
  const values = Array.from({ length: rate.points }, (_, index) => valueAt(rate, index));
  expect(values).toEqual(['0.1', '0.2', '0.3', '0.4', '0.5', '0.6', '0.7']);
  expect(valueAt(Search.int(-3, 3, { step: 2 }), 3)).toBe('3');
  expect(valueAt(Search.double(1e-7, 1e-6, { step: 1e-7 }), 2)).toBe('3e-7');
});

test('a space has the product of its points, and no number without a step', () => {
  expect(pointsIn({ a: Search.int(1, 4), b: Search.discrete([1, 2]) })).toBe(8);
  expect(pointsIn({ a: Search.int(1, 4), b: Search.double(1, 2) })).toBeNaN();
});

test.each([
  [() => Search.double(0.1, 0.1), 'min 0.1 is not below max 0.1'],
  [() => Search.double(2, 1), 'write the lower bound first'],
  [() => Search.double(NaN, 1), 'min NaN'],
  [() => Search.double(0, 1, { log: true }), 'a logarithmic scale has no 0'],
  [() => Search.double(0, 1, { step: 0 }), 'step cannot be 0'],
  [() => Search.int(0.5, 2), 'an int cannot have 0.5'],
  [() => Search.double(0, 1, { step: 1e-9 }), '1000000001 values are too many for an object'],
])('fails: a wrong range is refused with search-range', (make, text) => {
  expect(make).toThrow(text);
  expect(make).toThrow('(search-range)');
});

test.each([
  [() => Search.categorical([]), 'the list is empty'],
  [() => Search.categorical(["it's"]), '"it\'s" cannot stand in a command of Katib'],
])('fails: a wrong list is refused with search-list', (make, text) => {
  expect(make).toThrow(text);
  expect(make).toThrow('(search-list)');
});
