import type { JsonObject, Manifest } from '../manifest';

// Type aliases, as an interface is not assignable to a JSON object.

/** A rule of what the failure of a Job does to its set. The first that matches decides. */
export type FailurePolicyRule = {
  readonly name: string;
  readonly action: 'FailJobSet' | 'RestartJobSet' | 'RestartJobSetAndIgnoreMaxRestarts';
  readonly onJobFailureReasons: readonly string[];
  readonly targetReplicatedJobs: readonly string[];
};

/** A rule of what the failure of a pod does to its Job. */
export type PodFailurePolicyRule = {
  readonly action: 'Ignore' | 'FailJob';
  readonly onPodConditions: readonly { readonly type: string; readonly status: 'True' }[];
};

/** What this library writes of a Job of Kubernetes. */
export type IndexedJobSpec = {
  readonly completionMode: 'Indexed';
  readonly completions: number;
  readonly parallelism: number;
  readonly backoffLimit: number;
  readonly activeDeadlineSeconds?: number;
  /** Needs pods whose restart policy is Never. */
  readonly podFailurePolicy?: { readonly rules: readonly PodFailurePolicyRule[] };
  readonly template: JsonObject;
};

/** What this library writes of a JobSet. */
export type JobSetSpec = {
  readonly ttlSecondsAfterFinished?: number;
  readonly successPolicy: { readonly operator: 'All' | 'Any'; readonly targetReplicatedJobs: readonly string[] };
  readonly failurePolicy: {
    readonly maxRestarts: number;
    readonly restartStrategy: 'Recreate' | 'BlockingRecreate';
    readonly rules: readonly FailurePolicyRule[];
  };
  readonly replicatedJobs: readonly {
    readonly name: string;
    readonly replicas: number;
    readonly template: { readonly spec: IndexedJobSpec };
  }[];
};

/** A set of Jobs that start, start again and end together. */
export function jobSetManifest(name: string, spec: JobSetSpec): Manifest {
  return { apiVersion: 'jobset.x-k8s.io/v1alpha2', kind: 'JobSet', metadata: { name }, spec };
}
