import type { JsonObject } from '../manifest';
import type { Kind } from './kind';

/** The label of the jobs' pods whose value is the name of the job. */
export const TRAINING_JOB_NAME = 'training.kubeflow.org/job-name';

/** The common part of the Training Operator's kinds, version 1. */
const COMMON = {
  apiVersion: 'kubeflow.org/v1',
  ending: { good: 'Succeeded', bad: 'Failed', ended: '.status.completionTime' },
  podLabel: TRAINING_JOB_NAME,
};

export const TF_JOB: Kind = { ...COMMON, kind: 'TFJob', plural: 'tfjobs' };
/** Of the MPI Operator: the Training Operator's own is version 1. */
export const MPI_JOB: Kind = { ...COMMON, apiVersion: 'kubeflow.org/v2beta1', kind: 'MPIJob', plural: 'mpijobs' };
/** Of the Training Operator. */
export const MPI_JOB_V1: Kind = { ...COMMON, kind: 'MPIJob', plural: 'mpijobs' };
export const PY_TORCH_JOB: Kind = { ...COMMON, kind: 'PyTorchJob', plural: 'pytorchjobs' };
/** The operator has it up to version 1.8. */
export const MX_JOB: Kind = { ...COMMON, kind: 'MXJob', plural: 'mxjobs' };

// Type aliases, as an interface is not assignable to a JSON object.

/** The common fields of the operator's jobs. */
export type RunPolicy = {
  /** The pods that are deleted when the job ends. */
  readonly cleanPodPolicy: 'None' | 'Running' | 'All';
  readonly backoffLimit?: number;
  readonly activeDeadlineSeconds?: number;
  readonly ttlSecondsAfterFinished?: number;
};

/** One role of a job. */
export type ReplicaSpec = {
  readonly replicas: number;
  /** Overrides the restart policy of the pod template. */
  readonly restartPolicy: 'Always' | 'OnFailure' | 'Never' | 'ExitCode';
  readonly template: JsonObject;
};

/** The roles of a TFJob, in its own spelling. */
export type TfReplicaType = 'Chief' | 'PS' | 'Worker';

/** The fields of a TFJob that this library writes. */
export type TfJobSpec = {
  readonly runPolicy: RunPolicy;
  /** Without a chief: whether all workers have to succeed, not only the first. */
  readonly successPolicy?: 'AllWorkers';
  readonly tfReplicaSpecs: { readonly [type in TfReplicaType]?: ReplicaSpec };
};

/** The fields of a PyTorchJob that this library writes. */
export type PyTorchJobSpec = {
  readonly runPolicy: RunPolicy;
  /** Processes that torchrun starts in each task. */
  readonly nprocPerNode: string;
  /** The fewest and the most tasks of the job. */
  readonly elasticPolicy?: { readonly minReplicas: number; readonly maxReplicas: number; readonly rdzvBackend: 'c10d' };
  readonly pytorchReplicaSpecs: { readonly Master?: ReplicaSpec; readonly Worker?: ReplicaSpec };
};

/** The roles of an MXJob that trains, in its own spelling. */
export type MxReplicaType = 'Scheduler' | 'Server' | 'Worker';

/** The fields of an MXJob that this library writes. */
export type MxJobSpec = {
  readonly runPolicy: RunPolicy;
  readonly jobMode: 'MXTrain';
  readonly mxReplicaSpecs: { readonly [type in MxReplicaType]?: ReplicaSpec };
};

/** The fields of an MPIJob of version 1 that this library writes. */
export type MpiJobV1Spec = {
  /** Processes that mpirun starts in each worker. */
  readonly slotsPerWorker: number;
  readonly runPolicy: RunPolicy;
  readonly mpiReplicaSpecs: { readonly Launcher?: ReplicaSpec; readonly Worker?: ReplicaSpec };
};

/** The same of version 2beta1. */
export type MpiJobSpec = MpiJobV1Spec & {
  /** The folder of each pod where the operator mounts the keys of ssh. */
  readonly sshAuthMountPath?: string;
  /** When the launcher is made. */
  readonly launcherCreationPolicy: 'AtStartup' | 'WaitForWorkersReady';
  readonly mpiImplementation: 'OpenMPI' | 'Intel' | 'MPICH';
};
