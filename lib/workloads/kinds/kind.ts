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
  /** The label of its pods that has the object's name. @default - the kind has none */
  readonly podLabel?: string;
}

/** How one asks a cluster whether an object has ended, and how. */
export interface Ending {
  /** The condition that is `True` after a good end. */
  readonly good: string;
  /** The condition that is `True` after a bad end. */
  readonly bad: string;
  /** A field that is there from the end on, good or bad, such as `.status.completionTime`. @default - the kind has none */
  readonly ended?: string;
  /** A field whose text tells the end, for tools that read no conditions. @default - the kind has none */
  readonly state?: { readonly path: string; readonly good: string; readonly bad: string };
}

/** The group of a kind; empty for Kubernetes' own core. */
export function groupOf({ apiVersion }: Pick<Kind, 'apiVersion'>): string {
  return apiVersion.includes('/') ? apiVersion.replace(/\/.*/, '') : '';
}

/** The resource as kubectl takes it, such as `jobs.batch`. */
export function resourceOf(kind: Kind): string {
  return [kind.plural, groupOf(kind)].filter((part) => part !== '').join('.');
}

/** A kind as operators name what they serve, such as `jobsets.jobset.x-k8s.io/v1alpha2`. */
export function servedAs(kind: Kind): string {
  return `${resourceOf(kind)}/${kind.apiVersion.replace(/.*\//, '')}`;
}

/** An object of a kind. */
export function objectOf({ apiVersion, kind }: Kind, name: string, spec: JsonObject): Manifest {
  return { apiVersion, kind, metadata: { name }, spec };
}
