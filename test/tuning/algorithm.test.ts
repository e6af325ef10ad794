import { describe, expect, test } from 'vitest';
import { TuningAlgorithm } from '../../lib/tuning/algorithm';
import { Search } from '../../lib/tuning/search';
import { experiment, problemsOf, SPACE } from './experiments';

const POPULATION = { population: 5, truncation: 0.2, checkpoints: '/checkpoints' };
const HYPERBAND = { resource: 'epochs', most: 9 };
const OPEN = { lr: Search.double(0, 0.1) };

test('experiments of every algorithm pass', () => {
  const all = [
    TuningAlgorithm.grid(),
    TuningAlgorithm.random(),
    TuningAlgorithm.bayesian(),
    TuningAlgorithm.tpe(),
    TuningAlgorithm.multivariateTpe(),
    TuningAlgorithm.cmaEs(),
    TuningAlgorithm.sobol(),
    TuningAlgorithm.populationBased(POPULATION),
    TuningAlgorithm.hyperband(HYPERBAND),
  ];
  for (const algorithm of all) expect(problemsOf({ algorithm })).toEqual([]);
});

test.each([
  ['a grid over a double without step', { algorithm: TuningAlgorithm.grid(), parameters: OPEN }, 'lr has no step'],
  [
    'a population over a double without step',
    { algorithm: TuningAlgorithm.populationBased(POPULATION), parameters: OPEN },
    'lr has no step',
  ],
  [
    'a logarithm of 0 in Bayesian optimization',
    { algorithm: TuningAlgorithm.bayesian(), parameters: OPEN },
    'lr begins at 0, but bayesianoptimization takes logarithms',
  ],
  [
    'a logarithmic scale that Sobol does not read',
    { algorithm: TuningAlgorithm.sobol(), parameters: { lr: Search.double(0.001, 0.1, { log: true }) } },
    'lr has log, but sobol does not read it',
  ],
  [
    'a resource of hyperband that is no parameter',
    { algorithm: TuningAlgorithm.hyperband({ ...HYPERBAND, resource: 'steps' }) },
    'no parameter "steps" by Search.int',
  ],
  [
    'a resource of hyperband that is no whole number',
    { algorithm: TuningAlgorithm.hyperband({ ...HYPERBAND, resource: 'lr' }) },
    'no parameter "lr" by Search.int',
  ],
  [
    'a part of a round of hyperband',
    { algorithm: TuningAlgorithm.hyperband(HYPERBAND), trials: 3 },
    'hangs without 9 trials',
  ],
  [
    'a round of hyperband in turns',
    { algorithm: TuningAlgorithm.hyperband(HYPERBAND), parallelTrials: 3 },
    'hangs without 9 trials',
  ],
  [
    'one number for CMA-ES',
    { algorithm: TuningAlgorithm.cmaEs(), parameters: { rate: Search.double(0, 1), size: Search.discrete([1, 2]) } },
    'cmaes varies two numbers at least, not 1: use TuningAlgorithm.tpe()',
  ],
])('fails: %s is refused with search-algorithm', (_, changes, text) => {
  const [problem, ...others] = problemsOf(changes);
  expect(others).toEqual([]);
  expect(problem).toContain(text);
  expect(problem).toContain('(search-algorithm)');
});

test('algorithms that read a logarithmic scale take it', () => {
  const parameters = { ...SPACE, rate: Search.double(0.001, 0.1, { log: true }) };
  const { random, tpe, multivariateTpe, bayesian } = TuningAlgorithm;
  for (const make of [random, tpe, multivariateTpe, bayesian]) {
    expect(problemsOf({ parameters, algorithm: make() })).toEqual([]);
  }
});

/** What a service of Katib 0.19.0 takes for a setting, in the words of its validator. */
type Rule = (value: number) => boolean;
const whole =
  (least: number): Rule =>
  (value) =>
    Number.isInteger(value) && value >= least;
const any: Rule = () => true;

/**
 * The settings of each algorithm, and the rules of the service that runs it by upstream's own configuration.
 *
 * @see https://github.com/kubeflow/katib/tree/v0.19.0/pkg/suggestion/v1beta1
 * @see https://github.com/kubeflow/katib/blob/v0.19.0/manifests/v1beta1/installs/katib-standalone/katib-config.yaml
 */
const UPSTREAM: readonly {
  readonly service: string;
  readonly make: (settings: Readonly<Record<string, never>>) => TuningAlgorithm;
  /** Settings without which the service refuses an experiment. */
  readonly required?: Readonly<Record<string, string | number>>;
  readonly takes: Readonly<Record<string, readonly [name: string, rule: Rule | readonly string[]]>>;
  /** Numbers that the service takes, and that make no sense: ours are refused. */
  readonly stricter?: readonly string[];
}[] = [
  {
    service: 'hyperopt/service.py',
    make: TuningAlgorithm.random,
    takes: { seed: ['random_state', whole(0)] },
  },
  {
    service: 'hyperopt/service.py',
    make: TuningAlgorithm.tpe,
    takes: {
      gamma: ['gamma', (value) => value > 0 && value < 1],
      priorWeight: ['prior_weight', (value) => value > 0],
      candidates: ['n_EI_candidates', whole(1)],
      seed: ['random_state', whole(0)],
    },
  },
  {
    service: 'optuna/service.py',
    make: TuningAlgorithm.multivariateTpe,
    takes: { startupTrials: ['n_startup_trials', whole(0)], seed: ['random_state', whole(0)] },
  },
  { service: 'optuna/service.py', make: TuningAlgorithm.grid, takes: {} },
  {
    service: 'skopt/service.py',
    make: TuningAlgorithm.bayesian,
    takes: {
      estimator: ['base_estimator', ['GP', 'RF', 'ET', 'GBRT']],
      initialPoints: ['n_initial_points', whole(0)],
      acquisition: ['acq_func', ['gp_hedge', 'LCB', 'EI', 'PI', 'EIps', 'PIps']],
      acquisitionOptimizer: ['acq_optimizer', ['auto', 'sampling', 'lbfgs']],
      seed: ['random_state', whole(0)],
    },
  },
  {
    service: 'goptuna/converter.go',
    make: TuningAlgorithm.cmaEs,
    takes: {
      seed: ['random_state', (value) => Number.isInteger(value)],
      sigma: ['sigma', any],
      restart: ['restart_strategy', ['none', 'ipop', 'bipop']],
    },
    stricter: ['random_state', 'sigma'],
  },
  { service: 'goptuna/converter.go', make: TuningAlgorithm.sobol, takes: {} },
  {
    service: 'hyperband/service.py',
    make: TuningAlgorithm.hyperband as never,
    required: { resource: 'epochs', most: 9 },
    // It replaces an eta of 0 or less by 3, and divides by the logarithm of others.
    takes: { most: ['r_l', (value) => value > 0], eta: ['eta', (value) => Math.trunc(value) !== 1] },
    stricter: ['r_l', 'eta'],
  },
  {
    service: 'pbt/service.py',
    make: TuningAlgorithm.populationBased as never,
    required: POPULATION,
    takes: {
      population: ['n_population', whole(5)],
      truncation: ['truncation_threshold', (value) => value >= 0 && value <= 1],
    },
  },
];

describe.each(UPSTREAM.map((each) => [each.make({ ...each.required } as never).spec.algorithmName, each] as const))(
  "%s, by upstream's rules",
  (name, { make, required = {}, takes, stricter = [] }) => {
    const specWith = (settings: object) => make({ ...required, ...settings } as never).spec;
    const valueOf = (settings: object, setting: string) =>
      specWith(settings).algorithmSettings?.find((each) => each.name === setting)?.value;

    test.each(Object.entries(takes))('fails: it takes no %s that its service refuses', (option, [setting, rule]) => {
      if (typeof rule !== 'function') {
        for (const value of rule) expect(valueOf({ [option]: value }, setting)).toBe(value);
        return;
      }
      for (const value of [-1, 0, 0.5, 1, 1.5, 2, 4, 5, 24, 1000, NaN, Infinity]) {
        let isTaken = true;
        try {
          expect(valueOf({ [option]: value }, setting)).toBe(String(value));
        } catch (error) {
          expect(String(error)).toContain('(algorithm-setting)');
          isTaken = false;
        }
        if (isTaken) expect([value, rule(value)]).toEqual([value, true]);
        else if (!stricter.includes(setting) && Number.isFinite(value))
          expect([value, rule(value)]).toEqual([value, false]);
      }
    });

    test('it gives no setting that its service does not know, and all that it needs', () => {
      const examples = Object.entries(takes).map(([option, [, rule]]) => [
        option,
        typeof rule === 'function' ? 5 : rule[0],
      ]);
      const all = { ...Object.fromEntries(examples), ...(name === 'tpe' && { gamma: 0.5 }), ...required };
      const known = [...Object.values(takes).map(([setting]) => setting), ...(REQUIRED[name] ?? [])];
      const given = specWith(all).algorithmSettings?.map((each) => each.name) ?? [];
      expect([...given].sort()).toEqual([...new Set(known)].sort());
    });
  },
);

const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  hyperband: ['r_l', 'resource_name'],
  pbt: ['suggestion_trial_dir', 'n_population', 'truncation_threshold'],
};

test('fails: early stopping takes no setting that its service refuses with algorithm-setting', () => {
  for (const earlyStopping of [{ minimumTrials: 0 }, { startStep: 0 }, { startStep: 1.5 }]) {
    expect(() => experiment({ earlyStopping })).toThrow('(algorithm-setting)');
  }
  expect(problemsOf({ earlyStopping: { minimumTrials: 1, startStep: 1 } })).toEqual([]);
});

test('all settings of an algorithm that are out of range are said at once', () => {
  expect(() => TuningAlgorithm.tpe({ seed: -1, gamma: 2 })).toThrow(/seed cannot be -1[^]*gamma cannot be 2/);
});
