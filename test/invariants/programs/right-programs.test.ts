import { expect, test } from 'vitest';
import { TuningAlgorithm } from '../../../lib/tuning/index';
import { expectAccepted } from './program';
import { ALGORITHMS, RIGHT_EXPERIMENTS } from './right-experiments';
import { RIGHT_NOTEBOOKS } from './right-notebooks';
import { RIGHT_PIPELINES } from './right-pipelines';
import { RIGHT_POOLS } from './right-pools';
import { RIGHT_PODS } from './right-pods';
import { RIGHT_REGISTRIES } from './right-registries';
import { RIGHT_TENANTS } from './right-tenants';
import { RIGHT_WORKFLOWS } from './right-workflows';
import { RIGHT_SPOT } from './wrong-spot';

const ALL = [
  RIGHT_WORKFLOWS,
  RIGHT_EXPERIMENTS,
  RIGHT_PIPELINES,
  RIGHT_TENANTS,
  RIGHT_NOTEBOOKS,
  RIGHT_PODS,
  RIGHT_REGISTRIES,
  RIGHT_POOLS,
  RIGHT_SPOT,
].flatMap((programs) => Object.entries(programs));

test.each(ALL)('%s is accepted', (_, build) => {
  expectAccepted(build);
});

test('no two have one name', () => {
  const names = ALL.map(([name]) => name);
  expect([...new Set(names)]).toEqual(names);
});

test('an experiment by each algorithm is among them', () => {
  const members = Object.values(Object.getOwnPropertyDescriptors(TuningAlgorithm));
  const factories = members.filter(({ value }) => typeof value === 'function');
  expect(Object.keys(ALGORITHMS)).toHaveLength(factories.length);
});
