import type { IConstruct } from 'constructs';
import { createHash } from 'node:crypto';
import { problem, type Problem } from '../problems';
import { holdsTerraformValue, KNOWN_TEXT } from './terraform-value';

/** A service's rule for the names of one kind of resource. */
export interface NameRule {
  /** The kind of thing, for the message: `cluster`, `node pool`. */
  readonly what: string;
  readonly min?: number;
  readonly max: number;
  /** The prop that sets the name. */
  readonly property: string;
  /** Its form, in words. @default - lower-case letters, digits and hyphens, beginning with a letter */
  readonly form?: string;
  /** @default - as `form` says */
  readonly pattern?: RegExp;
}

const DNS_1035 = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const DNS_1035_WORDS = 'lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen';

/** The default name of a construct's resource: the ids below a root, joined with hyphens. */
export function pathBelow(root: IConstruct, construct: IConstruct): string {
  const scopes = construct.node.scopes;
  return nameOfIds(scopes.slice(scopes.indexOf(root) + 1).map((scope) => scope.node.id));
}

/** The name that the ids of constructs make, each in the one before it. */
export function nameOfIds(ids: readonly string[]): string {
  return ids
    .filter((id) => id !== 'Resource' && id !== 'Default')
    .join('-')
    .toLowerCase();
}

/** A name of at most so many characters. A longer one is cut, and ends with a digest by which it differs from others. */
export function shortened(name: string, most: number): string {
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  return name.length > most ? `${name.slice(0, most - digest.length - 1)}-${digest}` : name;
}

export function* nameProblems(rule: NameRule, name: string): Generator<Problem> {
  const { what, min = 1, max, property, form = DNS_1035_WORDS, pattern = DNS_1035 } = rule;
  const hasLength = name.length >= min && name.length <= max;
  if (hasLength && pattern.test(name)) return;
  if (holdsTerraformValue(name)) {
    yield problem('name', property, `${what} name "${name}" holds a value that only Terraform knows`, KNOWN_TEXT);
    return;
  }
  const wrong = hasLength ? 'is not of the allowed form' : `has ${name.length} characters`;
  const message = `${what} name "${name}" ${name === '' ? 'is empty' : wrong}`;
  yield problem('name', property, message, `set ${property} to ${min} to ${max} ${form}`);
}
