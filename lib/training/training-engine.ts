import type { ICluster } from '../core/contracts/cluster';
import type { Backend } from '../workload/backend';
import type { ResolvedTrainingJob } from './training-job';
import type { FieldVariable } from './engine-task';
import type { Addresses, TrainingStrategy } from './training-strategy';

/**
 * The backend that runs the tasks of a job: the kind of object in the cluster. The end of its main object is the job's end.
 *
 * The type parameters are the framework and the number of roles of the strategies that it can run. The compiler refuses a job
 * with another strategy.
 */
export interface TrainingEngine<
  Framework extends string = string,
  RoleCount extends number = number,
> extends Backend<ResolvedTrainingJob> {
  /** The framework that it supports. @default - any */
  readonly framework?: string;
  /** Variables from fields of the pod that its addresses refer to. Tasks get those that some text refers to. */
  readonly fields: readonly FieldVariable[];
  /** True if its operator adds containers without security settings, so that the namespace gets the level `baseline`. @default false */
  readonly addedContainers?: boolean;
  /** The effect of a deleted pod on its job, such as when a node is drained. @default 'restart', as the roles say */
  readonly onDeletedPod?: 'restart' | 'fail';
  /** The effect of a pod that its node evicts: it counts towards `maxRestarts`, or ends the job. @default - it is replaced and does not count */
  readonly onEvictedPod?: 'count' | 'fail';
  /** True if it holds tasks back until others have ended, for roles with `parallelism`. @default false - it starts all */
  readonly runsInTurns?: boolean;
  /** The engine for the operators of a cluster, if several versions of its kind are served. @default - itself */
  inCluster?(cluster: ICluster): TrainingEngine;
  /** The variables that its operator sets by itself: neither the user nor the strategy can set them. @default - none */
  given?(job: ResolvedTrainingJob): readonly string[];
  /** The addresses of the tasks. */
  addresses(job: ResolvedTrainingJob): Addresses;
  /** Labels that select the pods of a job, or of one role of it, and no other pods of the namespace. */
  podLabels(job: ResolvedTrainingJob, role?: string): Readonly<Record<string, string>>;
  /**
   * For the compiler alone, and never called. It is a method, because then an engine without type parameters fits every
   * strategy.
   */
  '~runs'?(strategy: TrainingStrategy<Framework, RoleCount>): void;
}
