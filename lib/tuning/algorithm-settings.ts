import { boundsProblems, type Bounds } from '../core/problems/bounds';
import { accepted } from '../core/problems/errors';
import type { AlgorithmSpec } from '../kubernetes/kinds/katib';

/** The settings of algorithms. Each takes some of them, and the defaults are Katib's. */
export interface AlgorithmSettings {
  /** The seed of random numbers. Refused below 0. @default - another for each experiment */
  readonly seed?: number;
  /** The share of trials that count as good. Refused unless it is between 0 and 1. @default 0.25 */
  readonly gamma?: number;
  /** The weight of the prior. Refused unless it is above 0. @default 1 */
  readonly priorWeight?: number;
  /** The number of candidates whose improvement is estimated. Refused below 1. @default 24 */
  readonly candidates?: number;
  /** The number of random trials before the model is used. Refused below 0. @default 10 */
  readonly startupTrials?: number;
  /** The same of Bayesian optimization. Refused below 0. @default 10 */
  readonly initialPoints?: number;
  /** The model: a Gaussian process, a random forest, extra trees or gradient boosted trees. @default 'GP' */
  readonly estimator?: 'GP' | 'RF' | 'ET' | 'GBRT';
  /** The function that the next trial maximizes. @default 'gp_hedge' */
  readonly acquisition?: 'gp_hedge' | 'LCB' | 'EI' | 'PI' | 'EIps' | 'PIps';
  /** The method that finds its maximum. @default 'auto' */
  readonly acquisitionOptimizer?: 'auto' | 'sampling' | 'lbfgs';
  /** The first standard deviation. Refused unless it is above 0. @default - by the ranges of the parameters */
  readonly sigma?: number;
  /** The restart with more trials at a time when the search stands still. @default 'none' */
  readonly restart?: 'none' | 'ipop' | 'bipop';
  /** The most of the resource for one trial. Refused below 1. */
  readonly most: number;
  /** The factor by which trials become fewer and longer. Refused below 2. @default 3 */
  readonly eta?: number;
  /** The trials of a generation. Refused below 5. */
  readonly population: number;
  /** The share of a generation that better trials replace. Refused unless it is from 0 to 1. */
  readonly truncation: number;
  /** The folder where a trial writes its checkpoint, and finds that of the trial before it. */
  readonly checkpoints: string;
  /** The trials that must have ended before one is stopped. Refused below 1. @default 3 */
  readonly minimumTrials?: number;
  /** The reports of its metric before a trial is stopped. Refused below 1. @default 4 */
  readonly startStep?: number;
}

/** Katib's names of the settings, and the numbers that its services take. They refuse others only when the experiment runs. */
const SETTINGS: Readonly<Record<string, readonly [name: string, bounds?: Bounds]>> = {
  seed: ['random_state', {}],
  gamma: ['gamma', { least: 0.001, most: 0.999, fractions: true }],
  priorWeight: ['prior_weight', { least: 0.001, fractions: true }],
  candidates: ['n_EI_candidates', { least: 1 }],
  startupTrials: ['n_startup_trials', {}],
  initialPoints: ['n_initial_points', {}],
  estimator: ['base_estimator'],
  acquisition: ['acq_func'],
  acquisitionOptimizer: ['acq_optimizer'],
  sigma: ['sigma', { least: 0.001, fractions: true }],
  restart: ['restart_strategy'],
  resource: ['resource_name'],
  most: ['r_l', { least: 1 }],
  eta: ['eta', { least: 2 }],
  population: ['n_population', { least: 5 }],
  truncation: ['truncation_threshold', { most: 1, fractions: true }],
  checkpoints: ['suggestion_trial_dir'],
  minimumTrials: ['min_trials_required', { least: 1 }],
  startStep: ['start_step', { least: 1 }],
};

export type Settings = Partial<AlgorithmSettings> & { readonly resource?: string };

/** An algorithm of Katib with the settings that are given. Refuses numbers out of range. */
export function algorithmSpec(expression: string, algorithmName: string, settings: Settings): AlgorithmSpec {
  const given = Object.entries(settings).flatMap(([option, value]) => {
    const [name, bounds] = SETTINGS[option] ?? [];
    return name === undefined ? [] : [{ option, name, value, bounds }];
  });
  const numbers = given.flatMap(({ option, value, bounds }) =>
    typeof value === 'number' ? [boundsProblems('algorithm-setting', { [option]: value }, bounds)] : [],
  );
  const algorithmSettings = given.map(({ name, value }) => ({ name, value: String(value) }));
  return accepted(expression, numbers, () => ({ algorithmName, algorithmSettings }));
}
