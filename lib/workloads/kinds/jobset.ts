import type { IndexedJobSpec } from './batch';
import type { Kind } from './kind';

/** The label of a JobSet's pods whose value is the name of the JobSet. */
export const JOB_SET_NAME = 'jobset.sigs.k8s.io/jobset-name';

/** A set of Jobs that start, start again and end together. */
export const JOB_SET: Kind = {
  apiVersion: 'jobset.x-k8s.io/v1alpha2',
  kind: 'JobSet',
  plural: 'jobsets',
  ending: {
    good: 'Completed',
    bad: 'Failed',
    ended: '.status.terminalState',
    state: { path: 'status.terminalState', good: 'Completed', bad: 'Failed' },
  },
  podLabel: JOB_SET_NAME,
};

// Type aliases, as an interface is not assignable to a JSON object.

/** A rule for failed Jobs of a set. The first rule that matches decides. */
export type FailurePolicyRule = {
  readonly name: string;
  readonly action: 'FailJobSet' | 'RestartJobSet' | 'RestartJobSetAndIgnoreMaxRestarts';
  readonly onJobFailureReasons: readonly string[];
  readonly targetReplicatedJobs: readonly string[];
};

/** The fields of a JobSet that this library writes. */
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
    /** An earlier Job of the set whose pods must all be ready before this one is made, also after a restart of the set. */
    readonly dependsOn?: readonly { readonly name: string; readonly status: 'Ready' }[];
    readonly template: {
      readonly metadata?: { readonly labels: Readonly<Record<string, string>> };
      readonly spec: IndexedJobSpec;
    };
  }[];
};
