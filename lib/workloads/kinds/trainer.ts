import type { JsonObject } from '../manifest';
import { JOB_SET_NAME, type JobSetSpec } from './jobset';
import type { Kind } from './kind';

// Kinds of Kubeflow Trainer, version 2.

const GROUP = 'trainer.kubeflow.org';
const API_VERSION = `${GROUP}/v1alpha1`;

/** The label of the Job that does the training; Trainer puts the user's part of a TrainJob there. */
export const TRAINER_STEP = { [`${GROUP}/trainjob-ancestor-step`]: 'trainer' };

/** A training job. Trainer makes a JobSet of its name from the template of a runtime. */
export const TRAIN_JOB: Kind = {
  apiVersion: API_VERSION,
  kind: 'TrainJob',
  plural: 'trainjobs',
  ending: { good: 'Complete', bad: 'Failed' },
  podLabel: JOB_SET_NAME,
};

/** The template of the JobSets of a namespace's TrainJobs. */
export const TRAINING_RUNTIME: Kind = { apiVersion: API_VERSION, kind: 'TrainingRuntime', plural: 'trainingruntimes' };

/** The same for all namespaces. */
export const CLUSTER_TRAINING_RUNTIME: Kind = {
  apiVersion: API_VERSION,
  kind: 'ClusterTrainingRuntime',
  plural: 'clustertrainingruntimes',
  scope: 'Cluster',
};

// Type aliases, as an interface is not assignable to a JSON object.

/** A reference to the runtime of a job. */
export type RuntimeRef = { readonly apiGroup: string; readonly kind: string; readonly name: string };

/** The fields of a TrainJob that this library writes. */
export type TrainJobSpec = {
  readonly runtimeRef: RuntimeRef;
  /** The user's part, where the runtime leaves it to the job. */
  readonly trainer?: JsonObject;
  readonly runtimePatches?: readonly JsonObject[];
  /** From its start to its end, with all attempts. */
  readonly activeDeadlineSeconds?: number;
};

/** The fields of a runtime that this library writes. */
export type TrainingRuntimeSpec = {
  /** What Trainer adds to the pods of the step that trains. */
  readonly mlPolicy?: JsonObject;
  readonly template: { readonly spec: JobSetSpec };
};

/** How a job names its runtime. */
export function runtimeRef({ kind }: Kind, name: string): RuntimeRef {
  return { apiGroup: GROUP, kind, name };
}
