import type { TrainingRuntimeSpec, TrainJobSpec } from './custom-specs';
import { JOB_SET, JOB_SET_NAME } from './jobset';
import type { Kind } from './kind';

// Kinds of Kubeflow Trainer, version 2.

const GROUP = 'trainer.kubeflow.org';
const API_VERSION = `${GROUP}/v1alpha1`;

/** The label of the Job that trains, where Trainer puts the user's part of a TrainJob. */
export const TRAINER_STEP = { [`${GROUP}/trainjob-ancestor-step`]: 'trainer' };

/** A training job. Trainer makes a JobSet of the same name from a runtime. Its webhook refuses a job without one. */
export const TRAIN_JOB: Kind<TrainJobSpec> = {
  apiVersion: API_VERSION,
  kind: 'TrainJob',
  plural: 'trainjobs',
  ending: { good: 'Complete', bad: 'Failed', as: JOB_SET },
  suspend: 'spec.suspend',
  podLabel: JOB_SET_NAME,
};

/** The template of the JobSets of a namespace's TrainJobs. */
export const TRAINING_RUNTIME: Kind<TrainingRuntimeSpec> = {
  apiVersion: API_VERSION,
  kind: 'TrainingRuntime',
  plural: 'trainingruntimes',
};

/** The template of the JobSets of all namespaces' TrainJobs. */
export const CLUSTER_TRAINING_RUNTIME: Kind<TrainingRuntimeSpec> = {
  apiVersion: API_VERSION,
  kind: 'ClusterTrainingRuntime',
  plural: 'clustertrainingruntimes',
  scope: 'Cluster',
};

/** The reference of a job to its runtime. */
export function runtimeRef({ kind }: Kind, name: string): TrainJobSpec['runtimeRef'] {
  return { apiGroup: GROUP, kind, name };
}
