/** How one asks a cluster whether an object that ends by itself has ended, and how. */
export interface Ending {
  /** The resource, as kubectl takes it. */
  readonly resource: string;
  /** The field that is there from its end on, good or bad. @default - the kind has none */
  readonly ended?: string;
  /** The condition that is true after a good end. */
  readonly condition: string;
}

const ENDINGS: Readonly<Record<string, Ending>> = {
  'batch/Job': { resource: 'job.batch', condition: 'Complete' },
  'jobset.x-k8s.io/JobSet': {
    resource: 'jobset.jobset.x-k8s.io',
    ended: '.status.terminalState',
    condition: 'Completed',
  },
  'kubeflow.org/TFJob': { resource: 'tfjob.kubeflow.org', ended: '.status.completionTime', condition: 'Succeeded' },
};

/** How objects of a kind end; nothing for kinds that run for ever. */
export function endingOf(group: string, kind: string): Ending | undefined {
  return ENDINGS[`${group}/${kind}`];
}
