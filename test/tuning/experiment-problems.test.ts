import { expect, test } from 'vitest';
import { Operator } from '../../lib/operators/operator';
import { Mount } from '../../lib/pods/mounts/mount';
import { TensorFlow } from '../../lib/training/strategies/tensorflow/tensorflow';
import { TrainingEngine } from '../../lib/training/training-engines';
import { MetricsSource } from '../../lib/tuning/metrics-source';
import { Search } from '../../lib/tuning/search';
import { EarlyStopping, TuningAlgorithm } from '../../lib/tuning/tuning-algorithm';
import { adviceOf, CLUSTER, problemsOf, SPACE } from './experiments';

const OPEN = { lr: Search.double(0, 0.1) };
const HYPERBAND = TuningAlgorithm.hyperband({ resource: 'epochs', most: 9 });

test('experiments of every algorithm pass', () => {
  const all = [
    TuningAlgorithm.grid(),
    TuningAlgorithm.random(),
    TuningAlgorithm.bayesian(),
    TuningAlgorithm.tpe(),
    TuningAlgorithm.multivariateTpe(),
    TuningAlgorithm.cmaEs(),
    TuningAlgorithm.sobol(),
    TuningAlgorithm.populationBased({ population: 5, truncation: 0.2, checkpoints: '/checkpoints' }),
    HYPERBAND,
  ];
  for (const algorithm of all) expect(problemsOf({ algorithm })).toEqual([]);
});

test.each([
  ['a grid over a double without step', { algorithm: TuningAlgorithm.grid(), parameters: OPEN }, 'lr has no step'],
  [
    'a population over a double without step',
    {
      algorithm: TuningAlgorithm.populationBased({ population: 5, truncation: 0.2, checkpoints: '/c' }),
      parameters: OPEN,
    },
    'lr has no step',
  ],
  [
    'more trials than the points of a grid',
    { algorithm: TuningAlgorithm.grid(), trials: 13 },
    'set trials to 12 or fewer',
  ],
  [
    'a logarithm of 0 in Bayesian optimization',
    { algorithm: TuningAlgorithm.bayesian(), parameters: OPEN },
    'at 0 or below',
  ],
  ['one dimension for CMA-ES', { algorithm: TuningAlgorithm.cmaEs(), parameters: OPEN }, 'needs two parameters'],
  ['a second round of hyperband', { algorithm: HYPERBAND, trials: 12 }, 'set both to 9'],
  ['a part of a round of hyperband', { algorithm: HYPERBAND, parallelTrials: 3 }, 'set both to 9'],
])('fails: %s is refused with search-algorithm', (_, changes, text) => {
  const [problem, ...others] = problemsOf(changes);
  expect(others).toEqual([]);
  expect(problem).toContain(text);
  expect(problem).toContain('(search-algorithm)');
});

test('fails: early stopping by metrics that are pushed is refused with early-stopping', () => {
  const changes = { earlyStopping: EarlyStopping.median(), metrics: MetricsSource.push() };
  expect(problemsOf(changes).join()).toContain('(early-stopping)');
});

test('fails: a trial without a command is refused with trial-command', () => {
  expect(problemsOf({ job: { command: undefined } }).join()).toContain('(trial-command)');
});

test.each([
  ['a TrainJob', { engine: TrainingEngine.trainJob() }, 'Katib runs no TrainJob as a trial'],
  [
    'a TFJob with an evaluator',
    {
      engine: TrainingEngine.tfJob(),
      strategy: TensorFlow.multiWorkerMirrored({ evaluator: {} } as never),
    },
    'another TFJob beside it',
  ],
  [
    'a value in a file',
    { mounts: [Mount.configFile('${trialParameters.lr}', '/config/lr')] },
    'a ConfigMap is made once for all trials',
  ],
])('fails: %s is refused with trial-engine', (_, job, text) => {
  const operators = [...(CLUSTER.operators ?? []), Operator.TRAINER];
  const problems = problemsOf({ job: job }, { ...CLUSTER, operators });
  expect(problems.join()).toContain(text);
  expect(problems.join()).toContain('(trial-engine)');
});

test('fails: a cluster without Katib is refused with operator-missing', () => {
  const problems = problemsOf({}, { ...CLUSTER, operators: [Operator.JOBSET] });
  expect(problems.join()).toContain('add Operator.KATIB to operators of the cluster (operator-missing)');
});

test('fails: a scale that an algorithm does not read gets search-scale', () => {
  const parameters = { ...SPACE, rate: Search.double(0.001, 0.1, { log: true, step: 0.001 }) };
  expect(adviceOf({ parameters, algorithm: TuningAlgorithm.sobol() })).toContain('search-scale');
  expect(adviceOf({ parameters, algorithm: TuningAlgorithm.random() })).not.toContain('search-scale');
});

test('fails: a step by which random search may fall below the least value gets search-step', () => {
  const parameters = { lr: Search.double(0.01, 0.09, { step: 0.04 }) };
  expect(adviceOf({ parameters })).toContain('search-step');
  expect(adviceOf({ parameters, algorithm: TuningAlgorithm.multivariateTpe() })).not.toContain('search-step');
  expect(adviceOf({ parameters: { lr: Search.double(0.04, 0.12, { step: 0.04 }) } })).not.toContain('search-step');
});
