import { expect, test } from 'vitest';
import { Objective } from '../../lib/tuning/objective';
import { pointsIn, Search } from '../../lib/tuning/search';
import { EarlyStopping, TuningAlgorithm } from '../../lib/tuning/tuning-algorithm';

test.each([
  // Counted by numpy: np.arange(min, max + step, step) without a last one above max.
  [Search.double(0.01, 0.1, { step: 0.01 }), 10],
  [Search.double(0.1, 0.3, { step: 0.1 }), 3],
  [Search.double(0.1, 0.7, { step: 0.1 }), 6],
  [Search.double(0.001, 0.01, { step: 0.001 }), 9],
  [Search.double(0.2, 0.8, { step: 0.2 }), 4],
  [Search.double(0, 1, { step: 0.25 }), 5],
  [Search.int(1, 4), 4],
  [Search.int(1, 10, { step: 4 }), 3],
  [Search.discrete([0.5, 0.9]), 2],
  [Search.categorical(['sgd', 'adam', 'rmsprop']), 3],
])('counts the points of a grid as Katib does', (search, points) => {
  expect(search.points).toBe(points);
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
])('fails: a wrong range is refused with search-range', (make, text) => {
  expect(make).toThrow(text);
  expect(make).toThrow('(search-range)');
});

test.each([
  [() => Search.categorical([]), 'the list is empty'],
  [() => Search.discrete([1, 1]), 'a value is listed twice'],
  [() => Search.categorical(["it's"]), '"it\'s" cannot stand in a command of Katib'],
])('fails: a wrong list is refused with search-list', (make, text) => {
  expect(make).toThrow(text);
  expect(make).toThrow('(search-list)');
});

test.each(['val accuracy', 'val/accuracy', ''])('fails: the metric "%s" is refused with metric-name', (name) => {
  expect(() => Objective.maximize(name)).toThrow('(metric-name)');
  expect(() => Objective.minimize('loss', { also: [name] })).toThrow('(metric-name)');
});

test.each([
  () => TuningAlgorithm.random({ seed: -1 }),
  () => TuningAlgorithm.random({ seed: 0.5 }),
  () => TuningAlgorithm.tpe({ gamma: 1 }),
  () => TuningAlgorithm.tpe({ priorWeight: 0 }),
  () => TuningAlgorithm.tpe({ candidates: 0 }),
  () => TuningAlgorithm.multivariateTpe({ startupTrials: -1 }),
  () => TuningAlgorithm.bayesian({ initialPoints: -1 }),
  () => TuningAlgorithm.hyperband({ resource: 'epochs', most: 0 }),
  () => TuningAlgorithm.hyperband({ resource: 'epochs', most: 9, eta: 1 }),
  () => TuningAlgorithm.cmaEs({ sigma: 0 }),
  () => TuningAlgorithm.populationBased({ population: 4, truncation: 0.2, checkpoints: '/c' }),
  () => TuningAlgorithm.populationBased({ population: 5, truncation: 1.5, checkpoints: '/c' }),
  () => EarlyStopping.median({ minimumTrials: 0 }),
  () => EarlyStopping.median({ startStep: 0 }),
])(
  'fails: a setting that a service of Katib refuses when the experiment runs is refused with algorithm-setting',
  (make) => {
    expect(make).toThrow('(algorithm-setting)');
  },
);
