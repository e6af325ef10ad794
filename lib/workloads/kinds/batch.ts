import type { JsonObject } from '../manifest';
import type { Kind } from './kind';

/** The label of a Job's pods whose value is the name of the Job. */
export const JOB_NAME = 'batch.kubernetes.io/job-name';

/** A Job of Kubernetes. */
export const JOB: Kind = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  plural: 'jobs',
  ending: { good: 'Complete', bad: 'Failed' },
  podLabel: JOB_NAME,
};

// Type aliases, as an interface is not assignable to a JSON object.

/** A rule for failed pods of a Job. */
export type PodFailurePolicyRule = {
  readonly action: 'Ignore' | 'FailJob';
  readonly onPodConditions: readonly { readonly type: string; readonly status: 'True' }[];
};

/** The fields of a Job that this library writes. */
export type IndexedJobSpec = {
  readonly completionMode: 'Indexed';
  readonly completions: number;
  readonly parallelism: number;
  readonly backoffLimit?: number;
  /** The number of times that each index may fail. Needs pods with the restart policy Never. */
  readonly backoffLimitPerIndex?: number;
  /** The number of indexes that may fail for good before the Job fails. */
  readonly maxFailedIndexes?: number;
  readonly activeDeadlineSeconds?: number;
  readonly ttlSecondsAfterFinished?: number;
  /** The Job is complete when this many tasks have succeeded, and the others are stopped. Needs Kubernetes 1.31. */
  readonly successPolicy?: { readonly rules: readonly { readonly succeededCount: number }[] };
  /** Needs pods with the restart policy Never. */
  readonly podFailurePolicy?: { readonly rules: readonly PodFailurePolicyRule[] };
  readonly template: JsonObject;
};

/** A rule for pods that Kubernetes takes away by a drain, a preemption or an eviction. */
export function onDisruption(action: PodFailurePolicyRule['action']): PodFailurePolicyRule {
  return { action, onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] };
}
