import type { Duration } from 'cdk8s';
import type { Kind } from '../kubernetes/kinds/kind';
import type { NamedManifest } from '../kubernetes/manifest';
import type { ResolvedTask } from '../pods/task';
import type { TrainingRun } from '../training/training-run';
import type { Condition } from './condition';
import type { DataSet } from './data-set';
import type { TaskStepOptions } from './step';
import type { Trigger } from './trigger';

/** A data set of a step. */
export interface DataUse {
  /** The variable with its path. */
  readonly variable: string;
  readonly data: DataSet;
  readonly isWritten: boolean;
}

/** A step that another one follows. */
export interface Dependency {
  readonly step: string;
  /** True if its data or outputs are used, so that a run without it leaves out the step that follows. */
  readonly isUsed: boolean;
  /** True if the run goes on when that step fails. */
  readonly mayFail: boolean;
}

/** The work of a step, with all defaults filled in. */
export type ResolvedWork =
  | {
      readonly kind: 'task';
      readonly task: ResolvedTask;
      readonly options: Pick<TaskStepOptions, 'outputs' | 'forEach' | 'timeout' | 'cache'>;
      readonly retries: number;
      readonly preemptions: number;
    }
  | { readonly kind: 'training'; readonly run: TrainingRun }
  | { readonly kind: 'object'; readonly of: Kind; readonly object: NamedManifest }
  | { readonly kind: 'approval' };

/** The work of a step that runs a program. */
export type TaskWork = Extract<ResolvedWork, { kind: 'task' }>;

export interface ResolvedStep {
  readonly name: string;
  /** The beginning of the names of the objects of the step. */
  readonly base: string;
  readonly work: ResolvedWork;
  readonly data: readonly DataUse[];
  readonly after: readonly Dependency[];
  readonly when?: Condition;
}

/** A workflow with all defaults filled in: the input of backends. */
export interface ResolvedWorkflow {
  readonly name: string;
  readonly namespace: string;
  /** Each step after those that it follows. */
  readonly steps: readonly ResolvedStep[];
  readonly parameters: Readonly<Record<string, string>>;
  readonly trigger: Trigger;
  readonly timeout?: Duration;
  readonly keepFinished?: Duration;
  readonly onExit?: ResolvedStep;
}
