import type { JobSetSpec } from './custom-specs';
import type { Kind } from './kind';

/** The label of a JobSet's pods whose value is the name of the JobSet. */
export const JOB_SET_NAME = 'jobset.sigs.k8s.io/jobset-name';

/** A set of Jobs that start, restart and end together. */
export const JOB_SET: Kind<JobSetSpec> = {
  apiVersion: 'jobset.x-k8s.io/v1alpha2',
  kind: 'JobSet',
  plural: 'jobsets',
  ending: {
    good: 'Completed',
    bad: 'Failed',
    state: { path: 'status.terminalState', good: 'Completed', bad: 'Failed' },
  },
  suspend: 'spec.suspend',
  podLabel: JOB_SET_NAME,
};
