export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

/** An object of JSON. Members that are `undefined` are not written. */
export interface JsonObject {
  readonly [key: string]: Json | undefined;
}
