import type { JsonObject } from '../manifest';
import type { Kind } from './kind';

/** The label of their pods that has the job's name. */
export const TRAINING_JOB_NAME = 'training.kubeflow.org/job-name';

/** What the jobs of the Training Operator, version 1, have in common. */
const COMMON = {
  apiVersion: 'kubeflow.org/v1',
  ending: { good: 'Succeeded', bad: 'Failed', ended: '.status.completionTime' },
  podLabel: TRAINING_JOB_NAME,
};

export const TF_JOB: Kind = { ...COMMON, kind: 'TFJob', plural: 'tfjobs' };
export const PY_TORCH_JOB: Kind = { ...COMMON, kind: 'PyTorchJob', plural: 'pytorchjobs' };

// Type aliases, as an interface is not assignable to a JSON object.

/** What all jobs of the operator have in common. */
export type RunPolicy = {
  /** What is stopped when the job ends. */
  readonly cleanPodPolicy: 'None' | 'Running' | 'All';
  readonly backoffLimit?: number;
  readonly activeDeadlineSeconds?: number;
  readonly ttlSecondsAfterFinished?: number;
};

/** One role of a job. */
export type ReplicaSpec = {
  readonly replicas: number;
  /** Overrides that of the pod template. */
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never' | 'ExitCode';
  readonly template: JsonObject;
};

/** The roles of a TFJob, in its own spelling. */
export type TfReplicaType = 'Chief' | 'PS' | 'Worker';

/** What this library writes of a TFJob. */
export type TfJobSpec = {
  readonly runPolicy: RunPolicy;
  /** Without a chief: whether all workers have to succeed, not only the first. */
  readonly successPolicy?: 'AllWorkers';
  readonly tfReplicaSpecs: { readonly [type in TfReplicaType]?: ReplicaSpec };
};

/** What this library writes of a PyTorchJob. */
export type PyTorchJobSpec = {
  readonly runPolicy: RunPolicy;
  /** Processes that torchrun starts in each task. */
  readonly nprocPerNode: string;
  /** Between how many tasks the job may run. */
  readonly elasticPolicy?: { readonly minReplicas: number; readonly maxReplicas: number; readonly rdzvBackend: 'c10d' };
  readonly pytorchReplicaSpecs: { readonly Worker: ReplicaSpec };
};
