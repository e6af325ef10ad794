import { JOB } from './batch';
import { JOB_SET } from './jobset';
import type { Kind } from './kind';
import { MPI_JOB, MPI_JOB_V1, MX_JOB, PY_TORCH_JOB, TF_JOB } from './kubeflow';
import { TRAIN_JOB } from './trainer';

/** The kinds that this library writes and that end by themselves. */
const ENDING_KINDS: readonly Kind[] = [JOB, JOB_SET, TF_JOB, PY_TORCH_JOB, MPI_JOB, MPI_JOB_V1, MX_JOB, TRAIN_JOB];

/** The kind of an object, if its objects end by themselves. */
export function endingKindOf(object: { readonly apiVersion: string; readonly kind: string }): Kind | undefined {
  return ENDING_KINDS.find(({ apiVersion, kind }) => apiVersion === object.apiVersion && kind === object.kind);
}
