import type { Problem } from '../core/problems/problem';
import type { AlgorithmSpec } from '../kubernetes/kinds/katib';
import { bayesianProblems, cmaEsProblems, gridProblems, hyperbandProblems, stepProblems } from './algorithm-problems';
import { algorithmSpec, type AlgorithmSettings, type Settings } from './algorithm-settings';
import { pointsIn, type SearchSpace } from './search';

type Some<Names extends keyof AlgorithmSettings> = Pick<AlgorithmSettings, Names>;

/** The trials of an experiment, in all and at once. */
export interface Trials {
  readonly trials: number;
  readonly parallelTrials: number;
}

interface AlgorithmFacts {
  /** True if it reads `log` of a parameter. @default false */
  readonly scales?: boolean;
  /** True if values are multiples of a step, counted from 0. @default false */
  readonly rounds?: boolean;
  /** True if its service keeps files between trials. @default false */
  readonly keepsFiles?: boolean;
  /** The trials of an experiment that does not say. */
  readonly usual?: (space: SearchSpace) => Partial<Trials>;
  readonly problems?: (space: SearchSpace, trials: Trials) => Iterable<Problem>;
}

/**
 * The way in which an experiment chooses the values of its trials. Settings that Katib would refuse when the experiment runs
 * are refused.
 *
 * @see https://www.kubeflow.org/docs/components/katib/user-guides/hp-tuning/configure-algorithm/
 */
export class TuningAlgorithm<Resource extends string = never> {
  declare readonly '~type': 'TuningAlgorithm';
  declare readonly '~resource': Resource;

  /** Values at random. */
  static random(settings: Some<'seed'> = {}): TuningAlgorithm {
    return new TuningAlgorithm('random', 'random', settings, { scales: true, rounds: true });
  }

  /** All combinations. Refused: a `double` without step, and more trials than combinations. */
  static grid(): TuningAlgorithm {
    const usual = (space: SearchSpace) => (Number.isNaN(pointsIn(space)) ? {} : { trials: pointsIn(space) });
    return new TuningAlgorithm('grid', 'grid', {}, { usual, problems: gridProblems });
  }

  /** Bayesian optimization. It searches every `double` on a logarithmic scale: a `min` of 0 or less is refused. */
  static bayesian(
    settings: Some<'seed' | 'initialPoints' | 'estimator' | 'acquisition' | 'acquisitionOptimizer'> = {},
  ): TuningAlgorithm {
    const facts = { scales: true, problems: bayesianProblems };
    return new TuningAlgorithm('bayesian', 'bayesianoptimization', settings, facts);
  }

  /**
   * Many short trials, of which the best become longer ones. Katib 0.19 ends after the short ones, and an experiment with other
   * trials would wait for ever: they are refused.
   *
   * @param settings its `resource` is the parameter that says how long a trial trains, such as epochs
   */
  static hyperband<const Resource extends string>(
    settings: Some<'most' | 'eta'> & { readonly resource: Resource },
  ): TuningAlgorithm<Resource> {
    const { most, eta = 3 } = settings;
    const round = eta ** Math.floor(Math.log(most) / Math.log(eta));
    return new TuningAlgorithm<Resource>('hyperband', 'hyperband', settings, {
      usual: () => ({ trials: round, parallelTrials: round }),
      problems: (_, trials) => hyperbandProblems(trials, round),
    });
  }

  /** A tree of Parzen estimators, for each parameter by itself. */
  static tpe(settings: Some<'seed' | 'gamma' | 'priorWeight' | 'candidates'> = {}): TuningAlgorithm {
    return new TuningAlgorithm('tpe', 'tpe', settings, { scales: true, rounds: true });
  }

  /** A tree of Parzen estimators, for all parameters together. */
  static multivariateTpe(settings: Some<'seed' | 'startupTrials'> = {}): TuningAlgorithm {
    return new TuningAlgorithm('multivariateTpe', 'multivariate-tpe', settings, { scales: true });
  }

  /** The covariance matrix adaptation evolution strategy. Refused with fewer than two parameters by `int` and `double`. */
  static cmaEs(settings: Some<'seed' | 'sigma' | 'restart'> = {}): TuningAlgorithm {
    return new TuningAlgorithm('cmaEs', 'cmaes', settings, { problems: cmaEsProblems });
  }

  /** Sobol's sequence: values that cover the space evenly. */
  static sobol(): TuningAlgorithm {
    return new TuningAlgorithm('sobol', 'sobol');
  }

  /**
   * Population based training: later trials go on from the checkpoints of good ones. Katib makes a volume of the default
   * storage class for them, which pods of many nodes must be able to write. Refused: a `double` without step.
   */
  static populationBased(settings: Some<'population' | 'truncation' | 'checkpoints'>): TuningAlgorithm {
    return new TuningAlgorithm('populationBased', 'pbt', settings, { keepsFiles: true, problems: stepProblems });
  }

  readonly spec: AlgorithmSpec;

  private constructor(
    factory: string,
    name: string,
    settings: Settings = {},
    readonly facts: AlgorithmFacts = {},
  ) {
    this.spec = algorithmSpec(`TuningAlgorithm.${factory}`, name, settings);
  }
}

/** The rule by which trials that do badly are stopped. */
export class EarlyStopping {
  declare readonly '~type': 'EarlyStopping';

  /** Stops a trial whose best metric is worse than the median of what other trials had after as many reports. */
  static median(settings: Some<'minimumTrials' | 'startStep'> = {}): EarlyStopping {
    return new EarlyStopping(algorithmSpec('EarlyStopping.median', 'medianstop', settings));
  }

  private constructor(readonly spec: AlgorithmSpec) {}
}
