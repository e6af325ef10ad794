import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The part of JSON Schema, and of Kubernetes' additions to it, that upstream's schemas use. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly propertyNames?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly 'x-kubernetes-preserve-unknown-fields'?: boolean;
  readonly 'x-kubernetes-list-type'?: string;
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-group-version-kind'?: readonly {
    readonly group: string;
    readonly version: string;
    readonly kind: string;
  }[];
}

/** Schemas by name, and which of them a kind (`apiVersion/kind`) has. */
export interface KindSchemas {
  readonly kinds: Readonly<Record<string, string>>;
  readonly $defs: Readonly<Record<string, Schema>>;
}

/** A type as Terraform writes it in JSON: `"string"`, `["list", "string"]`, `["object", { … }]`. */
export type TerraformType =
  | string
  | readonly ['list' | 'set' | 'map', TerraformType]
  | readonly ['object', Readonly<Record<string, TerraformType>>];

/** Type, flags (r required, o optional, c computed, d deprecated, s sensitive), and the values where they are closed. */
export type TerraformAttribute = readonly [type: TerraformType, flags: string, values?: readonly string[]];

/** At most 0 is: any number. The nestings `object` and `objects` are of attributes, which are written as one object or a list. */
export type TerraformNestedBlock = readonly [nesting: string, min: number, max: number, block: TerraformBlock];

export interface TerraformBlock {
  /** Attributes. */
  readonly a?: Readonly<Record<string, TerraformAttribute>>;
  /** Nested blocks. */
  readonly b?: Readonly<Record<string, TerraformNestedBlock>>;
}

export interface ProviderSchema {
  readonly version: string;
  readonly provider: TerraformBlock;
  readonly resources: Readonly<Record<string, TerraformBlock>>;
  readonly data: Readonly<Record<string, TerraformBlock>>;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function read(name: string): string {
  return readFileSync(join(__dirname, 'schemas', name), 'utf8');
}

export function readKindSchemas(name: string): KindSchemas {
  return JSON.parse(read(name));
}

export function readProviderSchema(name: string): ProviderSchema {
  return JSON.parse(read(name));
}

/**
 * What an argument, or a set of arguments, of one resource type must be beside its type.
 * `path` is `type.block.argument`; `*` in front: any path that ends so.
 */
export type TerraformRule =
  | { readonly path: string; readonly oneOf: readonly string[] }
  | { readonly path: string; readonly matches: string }
  | { readonly path: string; readonly not: string }
  | { readonly path: string; readonly prefixLength: readonly [number, number]; readonly noHostBits?: boolean }
  | { readonly path: string; readonly min: number; readonly max?: number }
  | { readonly path: string; readonly maxLength: number }
  | { readonly path: string; readonly format: 'date-time' }
  | { readonly type: string; readonly exactlyOne: readonly string[] }
  | { readonly type: string; readonly argument: string; readonly excludes: readonly string[] };

export function readTerraformRules(name: string): readonly TerraformRule[] {
  return JSON.parse(read(name));
}
