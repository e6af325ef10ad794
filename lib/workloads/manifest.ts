import { Lazy } from 'cdk8s';
import { object, text } from '../core/problems/rules';

/** Any value of a manifest. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** A part of a manifest; members that are `undefined` are not written. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}

/** A Kubernetes object as it is written to YAML, without its namespace: the chart gives it. */
export interface Manifest extends JsonObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string } & JsonObject;
}

/** What is read of any object of Kubernetes. */
export const MANIFEST = object(
  {
    apiVersion: text('give the group and version, such as "batch/v1"'),
    kind: text('give the kind, such as "Job"'),
    metadata: object({ name: text('name the object') }, 'give { name }'),
  },
  'give an object of Kubernetes',
);

/** A part of an object by its name; empty if it is not there. */
export function objectIn(owner: JsonObject, field: string): JsonObject {
  const value = owner[field];
  return isJsonObject(value) ? value : {};
}

/** The objects of a list by its name; none if it is not there. */
export function listIn(owner: JsonObject, field: string): JsonObject[] {
  const value = owner[field];
  return Array.isArray(value) ? value.filter((each: Json) => isJsonObject(each)) : [];
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** The fields of an object that are written, in the order of their names. */
export function writtenFields(owner: JsonObject): JsonObject {
  const written = Object.entries(owner).filter(([, value]) => value !== undefined);
  return Object.fromEntries(written.sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A part of a manifest that is known at synthesis only. The edge to cdk8s: such a part has no type. */
export function lazyPart(produce: () => JsonObject): JsonObject {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions
  return Lazy.any({ produce }) as JsonObject;
}
