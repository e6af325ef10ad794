import type { ApiObject } from 'cdk8s';
import { Topic } from '../core/problems/registry';
import type { Kind } from './kinds/kind';

/** One run of a job: what belongs to it and to nothing else, such as its config files and the jobs beside it. */
export interface RunObjects {
  /** The file of the run is called after it. */
  readonly name: string;
  /** The kind of the job. */
  readonly kind: Kind;
  /** In the order in which they are applied. */
  readonly objects: readonly ApiObject[];
}

/** The runs of a tree: each is written to one file, which is applied once and deleted as a whole. */
export const RUNS = new Topic<RunObjects>('runs');
