import type { ICluster } from '../../core/contracts/cluster';
import { OPERATOR, type Operator } from '../../core/contracts/operator';
import type { Advice } from '../../core/problems/check';
import type { Problem } from '../../core/problems/problem';
import { choice, contract, FLAG, listOf, METHOD, object, optional, text, type Rules } from '../../core/problems/rules';
import { KIND, type Kind } from '../kinds/kind';
import type { Manifest } from '../manifest';
import type { ResolvedTrainingJob } from './training-job';
import type { Addresses, TrainingStrategy } from './training-strategy';

/**
 * Who runs the tasks of a job: the kind of object in the cluster. Pure: from a resolved job to manifests.
 *
 * The type parameters are the framework and the number of roles of the strategies that it can run. The compiler refuses a job
 * with another strategy.
 */
export interface TrainingEngine<Framework extends string = string, RoleCount extends number = number> {
  /** For messages: `TFJob`. */
  readonly name: string;
  /** The object whose end is the job's end. */
  readonly kind: Kind;
  /** The operator that the cluster must have. @default - none: Kubernetes runs the jobs */
  readonly operator?: Operator;
  /** The framework that it is made for. @default - any */
  readonly framework?: string;
  /** The environment variables that it gives to tasks: users must not set them. */
  readonly reservedEnv: readonly string[];
  /** The effect of a deleted pod on its job, such as when a node is drained. @default 'restart', as the roles say */
  readonly onDeletedPod?: 'restart' | 'fail';
  /** Whether it holds tasks back until others have ended, for roles with `atOnce`. @default false - it starts all */
  readonly runsInTurns?: boolean;
  /** The engine for the operators of a cluster, if several versions of its kind are served. @default - itself */
  inCluster?(cluster: ICluster): TrainingEngine;
  /** The variables that its operator sets by itself; the strategy's variables of these names are left out. */
  given(job: ResolvedTrainingJob): readonly string[];
  /** The name of the main container. Operators look for theirs. */
  containerName(job: ResolvedTrainingJob): string;
  /** The addresses of the tasks. */
  addresses(job: ResolvedTrainingJob): Addresses;
  /** Labels that select the pods of a job, or of one role of it, and no other pods of the namespace. */
  podLabels(job: ResolvedTrainingJob, role?: string): Readonly<Record<string, string>>;
  /** Problems of a job for this engine: roles that it does not know, names too long for its objects. */
  problems(job: ResolvedTrainingJob): Iterable<Problem>;
  /** Advice about a job for this engine. @default - none */
  readonly advice?: (job: ResolvedTrainingJob) => Iterable<Advice>;
  render(job: ResolvedTrainingJob): RenderedTrainingJob;
  /**
   * For the compiler alone; nobody calls it. It is written as a method, because then an engine without type parameters
   * fits every strategy.
   */
  '~runs'?(strategy: TrainingStrategy<Framework, RoleCount>): void;
}

const TRAINING_ENGINE: Rules<TrainingEngine> = {
  name: text('name it for messages'),
  kind: object(KIND, 'give { apiVersion, kind, plural }'),
  operator: optional(OPERATOR),
  framework: optional(text('name the framework, or leave it out')),
  reservedEnv: listOf(text('give the names of variables')),
  onDeletedPod: optional(choice('restart', 'fail')),
  runsInTurns: optional(FLAG),
  inCluster: optional(METHOD),
  given: METHOD,
  containerName: METHOD,
  addresses: METHOD,
  podLabels: METHOD,
  problems: METHOD,
  advice: optional(METHOD),
  render: METHOD,
  '~runs': optional(METHOD),
};

export const ENGINE = contract('render', TRAINING_ENGINE, 'use TrainingEngine.jobSet() or another engine');

/** The objects that an engine makes of a job. */
export interface RenderedTrainingJob {
  /** Objects before the job, such as a Service. @default - none */
  readonly needs?: readonly Manifest[];
  /** The object whose end is the job's end. */
  readonly job: Manifest;
  /** Jobs of their own, which belong to the same training: a queue counts them too. @default - none */
  readonly beside?: readonly Manifest[];
}
