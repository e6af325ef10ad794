import type { JsonObject } from '../manifest';
import type { Kind } from './kind';

/** The label of a Job's pods that has its name. */
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

/** A rule of what the failure of a pod does to its Job. */
export type PodFailurePolicyRule = {
  readonly action: 'Ignore' | 'FailJob';
  readonly onPodConditions: readonly { readonly type: string; readonly status: 'True' }[];
};

/** What this library writes of a Job. */
export type IndexedJobSpec = {
  readonly completionMode: 'Indexed';
  readonly completions: number;
  readonly parallelism: number;
  readonly backoffLimit?: number;
  /** How often each index may fail. Needs pods whose restart policy is Never. */
  readonly backoffLimitPerIndex?: number;
  /** How many indexes may have failed for good before the Job fails. */
  readonly maxFailedIndexes?: number;
  readonly activeDeadlineSeconds?: number;
  readonly ttlSecondsAfterFinished?: number;
  /** Needs pods whose restart policy is Never. */
  readonly podFailurePolicy?: { readonly rules: readonly PodFailurePolicyRule[] };
  readonly template: JsonObject;
};

/** What Kubernetes takes away: by a drain, a preemption, an eviction. */
export function onDisruption(action: PodFailurePolicyRule['action']): PodFailurePolicyRule {
  return { action, onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] };
}
