import { App, ImplicitTokenResolver, Lazy, LazyResolver, NumberStringUnionResolver, type IResolver } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { holdsTerraformValue, isTerraformNumber } from '../core/names/terraform-value';

/** A resolver that changes only the values of plain JSON that Terraform alone knows. */
export interface TokenResolver extends IResolver {
  readonly changesTokensOnly: true;
}

/** The result of `plainCopy` for a value that cdk8s may render in another way. */
export const OTHER = Symbol('other');

/** True if the resolvers of a construct's app leave plain JSON unchanged. */
export function leavesPlainJson(construct: IConstruct): boolean {
  return App.of(construct).resolvers.every(
    (resolver) =>
      resolver instanceof LazyResolver ||
      resolver instanceof ImplicitTokenResolver ||
      resolver instanceof NumberStringUnionResolver ||
      'changesTokensOnly' in resolver,
  );
}

/**
 * A copy of plain JSON as cdk8s renders it: with sorted keys, without empty members, with the values of `Lazy`. cdk8s is
 * slower: it calls four resolvers for each value, records its path, and copies twice.
 */
export function plainCopy(value: unknown): unknown {
  switch (typeof value) {
    case 'string':
      return holdsTerraformValue(value) ? OTHER : value;
    case 'number':
      return isTerraformNumber(value) ? OTHER : value;
    case 'boolean':
    case 'undefined':
      return value;
    case 'object':
      return value === null ? undefined : copyOf(value);
    default:
      return OTHER;
  }
}

function copyOf(value: object): unknown {
  if (Array.isArray(value)) {
    const copies = value.map(plainCopy);
    return copies.includes(OTHER) ? OTHER : copies;
  }
  if (value instanceof Lazy) return plainCopy(value.produce());
  if (!isPlain(value) || 'resolve' in value) return OTHER;
  const copy: Record<string, unknown> = {};
  for (const key of sortedKeys(value)) {
    const member = plainCopy(value[key]);
    if (member === OTHER || holdsTerraformValue(key)) return OTHER;
    if (member !== undefined) copy[key] = member;
  }
  return copy;
}

/** The keys in order. Most objects are sorted already, and a look costs less than sorting. */
function sortedKeys(value: object): string[] {
  const keys = Object.keys(value);
  let last = '';
  for (const key of keys) {
    if (key < last) return keys.sort();
    last = key;
  }
  return keys;
}

function isPlain(value: object): value is Readonly<Record<string, unknown>> {
  return value.constructor === Object;
}
