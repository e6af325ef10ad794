/** How one asks a cluster whether an object that ends has ended well. */
export interface FinishedCondition {
  /** The resource, as kubectl takes it. */
  readonly resource: string;
  readonly condition: string;
}

const FINISHED: Readonly<Record<string, FinishedCondition>> = {
  'batch/Job': { resource: 'job.batch', condition: 'Complete' },
  'jobset.x-k8s.io/JobSet': { resource: 'jobset.jobset.x-k8s.io', condition: 'Completed' },
  'kubeflow.org/TFJob': { resource: 'tfjob.kubeflow.org', condition: 'Succeeded' },
};

/** The condition of a kind that ends by itself; nothing for kinds that run for ever. */
export function finishedCondition(group: string, kind: string): FinishedCondition | undefined {
  return FINISHED[`${group}/${kind}`];
}
