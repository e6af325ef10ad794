import type { ApiObject } from 'cdk8s';
import { Topic } from '../core/problems';
import type { Kind } from './kinds/kind';

/** The objects that belong to one run of a job alone, such as its config files and the jobs beside it. */
export interface RunObjects {
  /** The name of the run's file. */
  readonly name: string;
  /** The kind of the job. */
  readonly kind: Kind;
  /** The objects, in the order in which they are applied. */
  readonly objects: readonly ApiObject[];
}

/** The runs of a tree. Each run is one file, which is applied once and deleted as a whole. */
export const RUNS = new Topic<RunObjects>('runs');
