import { expect, test } from 'vitest';
import { TuningAlgorithm } from '../../../lib/tuning/index';
import { expectAccepted } from './program';
import { ALGORITHMS, RIGHT_EXPERIMENTS } from './right-experiments';
import { RIGHT_NOTEBOOKS } from './right-notebooks';
import { RIGHT_PIPELINES } from './right-pipelines';
import { RIGHT_TENANTS } from './right-tenants';
import { RIGHT_WORKFLOWS } from './right-workflows';

const ALL = { ...RIGHT_WORKFLOWS, ...RIGHT_EXPERIMENTS, ...RIGHT_PIPELINES, ...RIGHT_TENANTS, ...RIGHT_NOTEBOOKS };

test.each(Object.entries(ALL))('%s is accepted', (_, build) => {
  expectAccepted(build);
});

test('no two have one name', () => {
  const all = [RIGHT_WORKFLOWS, RIGHT_EXPERIMENTS, RIGHT_PIPELINES, RIGHT_TENANTS, RIGHT_NOTEBOOKS].flatMap(
    (programs) => Object.keys(programs),
  );
  expect(Object.keys(ALL)).toEqual(all);
});

test('an experiment by each algorithm is among them', () => {
  const members = Object.values(Object.getOwnPropertyDescriptors(TuningAlgorithm));
  const factories = members.filter(({ value }) => typeof value === 'function');
  expect(Object.keys(ALGORITHMS)).toHaveLength(factories.length);
});
