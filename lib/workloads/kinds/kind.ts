import { choice, object, optional, text, type Rules } from '../../core/problems/rules';
import type { JsonObject, Manifest } from '../manifest';

/** The identity of a kind of object in a cluster, and how its objects end. */
export interface Kind {
  /** Group and version, such as `batch/v1`. */
  readonly apiVersion: string;
  readonly kind: string;
  /** The resource in the API's paths, such as `jobs`. */
  readonly plural: string;
  /** `Cluster`: its objects belong to no namespace. @default - to a namespace */
  readonly scope?: 'Cluster';
  /** How its objects end. @default - they run until they are deleted */
  readonly ending?: Ending;
  /** The label of its pods whose value is the object's name. @default - the kind has none */
  readonly podLabel?: string;
}

/** The end of an object, as its status shows it. */
export interface Ending {
  /** The condition that is `True` after a good end. For a kind without conditions, the same text as in `state`. */
  readonly good: string;
  /** The condition that is `True` after a bad end. For a kind without conditions, the same text as in `state`. */
  readonly bad: string;
  /** A field that is set together with either condition, such as `.status.completionTime`. @default - the kind has none */
  readonly ended?: string;
  /**
   * A field whose text shows the end, such as `status.phase`. It is for kinds without conditions, and for tools that do
   * not read conditions.
   *
   * @default - the kind has none
   */
  readonly state?: { readonly path: string; readonly good: string; readonly bad: string };
}

const STATE = {
  path: text('name the field, such as "status.phase"'),
  good: text('give its text'),
  bad: text('give its text'),
};
const ENDING: Rules<Ending> = {
  good: text('name the condition, such as "Complete"'),
  bad: text('name the condition, such as "Failed"'),
  ended: optional(text('name the field, such as ".status.completionTime"')),
  state: optional(object(STATE, 'give { path, good, bad }')),
};
export const KIND: Rules<Kind> = {
  apiVersion: text('give the group and version, such as "batch/v1"'),
  kind: text('give the kind, such as "Job"'),
  plural: text('give the resource, such as "jobs"'),
  scope: optional(choice('Cluster')),
  ending: optional(object(ENDING, "give { good: 'Complete', bad: 'Failed' }, or leave it out")),
  podLabel: optional(text('give the key of the label, such as "batch.kubernetes.io/job-name"')),
};

/** The group of a kind; empty for Kubernetes' own core. */
export function groupOf({ apiVersion }: Pick<Kind, 'apiVersion'>): string {
  return apiVersion.includes('/') ? apiVersion.replace(/\/.*/, '') : '';
}

/** The resource as kubectl takes it, such as `jobs.batch`. */
export function resourceOf(kind: Kind): string {
  return [kind.plural, groupOf(kind)].filter((part) => part !== '').join('.');
}

/** A kind as operators name it in `serves`, such as `jobsets.jobset.x-k8s.io/v1alpha2`. */
export function servedAs(kind: Kind): string {
  return `${resourceOf(kind)}/${kind.apiVersion.replace(/.*\//, '')}`;
}

/** An object of a kind. */
export function objectOf({ apiVersion, kind }: Kind, name: string, spec: JsonObject): Manifest {
  return { apiVersion, kind, metadata: { name }, spec };
}
