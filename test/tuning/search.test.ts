import { expect, test } from 'vitest';
import { pointsIn, pointsOf, Search, valueAt } from '../../lib/tuning/search';

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
  [() => Search.double(0, Infinity), 'the range has no end: give it two finite numbers'],
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

const SPACE = {
  lr: Search.double(0.01, 0.1),
  rate: Search.double(0.0001, 1, { log: true }),
  momentum: Search.double(0.1, 0.7, { step: 0.2 }),
  units: Search.int(8, 65, { step: 8, log: true }),
  layers: Search.int(1, 4),
  optimizer: Search.categorical(['sgd', 'adam']),
};

test('a grid has each combination once, and a part of it the first ones', () => {
  const space = { layers: Search.int(1, 3), momentum: Search.discrete([0.5, 0.9]), optimizer: SPACE.optimizer };
  const all = pointsOf(space, 12);
  expect(new Set(all.map((point) => JSON.stringify(point))).size).toBe(12);
  expect(all.slice(0, 4)).toEqual([
    { layers: '1', momentum: '0.5', optimizer: 'sgd' },
    { layers: '2', momentum: '0.5', optimizer: 'sgd' },
    { layers: '3', momentum: '0.5', optimizer: 'sgd' },
    { layers: '1', momentum: '0.9', optimizer: 'sgd' },
  ]);
  expect(pointsOf(space, 4)).toEqual(all.slice(0, 4));
});

test('a seed has the same points each time, and the first ones of a longer search', () => {
  expect(pointsOf(SPACE, 5, 'rates')).toEqual(pointsOf(SPACE, 9, 'rates').slice(0, 5));
  expect(pointsOf(SPACE, 5, 'rates')).not.toEqual(pointsOf(SPACE, 5, '7'));
  // Those of a released version stay.
  expect(pointsOf(SPACE, 1, '7')).toMatchInlineSnapshot(`
    [
      {
        "layers": "4",
        "lr": "0.0926093855051",
        "momentum": "0.5",
        "optimizer": "adam",
        "rate": "0.000338691602138",
        "units": "8",
      },
    ]
  `);
});

test('random values are in their ranges, even or logarithmic, and of their steps', () => {
  const points = pointsOf(SPACE, 4000, '1');
  const numbers = (name: string) => points.map((point) => Number(point[name]));
  const share = (name: string, most: number) => numbers(name).filter((value) => value < most).length / 4000;
  for (const [name, { range }] of Object.entries(SPACE)) {
    if (!range) continue;
    expect(Math.min(...numbers(name))).toBeGreaterThanOrEqual(range.min);
    expect(Math.max(...numbers(name))).toBeLessThanOrEqual(range.max);
  }
  // Half of all is below the middle of the range, or below the middle of its magnitudes.
  expect(share('lr', 0.055)).toBeCloseTo(0.5, 1);
  expect(share('rate', 0.01)).toBeCloseTo(0.5, 1);
  const counts = (name: string) => {
    const all = new Map<string, number>();
    for (const { [name]: value = '' } of points) all.set(value, (all.get(value) ?? 0) + 1);
    return all;
  };
  expect([...counts('momentum').keys()].sort()).toEqual(['0.1', '0.3', '0.5', '0.7']);
  expect([...counts('layers').keys()].sort()).toEqual(['1', '2', '3', '4']);
  expect([...counts('optimizer').keys()].sort()).toEqual(['adam', 'sgd']);
  for (const name of ['momentum', 'layers']) {
    for (const count of counts(name).values()) expect(count / points.length).toBeCloseTo(0.25, 1);
  }
  const units = counts('units');
  expect([...units.keys()].map(Number).sort((a, b) => a - b)).toEqual([8, 16, 24, 32, 40, 48, 56, 64]);
  expect(units.get('8')).toBeGreaterThan(3 * (units.get('64') ?? 0));
});
