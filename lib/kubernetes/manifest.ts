import { Lazy, type ApiObject } from 'cdk8s';
import type { Json, JsonObject } from '../core/json';
import { isRunTimeText } from '../core/names/run-time-text';
import { isObjectOrList } from '../core/object-or-list';

export type { Json, JsonObject };

/**
 * A Kubernetes object as it is written to YAML, without its namespace, which the chart adds. An object that is created in
 * the cluster, such as by a step of a workflow, may leave its name to the API server.
 */
export interface Manifest extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: (
    | { readonly name: string; readonly generateName?: undefined }
    | { readonly name?: undefined; readonly generateName: string }
  ) &
    JsonObject;
}

/** An object with a name of its own. */
export interface NamedManifest extends Manifest {
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> } & JsonObject;
}

/** An object in a namespace that is not that of its chart. */
export function inNamespace(object: NamedManifest, namespace: string): NamedManifest {
  return { ...object, metadata: { ...object.metadata, namespace } };
}

/** True if the name of an object is known at synthesis, as `kubectl apply` needs it. */
export function isNamed(manifest: Manifest): manifest is NamedManifest {
  const { name } = manifest.metadata;
  return name !== undefined && !isRunTimeText(name);
}

/** A member of an object that is an object; empty if it is missing. */
export function objectIn(owner: JsonObject, field: string): JsonObject {
  const value = owner[field];
  return isJsonObject(value) ? value : {};
}

/** The objects of a member that is a list; none if it is missing. */
export function listIn(owner: JsonObject, field: string): JsonObject[] {
  const value = owner[field];
  return Array.isArray(value) ? value.filter((each: Json) => isJsonObject(each)) : [];
}

/** The object at a path; empty if it is missing. This is the edge to cdk8s: the JSON of an object has no type. */
export function partAt(json: unknown, path: readonly string[]): JsonObject {
  const part = path.reduce((owner, field) => (isObjectOrList(owner) ? owner[field] : undefined), json);
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return isObjectOrList(part) ? (part as JsonObject) : {};
}

/** The fields of an object that are written, in the order of their names. */
export function writtenFields(owner: JsonObject): JsonObject {
  const written = Object.entries(owner).filter(([, value]) => value !== undefined);
  return Object.fromEntries(written.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A part of a manifest that is made at synthesis. This is the edge to cdk8s: it has no type. */
export function lazyPart<T extends JsonObject | JsonObject[]>(produce: () => T): T {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Lazy.any({ produce }) as T;
}

const TEMPLATE = ['spec', 'template', 'spec'];
/** The paths to the pods of Kubernetes' own kinds. */
const POD_SPECS: Readonly<Record<string, readonly string[]>> = {
  'v1/Pod': ['spec'],
  'apps/v1/Deployment': TEMPLATE,
  'apps/v1/StatefulSet': TEMPLATE,
  'apps/v1/DaemonSet': TEMPLATE,
  'batch/v1/Job': TEMPLATE,
  'batch/v1/CronJob': ['spec', 'jobTemplate', ...TEMPLATE],
};

/** The spec of an object's pods. Only Kubernetes' own kinds have one here. Call it at synthesis. */
export function podSpecOf(object: ApiObject): JsonObject | undefined {
  const path = POD_SPECS[`${object.apiVersion}/${object.kind}`];
  return path && partAt(object.toJson(), path);
}
