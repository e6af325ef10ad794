import type { Duration } from 'cdk8s';
import { boundsProblems, secondsProblems } from '../core/problems/bounds';
import { DNS_LABEL } from '../core/names/kubernetes-name';
import { accepted } from '../core/problems/errors';
import { problem, type Problem } from '../core/problems/problem';
import type { Kind } from '../kubernetes/kinds/kind';
import type { JsonObject } from '../kubernetes/manifest';
import type { TaskOptions } from '../pods/pod-options';
import type { TrainingRunOptions } from '../training/training-run';
import type { Condition } from './condition';
import type { DataSet } from './data-set';
import { releaseTask, type ReleaseOptions } from './release';
import { outputText, statusText } from './run-value';

/** The place of a step in its workflow. */
export interface StepOrder {
  /** Steps that end before this one starts. Steps whose data or outputs it uses come by themselves. @default [] */
  readonly after?: readonly Step<string>[];
  /** The condition of the step. Steps that use its data or outputs are left out with it. @default - it always runs */
  readonly when?: Condition;
}

/** The data of a step. Each variable of its pods has the path of one data set: `--data=$(DATA)`. */
export interface StepData {
  /** Data sets that the step reads, by the variables with their paths. @default {} */
  readonly reads?: Readonly<Record<string, DataSet>>;
  /** Data sets that the step writes, by the variables with their paths. @default {} */
  readonly writes?: Readonly<Record<string, DataSet>>;
}

/** The items of a fan-out: the step runs once for each. */
export interface FanOut {
  /** The items, or a text with a list in JSON, such as an output of an earlier step. `RunValue.ITEM` is the item. */
  readonly items: readonly string[] | string;
  /** The most items at once. */
  readonly atMost: number;
}

/** A step that runs one program. */
export interface TaskStepOptions<Output extends string = string> extends TaskOptions, StepOrder, StepData {
  /** Results of the step, as the names of outputs and the files that the program writes them to: `{ accuracy: '/tmp/accuracy' }`. @default {} */
  readonly outputs?: Readonly<Record<Output, string>>;
  /** A run of the step for each item of a list. @default - one run */
  readonly forEach?: FanOut;
  /** The number of times that the step runs again after its program failed. @default 0 */
  readonly retries?: number;
  /** The number of times that the step runs again after its pod was taken away, by a drain, a preemption or an eviction. @default 5 */
  readonly preemptions?: number;
  /** The longest time of one try. @default - none */
  readonly timeout?: Duration;
  /**
   * How long a result is used again by runs whose step has the same program, parameters and items. The key has no contents of data
   * sets. @default - each run computes it
   */
  readonly cache?: Duration;
}

/** A step that trains. It is as `DistributedTrainingJob` has it, and restarts as its engine does. */
export interface TrainingStepOptions<Framework extends string = string, RoleCount extends number = number>
  extends TrainingRunOptions<Framework, RoleCount>, StepOrder, StepData {
  /** True if the run goes on when the step fails: steps that follow it start all the same. @default false */
  readonly mayFail?: boolean;
}

/** An object of your own that a step creates. */
export interface ObjectStepOptions extends StepOrder {
  /** The kind of the object. A kind with an ending is waited for. */
  readonly kind: Kind;
  readonly spec: JsonObject;
}

/** The work of a step. */
export type StepWork =
  | { readonly kind: 'task'; readonly options: TaskStepOptions }
  | { readonly kind: 'training'; readonly options: TrainingRunOptions & StepData; readonly mayFail: boolean }
  | { readonly kind: 'object'; readonly options: ObjectStepOptions }
  | { readonly kind: 'approval' };

/**
 * A step of a workflow. Steps run as soon as the steps that they follow have ended.
 *
 * @example
 * const prepare = Step.task('prepare', { image, pool: cpus, command: ['python', 'prepare.py', '$(OUT)'], writes: { OUT: digits } });
 * const train = Step.training('train', { image: trainer, pool: t4, strategy: PyTorch.torchrun(), reads: { DATA: digits } });
 */
export class Step<Output extends string = never> {
  declare readonly '~type': 'Step';

  /** A program on a pool. */
  static task<Output extends string = never>(name: string, options: TaskStepOptions<Output>): Step<Output> {
    return Step.of(name, { kind: 'task', options }, options, taskProblems(options));
  }

  /** A training job, on any engine. */
  static training<Framework extends string, RoleCount extends number>(
    name: string,
    options: TrainingStepOptions<Framework, RoleCount>,
  ): Step {
    const { after, when, mayFail = false, ...training } = options;
    return Step.of(name, { kind: 'training', options: training, mayFail }, { after, when }, []);
  }

  /**
   * A new version of a model for its servers: a copy of a data set, as the next number in the model's folder. The servers
   * load it as soon as it is complete, and need no new pods.
   */
  static release(name: string, options: ReleaseOptions): Step<'version'> {
    return Step.task(name, releaseTask(options));
  }

  /** An object in Kubernetes' words, such as a job of another operator. The end of its kind is the end of the step. */
  static object(name: string, options: ObjectStepOptions): Step {
    return Step.of(name, { kind: 'object', options }, options, []);
  }

  /** A stop until a person lets the run go on, by the command in DEPLOY.md. */
  static approval(name: string, order: StepOrder = {}): Step {
    return Step.of(name, { kind: 'approval' }, order, []);
  }

  private static of<Output extends string>(
    name: string,
    work: StepWork,
    { after = [], when }: StepOrder,
    checks: Iterable<Problem>,
  ): Step<Output> {
    return accepted(`Step "${name}"`, [nameProblems(name), checks], () => new Step<Output>(name, work, after, when));
  }

  private constructor(
    readonly name: string,
    readonly work: StepWork,
    readonly after: readonly Step<string>[],
    readonly when: Condition | undefined,
  ) {}

  /** The end of the step, as a text for later steps and for conditions: `Succeeded` or `Failed`. */
  get status(): string {
    return statusText(this.name);
  }

  /** An output of the step, as a text for later steps and for conditions. With `forEach` a list in JSON. */
  output(name: Output): string {
    return outputText(this.name, name);
  }
}

const LONGEST = 40;

function* nameProblems(name: string): Generator<Problem> {
  if (DNS_LABEL.pattern.test(name) && /^[a-z]/.test(name) && name.length <= LONGEST) return;
  const fix = `use up to ${LONGEST} lower-case letters, digits and hyphens, beginning with a letter`;
  yield problem('step-name', 'name', `${JSON.stringify(name)} cannot be the name of a step`, fix);
}

function* taskProblems(options: TaskStepOptions): Generator<Problem> {
  const { forEach, retries, preemptions, timeout, cache, command } = options;
  yield* boundsProblems('step-option', { retries, preemptions }, { most: 1000 });
  yield* boundsProblems('step-option', { 'forEach.atMost': forEach?.atMost }, { least: 1 });
  yield* secondsProblems({ timeout, cache }, { least: 1 }, 'step-option');
  if (command !== undefined) return;
  const message = 'no command is given, and backends do not start the entry point of an image';
  yield problem(
    'step-command',
    'command',
    message,
    "write the image's entry point as the command, such as ['python', 'main.py']",
  );
}
