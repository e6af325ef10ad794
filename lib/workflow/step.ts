import type { Duration } from 'cdk8s';
import { objectOf, type Kind } from '../kubernetes/kinds/kind';
import type { JsonObject } from '../kubernetes/manifest';
import type { TaskOptions } from '../pods/pod-options';
import type { TrainingRunOptions } from '../training/training-run';
import type { Condition } from './condition';
import type { DataSet } from './data-set';
import { releaseTask, type ReleaseOptions } from './release';
import { END, outputText, RunValue, type RunText } from './run-value';
import { taskWork, trainingWork, type StepPlace, type StepWork } from './step-work';

/** Data sets by the variables that have their paths: `--data=$(DATA)`. */
export type StepData = Readonly<Record<string, DataSet>>;

/** The place of a step in its workflow, and its data. */
export interface StepOptions {
  /** Steps that end before this one starts. Steps whose data or outputs it uses come by themselves. @default [] */
  readonly after?: readonly Step<string>[];
  /** The condition of the step. Steps that use its data or outputs are left out with it. @default - it always runs */
  readonly when?: Condition;
  /** Data sets that the step reads. @default {} */
  readonly reads?: StepData;
  /** Data sets that the step writes. @default {} */
  readonly writes?: StepData;
}

/** A step that runs one program. */
export interface TaskStepOptions<Output extends string = string> extends TaskOptions, StepOptions {
  /** The program and its first arguments. Backends do not start the entry point of an image. */
  readonly command: readonly string[];
  /** Results of the step, as the names of outputs and the files that the program writes them to: `{ accuracy: '/tmp/accuracy' }`. @default {} */
  readonly outputs?: Readonly<Record<Output, string>>;
  /** The items of which each, `RunValue.ITEM`, has a run of the step, as a list, or an output or a parameter with one in JSON; and the most at once. @default - one run */
  readonly forEach?: { readonly items: readonly string[] | RunText; readonly atMost: number };
  /** The number of times that the step runs again after its program failed. @default 0 - a run of hours ends with one failed call of a network */
  readonly retries?: number;
  /** The number of times that the step runs again after its pod was taken away, by a drain, a preemption or an eviction. @default 5 */
  readonly preemptions?: number;
  /** The longest time of one try. @default - none: a try that hangs holds its machine */
  readonly timeout?: Duration;
  /** How long a result is used again by runs whose step has the same texts, with equal values in them. Contents of data do not count. @default - each run computes it */
  readonly cache?: Duration;
}

/** A step that trains. It is as `DistributedTrainingJob` has it, and restarts as its engine does. */
export interface TrainingStepOptions<Framework extends string = string, RoleCount extends number = number>
  extends TrainingRunOptions<Framework, RoleCount>, StepOptions {
  /** True if the run goes on when the step fails: steps that follow it start all the same. @default false */
  readonly mayFail?: boolean;
}

/** An object of your own that a step creates. */
export interface ObjectStepOptions extends Pick<StepOptions, 'after' | 'when'> {
  /** The kind of the object. A kind with an ending is waited for. */
  readonly kind: Kind;
  readonly spec: JsonObject;
}

/**
 * A step of a workflow. Its result types are those of its outputs.
 *
 * @example
 * const prepare = Step.task('prepare', { image, pool: cpus, command: ['python', 'prepare.py', '$(OUT)'], writes: { OUT: digits } });
 * const train = Step.training('train', { image: trainer, pool: t4, strategy: PyTorch.torchrun(), reads: { DATA: digits } });
 */
export class Step<Output extends string = never> {
  declare readonly '~type': 'Step';

  /** A program on a pool. */
  static task<Output extends string = never>(name: string, options: TaskStepOptions<Output>): Step<Output> {
    return new Step<Output>(name, options, (place) => taskWork(options, place));
  }

  /** A training job, on any engine. */
  static training<Framework extends string, RoleCount extends number>(
    name: string,
    options: TrainingStepOptions<Framework, RoleCount>,
  ): Step {
    return new Step(name, options, (place) => trainingWork(options, place));
  }

  /**
   * A new version of a model for its servers: a copy of a data set, as the next number in the model's folder. The servers
   * load it as soon as it is complete, and need no new pods.
   */
  static release(name: string, options: ReleaseOptions): Step<'version'> {
    return Step.task(name, releaseTask(options));
  }

  /** An object in Kubernetes' words, such as a job of another operator. The end of its kind is the end of the step. */
  static object(name: string, { kind, spec, ...order }: ObjectStepOptions): Step {
    const main = objectOf(kind, `${RunValue.NAME}-${name}`, spec);
    return new Step(name, order, () => ({ created: { before: [], main, kind }, pods: [] }));
  }

  /** A stop until a person lets the run go on, by the command in DEPLOY.md. */
  static approval(name: string, order: Pick<StepOptions, 'after' | 'when'> = {}): Step {
    return new Step(name, order, () => ({ pods: [] }));
  }

  private constructor(
    readonly name: string,
    readonly options: StepOptions,
    readonly resolve: (place: StepPlace) => StepWork,
  ) {}

  /** The end of the step, for texts of later steps and for conditions: `Succeeded` or `Failed`. */
  get status(): RunText {
    return outputText(this.name, END);
  }

  /** An output of the step, for texts of later steps and for conditions. With `forEach` a list in JSON. */
  output(name: Output): RunText {
    return outputText(this.name, name);
  }
}
