import type { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { guideAtSynth } from '../core/contracts/guide';
import { pathBelow } from '../core/names/name';
import { adviseAtSynth, checkAtSynth } from '../core/problems/check';
import { ownId } from '../core/problems/own-id';
import { chartOf } from '../kubernetes/enclosing-chart';
import { COLLECTED_NAMESPACE } from '../kubernetes/kinds/katib';
import { labelNamespace } from '../kubernetes/namespace';
import { trainingRun, type TrainingRun, type TrainingRunOptions } from '../training/training-run';
import { addWorkload } from '../workload/workload';
import { experimentProblems, searchAdvice } from './experiment-problems';
import { experimentWorkload, resolveExperiment, type ExperimentOptions } from './experiment-workload';
import type { Search, SearchSpace } from './search';
import { trialValues, type TrialValues } from './trial-template';
import type { TuningAlgorithm } from './tuning-algorithm';

/** An experiment, its parameters, and the job of its trials. */
export interface ExperimentProps<
  Space extends SearchSpace,
  Framework extends string = string,
  RoleCount extends number = number,
> extends ExperimentOptions {
  /** The parameters and their values. */
  readonly parameters: Space;
  /** The way in which values are chosen. A `resource` that is no parameter by `Search.int` does not compile. */
  readonly algorithm: TuningAlgorithm<IntegersIn<NoInfer<Space>>>;
  /**
   * The job of a trial, as a DistributedTrainingJob has it. The values of the parameters are texts for its command,
   * arguments and environment. It needs a `command`, and its image the program `sh`.
   */
  readonly trial: (values: TrialValues<Space>) => TrainingRunOptions<Framework, RoleCount>;
  /** The object's name, of up to 40 characters. @default - the ids of the construct and its scopes below the chart, with hyphens */
  readonly experimentName?: string;
}

/** The names of the parameters by `Search.int`. */
type IntegersIn<Space extends SearchSpace> = {
  [Name in keyof Space & string]: Space[Name] extends Search<'int'> ? Name : never;
}[keyof Space & string];

/**
 * A search for good hyperparameters: trials of one training job with other values of its parameters. Katib runs it.
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
  Framework extends string = string,
  RoleCount extends number = number,
> extends Construct {
  /** The object whose end is the experiment's end. */
  readonly resource: ApiObject;
  /** The job of a trial, whose name is known in the cluster alone. */
  readonly trial: TrainingRun;

  constructor(scope: Construct, id: string, props: ExperimentProps<Space, Framework, RoleCount>) {
    super(scope, ownId(scope, id));
    const chart = chartOf(this);
    const { experimentName: base = pathBelow(chart, this) } = props;
    // Katib adds a hyphen and eight characters.
    const name = `${base}-1234567\${trialParameters.name}`;
    const trial = trainingRun(this, { name, base, inShell: true }, props.trial(trialValues(props.parameters)));
    const experiment = resolveExperiment(props);
    this.trial = trial;
    this.resource = addWorkload(this, experimentWorkload(experiment, trial));
    labelNamespace(this, ...COLLECTED_NAMESPACE, 'Katib reads the metrics of pods only in namespaces with a label:');
    checkAtSynth(this, () => experimentProblems(experiment, trial));
    adviseAtSynth(this, () => searchAdvice(experiment));
    const best = `kubectl -n ${chart.namespace ?? 'default'} get experiment ${base} -o jsonpath='{.status.currentOptimalTrial}{"\\n"}'`;
    guideAtSynth(this, () => [{ phase: 'endings', text: `The best trial of \`${base}\`:`, commands: [best] }]);
  }
}
