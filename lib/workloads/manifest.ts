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
