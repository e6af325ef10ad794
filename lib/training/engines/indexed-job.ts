import { onDisruption, type JobSpec } from '../../kubernetes/kinds/batch';
import type { FieldVariable } from '../engine-task';
import type { Role } from '../training-strategy';

// The common parts of Indexed Jobs, alone or in a JobSet.

/** The index of the task that reads it. */
export const INDEX: FieldVariable = {
  name: 'TASK_INDEX',
  fieldPath: "metadata.annotations['batch.kubernetes.io/job-completion-index']",
};

/** The characters that Kubernetes adds to the names of the pods. */
export const POD_SUFFIX = '-xxxxx';

/**
 * Each task may fail this often. A limit for all tasks together would also count the tasks that fail because of a
 * peer's loss. Pods that Kubernetes takes away do not count. Needs pods whose restart policy is Never.
 */
export function retriesOfEach(maxRestarts: number): Partial<JobSpec> {
  return {
    backoffLimitPerIndex: maxRestarts,
    maxFailedIndexes: 0,
    podFailurePolicy: { rules: [onDisruption('Ignore')] },
  };
}

/**
 * Elastic tasks end together, so the first that succeeds ends the Job. Otherwise a task that was lost shortly before
 * would wait for peers that are done.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/job/#success-policy
 */
export function endOf({ completes, atLeast }: Role): Partial<JobSpec> {
  return completes && atLeast !== undefined ? { successPolicy: { rules: [{ succeededCount: 1 }] } } : {};
}
