import type { k8s } from 'cdk8s-plus-27';
import type { JsonOf, Kind } from './kind';

/** The label of a Job's pods whose value is the name of the Job. */
export const JOB_NAME = 'batch.kubernetes.io/job-name';

export const JOB: Kind<JobSpec> = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  plural: 'jobs',
  ending: { good: 'Complete', bad: 'Failed', time: 'status.completionTime' },
  suspend: 'spec.suspend',
  podLabel: JOB_NAME,
};

/** A rule for failed pods of a Job. */
type PodFailurePolicyRule = JsonOf<k8s.PodFailurePolicyRule>;

/** The fields of a Job, with those that cdk8s-plus-27 does not know yet. */
export type JobSpec = JsonOf<k8s.JobSpec> & {
  /** The number of times that each index may fail. Needs pods with the restart policy Never. */
  readonly backoffLimitPerIndex?: number;
  /** The number of indexes that may fail for good before the Job fails. */
  readonly maxFailedIndexes?: number;
  /** The Job is complete when this many tasks have succeeded, and the others are stopped. Needs Kubernetes 1.31. */
  readonly successPolicy?: { readonly rules: readonly { readonly succeededCount: number }[] };
};

/** The rule for pods that a drain, a preemption or an eviction takes away. */
export function onDisruption(action: 'Ignore' | 'FailJob'): PodFailurePolicyRule {
  return { action, onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] };
}
