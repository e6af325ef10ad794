import type { JsonObject, NamedManifest } from '../manifest';
import type { k8s } from 'cdk8s-plus-27';

/**
 * The identity of a kind of object in a cluster, and how its objects end. The type parameter is the spec of its objects:
 * `objectOf` does not compile with a field that it lacks.
 */
export interface Kind<Spec extends JsonObject = JsonObject> {
  /** Group and version, such as `batch/v1`. */
  readonly apiVersion: string;
  readonly kind: string;
  /** The resource in the API's paths, such as `jobs`. */
  readonly plural: string;
  /** `Cluster` for objects without a namespace. @default - objects have a namespace */
  readonly scope?: 'Cluster';
  /** The ending of its objects. @default - they run until they are deleted */
  readonly ending?: Ending;
  /** The label of its pods whose value is the object's name. @default - the kind has none */
  readonly podLabel?: string;
  /** The field that stops the pods of an object while it is true, such as `spec.suspend`. @default - the kind has none */
  readonly suspend?: string;
  /** For the compiler alone; no value has it. */
  readonly '~spec'?: Spec;
}

/** The end of an object, as its status shows it. */
export interface Ending {
  /** The condition that is `True` after a good end. For a kind without conditions, the same text as in `state`. */
  readonly good: string;
  /** The condition that is `True` after a bad end. For a kind without conditions, the texts of `state`, with a blank between. */
  readonly bad: string;
  /**
   * A field whose text shows the end, such as `status.phase`. It is for kinds without conditions, and for tools that do
   * not read conditions.
   *
   * @default - the kind has none
   */
  readonly state?: { readonly path: string; readonly good: string; readonly bad: string };
  /**
   * A field that is there after each good end, and before no end, such as `status.completionTime`. For tools that read plain
   * paths alone. @default - the kind has none
   */
  readonly time?: string;
  /** The kind of an object of the same name that ends with it, and whose end such tools can read. @default - none */
  readonly as?: Kind;
}

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

export function isOfKind(object: Pick<Kind, 'apiVersion' | 'kind'>, { apiVersion, kind }: Kind): boolean {
  return object.apiVersion === apiVersion && object.kind === kind;
}

export function objectOf<Spec extends JsonObject>(
  { apiVersion, kind }: Kind<Spec>,
  name: string,
  spec: NoInfer<Spec>,
): NamedManifest {
  return { apiVersion, kind, metadata: { name }, spec };
}

/** The JSON of a type of cdk8s-plus-27, whose names have `Ip` for Kubernetes' `IP`, and which holds quantities in classes. */
export type JsonOf<T> = T extends string | number | boolean | undefined
  ? T
  : T extends readonly (infer Each)[]
    ? readonly JsonOf<Each>[]
    : [T, k8s.Quantity] extends [k8s.Quantity, T]
      ? string | number
      : { readonly [Name in keyof T as Name extends `${infer Word}Ip` ? `${Word}IP` : Name]: JsonOf<T[Name]> };
