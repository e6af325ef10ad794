import type { Operator } from '../../core/contracts/operator';
import type { Problem } from '../../core/problems/problem';
import type { Manifest } from '../manifest';
import type { ResolvedTrainingJob } from './training-job';

/**
 * Who runs the processes of a job: the kind of object in the cluster. Pure: from a resolved job to manifests.
 */
export interface TrainingEngine {
  /** For messages: `TFJob`. */
  readonly name: string;
  /** What must run in the cluster. */
  readonly operator: Operator;
  /** The environment variables that it gives to tasks: users must not set them. */
  readonly reservedEnv: readonly string[];
  /** The framework that it is made for. @default - any */
  readonly framework?: string;
  /** What becomes of a job when a pod is deleted, as by draining a node. @default 'restart', as the roles say */
  readonly onDeletedPod?: 'restart' | 'fail';
  /** What is wrong with a job for this engine: roles that it does not know, names too long for what it makes. */
  problems(job: ResolvedTrainingJob): Iterable<Problem>;
  render(job: ResolvedTrainingJob): RenderedTrainingJob;
}

/** The objects that an engine makes of a job. */
export interface RenderedTrainingJob {
  /** The object whose end is the job's end. */
  readonly primary: Manifest;
  /** What it needs beside it. */
  readonly supporting: readonly Manifest[];
}
