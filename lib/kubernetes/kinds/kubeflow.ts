import type {
  MpiJobSpec,
  MpiJobV1Spec,
  MxJobSpec,
  NotebookSpec,
  ProfileSpec,
  PyTorchJobSpec,
  TfJobSpec,
} from './custom-specs';
import type { Kind } from './kind';

/** The label of the jobs' pods whose value is the name of the job. */
export const TRAINING_JOB_NAME = 'training.kubeflow.org/job-name';

/** The common part of the Training Operator's kinds, version 1. */
const COMMON = {
  apiVersion: 'kubeflow.org/v1',
  ending: { good: 'Succeeded', bad: 'Failed', time: 'status.completionTime' },
  suspend: 'spec.runPolicy.suspend',
  podLabel: TRAINING_JOB_NAME,
};

export const TF_JOB: Kind<TfJobSpec> = { ...COMMON, kind: 'TFJob', plural: 'tfjobs' };
/** Of the MPI Operator: the Training Operator's own is version 1. */
export const MPI_JOB: Kind<MpiJobSpec> = {
  ...COMMON,
  apiVersion: 'kubeflow.org/v2beta1',
  kind: 'MPIJob',
  plural: 'mpijobs',
};
/** Of the Training Operator. */
export const MPI_JOB_V1: Kind<MpiJobV1Spec> = { ...COMMON, kind: 'MPIJob', plural: 'mpijobs' };
export const PY_TORCH_JOB: Kind<PyTorchJobSpec> = { ...COMMON, kind: 'PyTorchJob', plural: 'pytorchjobs' };
/** The operator has it up to version 1.8. */
export const MX_JOB: Kind<MxJobSpec> = { ...COMMON, kind: 'MXJob', plural: 'mxjobs' };

/** A notebook for one person. */
export const NOTEBOOK: Kind<NotebookSpec> = { apiVersion: 'kubeflow.org/v1', kind: 'Notebook', plural: 'notebooks' };

/** A namespace of Kubeflow, and the person to whom it belongs. */
export const PROFILE: Kind<ProfileSpec> = {
  apiVersion: 'kubeflow.org/v1',
  kind: 'Profile',
  plural: 'profiles',
  scope: 'Cluster',
};
