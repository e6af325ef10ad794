import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { guideAtSynth } from '../core/contracts/guide';
import { pathBelow } from '../core/names/name';
import { isStandIn, ownId, refuses, refusingAt } from '../core/problems';
import { chartOf } from '../kubernetes/enclosing-chart';
import type { TrainingRunOptions } from '../training/training-run';
import { experimentProblems, type EarlyStopping, type TuningAlgorithm } from './algorithm';
import { ExperimentBackend } from './experiment-backend';
import { MetricsSource, type Objective } from './objective';
import { pointsIn, type SearchSpace } from './search';

/** The values of a trial by the names of the parameters. */
export type TrialValues<Space extends SearchSpace> = { readonly [Name in keyof Space]: string };

/** A search: its parameters, its objective, and the job of its trials. */
export interface ExperimentProps<Space extends SearchSpace, Framework extends string, RoleCount extends number> {
  /** The parameters and their values. */
  readonly parameters: Space;
  /** The metric that the search betters. */
  readonly objective: Objective;
  /** The way in which values are chosen. */
  readonly algorithm: TuningAlgorithm;
  /**
   * The job of a trial, as a DistributedTrainingJob has it, with a command. The values of the parameters are texts for its
   * command, arguments and environment.
   */
  readonly trial: (
    values: TrialValues<Space>,
  ) => TrainingRunOptions<Framework, RoleCount> & { readonly command: readonly string[] };
  /** The most trials. @default - all points of a grid, the first round of hyperband, 12 otherwise */
  readonly trials?: number;
  /** The trials that run at once. The pools must have room for them. @default - all trials of hyperband, 3 otherwise */
  readonly parallelTrials?: number;
  /** The number of failed trials at which the experiment fails. @default 3 */
  readonly failedTrials?: number;
  /** The rule by which trials that do badly are stopped. @default - none */
  readonly earlyStopping?: EarlyStopping;
  /** The place where the metrics of a trial are read. @default MetricsSource.stdout() */
  readonly metrics?: MetricsSource;
  /** Set to true if finished jobs of trials stay, with their logs, until the experiment is deleted. @default false - nobody can read why a trial failed, but in a log that is kept elsewhere */
  readonly keepTrials?: boolean;
  /** The end of the name, such as `r2` in `rates-r2`: a new revision is a new search. @default - the name alone */
  readonly revision?: string;
  /** The program that runs the experiment. @default ExperimentBackend.katib() */
  readonly backend?: ExperimentBackend;
}

/** An experiment with all defaults filled in: the input of backends. */
export type ResolvedExperiment = ReturnType<typeof resolveExperiment>;

/**
 * A search for good hyperparameters: trials of one training job with other values of its parameters.
 *
 * @example
 * new Experiment(chart, 'tuning', {
 *   objective: Objective.maximize('accuracy'),
 *   parameters: { lr: Search.double(0.001, 0.1, { log: true }) },
 *   algorithm: TuningAlgorithm.random(),
 *   trial: ({ lr }) => ({ image, pool, strategy, command: ['python3', 'train.py', '--lr', lr] }),
 * });
 */
export class Experiment<
  const Space extends SearchSpace,
  Framework extends string,
  RoleCount extends number,
> extends Construct {
  /** The object whose end is the experiment's end. */
  readonly resource?: ApiObject;

  constructor(scope: Construct, id: string, props: ExperimentProps<Space, Framework, RoleCount>) {
    super(scope, ownId(scope, id));
    const chart = chartOf(this);
    const { backend = ExperimentBackend.katib() } = props;
    const experiment = resolveExperiment(pathBelow(chart, this), props);
    const { name } = experiment;
    const best = `kubectl -n ${chart.namespace ?? 'default'} get ${backend.best(name)}`;
    guideAtSynth(this, () => [{ phase: 'endings', text: `The best trial of \`${name}\`:`, commands: [best] }]);
    if (refuses(this, experimentProblems(experiment)) || Object.values(experiment.parameters).some(isStandIn)) return;
    // What is wrong with all trials is said once.
    this.resource = refusingAt(this, () => backend.add(this, experiment));
  }
}

function resolveExperiment<Space extends SearchSpace>(path: string, props: ExperimentProps<Space, string, number>) {
  const { trial, ...others } = props;
  const { algorithm, revision, metrics = MetricsSource.stdout() } = props;
  const parameters: SearchSpace = props.parameters;
  const { trials: all = algorithm.spec.algorithmName === 'grid' ? pointsIn(parameters) : NaN } = algorithm.round ?? {};
  // A grid without steps has a problem of its own.
  const trials = Math.min(props.trials ?? (all || 12), all || Infinity);
  const { parallelTrials = Math.min(algorithm.round?.trials ?? 3, trials), failedTrials = Math.min(3, trials) } = props;
  const name = revision === undefined ? path : `${path}-${revision}`;
  const jobOf = (valueOf: (parameter: string) => string) => {
    const values = Object.keys(parameters).map((each) => [each, valueOf(each)]);
    // The names are those of the parameters.
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
    return trial(Object.fromEntries(values) as TrialValues<Space>);
  };
  return { ...others, parameters, name, trials, parallelTrials, failedTrials, metrics, jobOf };
}
