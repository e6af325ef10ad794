import { accepted, boundsProblems, nearestTo, problem, type Bounds, type Problem } from '../core/problems';
import type { AlgorithmSpec } from '../kubernetes/kinds/katib';
import type { ResolvedExperiment } from './experiment';
import type { SearchSpace } from './search';

/** Katib's name of a setting, and the numbers that its service takes. It refuses others only when the experiment runs. */
const setting = <Value = number>(name: string, bounds: Bounds = {}): Setting<Value> => ({ name, bounds });
type Setting<Value> = { readonly name: string; readonly bounds: Bounds; readonly '~value'?: Value };

/** The settings of algorithms. The defaults are Katib's. */
const SETTINGS = {
  /** The seed of random numbers. Refused below 0. @default - another for each experiment */
  seed: setting('random_state'),
  /** The share of trials that count as good. Refused unless it is between 0 and 1. @default 0.25 */
  gamma: setting('gamma', { least: 0.001, most: 0.999, fractions: true }),
  /** The weight of the prior. Refused unless it is above 0. @default 1 */
  priorWeight: setting('prior_weight', { least: 0.001, fractions: true }),
  /** The number of candidates whose improvement is estimated. Refused below 1. @default 24 */
  candidates: setting('n_EI_candidates', { least: 1 }),
  /** The number of random trials before the model is used. Refused below 0. @default 10 */
  startupTrials: setting('n_startup_trials'),
  /** The same of Bayesian optimization. Refused below 0. @default 10 */
  initialPoints: setting('n_initial_points'),
  /** The model: a Gaussian process, a random forest, extra trees or gradient boosted trees. @default 'GP' */
  estimator: setting<'GP' | 'RF' | 'ET' | 'GBRT'>('base_estimator'),
  /** The function that the next trial maximizes. @default 'gp_hedge' */
  acquisition: setting<'gp_hedge' | 'LCB' | 'EI' | 'PI' | 'EIps' | 'PIps'>('acq_func'),
  /** The method that finds its maximum. @default 'auto' */
  acquisitionOptimizer: setting<'auto' | 'sampling' | 'lbfgs'>('acq_optimizer'),
  /** The first standard deviation. Refused unless it is above 0. @default - by the ranges of the parameters */
  sigma: setting('sigma', { least: 0.001, fractions: true }),
  /** The restart with more trials at a time when the search stands still. @default 'none' */
  restart: setting<'none' | 'ipop' | 'bipop'>('restart_strategy'),
  /** The parameter by `Search.int` that says how long a trial trains, such as epochs. */
  resource: setting<string>('resource_name'),
  /** The most of the resource for one trial. Refused below 1. */
  most: setting('r_l', { least: 1 }),
  /** The factor by which trials become fewer and longer. Refused below 2. @default 3 */
  eta: setting('eta', { least: 2 }),
  /** The trials of a generation. Refused below 5. */
  population: setting('n_population', { least: 5 }),
  /** The share of a generation that better trials replace. Refused unless it is from 0 to 1. */
  truncation: setting('truncation_threshold', { most: 1, fractions: true }),
  /** The folder where a trial writes its checkpoint, and finds that of the trial before it. */
  checkpoints: setting<string>('suggestion_trial_dir'),
  /** The trials that must have ended before one is stopped. Refused below 1. @default 3 */
  minimumTrials: setting('min_trials_required', { least: 1 }),
  /** The reports of its metric before a trial is stopped. Refused below 1. @default 4 */
  startStep: setting('start_step', { least: 1 }),
};
type Settings = { readonly [Name in keyof typeof SETTINGS]: NonNullable<(typeof SETTINGS)[Name]['~value']> };
type Needed<Names extends keyof Settings> = Pick<Settings, Names>;
type Some<Names extends keyof Settings> = Partial<Needed<Names>>;

/** A way in which Katib's service for an algorithm treats parameters or files. */
type Trait = 'readsLog' | 'listsSteps' | 'keepsFiles' | 'needsSteps' | 'needsLogs' | 'needsPlane';

/** The way in which an experiment chooses the values of its trials. */
export interface TuningAlgorithm {
  readonly '~type': 'TuningAlgorithm';
  readonly spec: AlgorithmSpec;
  readonly traits: readonly Trait[];
  /** The trials that it runs, all at once, and the parameter that says how long each trains. @default - any number */
  readonly round?: { readonly trials: number; readonly resource: string };
}

/** The algorithms of Katib. Settings that its services would refuse when the experiment runs are refused. */
export const TuningAlgorithm = {
  /** Values at random. */
  random: (settings: Some<'seed'> = {}) => algorithm('random', settings, 'readsLog', 'listsSteps'),
  /** All combinations, or the first ones. Refused: a `double` without step. */
  grid: () => algorithm('grid', {}, 'needsSteps', 'listsSteps'),
  /** Bayesian optimization. It searches every `double` on a logarithmic scale: a `min` of 0 or less is refused. */
  bayesian: (settings: Some<'seed' | 'initialPoints' | 'estimator' | 'acquisition' | 'acquisitionOptimizer'> = {}) =>
    algorithm('bayesianoptimization', settings, 'readsLog', 'needsLogs'),
  /**
   * Many short trials, of which the best become longer ones. Katib 0.19 ends after the short ones. Refused: other numbers of trials,
   * with which it waits for ever, and a resource that is no parameter by `Search.int`.
   */
  hyperband: (settings: Needed<'resource' | 'most'> & Some<'eta'>) => {
    const { resource, most, eta = 3 } = settings;
    const trials = eta ** Math.floor(Math.log(most) / Math.log(eta));
    return { ...algorithm('hyperband', settings), round: { trials, resource } };
  },
  /** A tree of Parzen estimators, for each parameter by itself. */
  tpe: (settings: Some<'seed' | 'gamma' | 'priorWeight' | 'candidates'> = {}) =>
    algorithm('tpe', settings, 'readsLog', 'listsSteps'),
  /** A tree of Parzen estimators, for all parameters together. */
  multivariateTpe: (settings: Some<'seed' | 'startupTrials'> = {}) =>
    algorithm('multivariate-tpe', settings, 'readsLog'),
  /** The covariance matrix adaptation evolution strategy. Refused: fewer than two parameters by `int` and `double`. */
  cmaEs: (settings: Some<'seed' | 'sigma' | 'restart'> = {}) => algorithm('cmaes', settings, 'needsPlane'),
  /** Sobol's sequence: values that cover the space evenly. */
  sobol: () => algorithm('sobol', {}),
  /**
   * Population based training: later trials go on from the checkpoints of good ones. Katib makes a volume of the default
   * storage class for them, which pods of many nodes must be able to write. Refused: a `double` without step.
   */
  populationBased: (settings: Needed<'population' | 'truncation' | 'checkpoints'>) =>
    algorithm('pbt', settings, 'needsSteps', 'keepsFiles'),
};

/** The rule by which trials that do badly are stopped: a best metric that is worse than the median after as many reports. */
export type EarlyStopping = Some<'minimumTrials' | 'startStep'>;

function algorithm(name: string, settings: Partial<Settings>, ...traits: readonly Trait[]): TuningAlgorithm {
  return { '~type': 'TuningAlgorithm', spec: algorithmSpec(name, settings), traits };
}

/** An algorithm of Katib with the settings that are given. Refuses numbers out of range. */
export function algorithmSpec(algorithmName: string, settings: Partial<Settings>): AlgorithmSpec {
  const values = new Map<string, unknown>(Object.entries(settings));
  const given = Object.entries(SETTINGS).filter(([option]) => values.get(option) !== undefined);
  const wrong = given.flatMap(([option, { bounds }]) => {
    const value = values.get(option);
    return [...boundsProblems('algorithm-setting', typeof value === 'number' ? { [option]: value } : {}, bounds)];
  });
  const algorithmSettings = given.map(([option, { name }]) => ({ name, value: String(values.get(option)) }));
  return accepted(`algorithm "${algorithmName}"`, [wrong], () => ({ algorithmName, algorithmSettings }));
}

/** Faults for which Katib's services wait without end, or which they pass over. */
export function* experimentProblems(experiment: ResolvedExperiment): Generator<Problem> {
  const { parameters, trials, parallelTrials, failedTrials, algorithm, earlyStopping, metrics } = experiment;
  // The status of Katib's Suggestion has the values of all.
  yield* boundsProblems('experiment-trials', { trials }, { least: 1, most: 5000 });
  yield* boundsProblems('experiment-trials', { parallelTrials, failedTrials }, { least: 1, most: trials });
  const { traits, round } = algorithm;
  const service = algorithm.spec.algorithmName;
  const wrong = (message: string, fix: string) => problem('search-algorithm', message, fix);
  for (const [name, { kind, points, range }] of Object.entries(parameters)) {
    if (traits.includes('needsSteps') && Number.isNaN(points))
      yield wrong(`${name} has no step, but ${service} counts its values`, 'give it a step, or use Search.discrete');
    if (range?.log === true && !traits.includes('readsLog'))
      yield wrong(`${name} has log, but ${service} does not read it`, 'use Search.discrete, or TuningAlgorithm.tpe()');
    if (traits.includes('needsLogs') && kind === 'double' && range && range.min <= 0)
      yield wrong(`${name} begins at ${range.min}, but ${service} takes logarithms`, 'raise min above 0, or use tpe()');
  }
  const numbers = Object.values(parameters).filter(({ range }) => range);
  if (traits.includes('needsPlane') && numbers.length < 2)
    yield wrong(`${service} varies two numbers at least, not ${numbers.length}`, 'use TuningAlgorithm.tpe()');
  if (earlyStopping && metrics.spec.collector.kind === 'Push')
    yield wrong('early stopping does not see pushed metrics', 'use MetricsSource.stdout(), or no earlyStopping');
  if (!round) return;
  if (parameters[round.resource]?.kind !== 'int')
    yield wrong(`no parameter "${round.resource}" by Search.int`, resourceFix(round.resource, parameters));
  if (trials !== round.trials || parallelTrials !== round.trials)
    yield wrong(`hyperband hangs without ${round.trials} trials, all at once`, 'leave trials and parallelTrials out');
}

function resourceFix(resource: string, parameters: SearchSpace): string {
  const counted = Object.keys(parameters).filter((name) => parameters[name]?.kind === 'int');
  const near = nearestTo(resource, counted);
  return near === undefined ? 'name the one that says how long a trial trains' : `write "${near}"`;
}
