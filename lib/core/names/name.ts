import type { IConstruct } from 'constructs';
import { problem, type Problem } from '../problems/problem';
import { text, type RequiredRule } from '../problems/rules';
import { holdsTerraformValue, KNOWN_TEXT } from './terraform-value';

/** The rule that a service has for the names of one kind of thing. */
export interface NameRule {
  /** The kind of thing, for the message: `cluster`, `node pool`. */
  readonly what: string;
  readonly min?: number;
  readonly max: number;
  /** The prop that sets the name by hand. */
  readonly property: string;
  /** Its form, in words. @default - lower-case letters, digits and hyphens, beginning with a letter */
  readonly form?: string;
  /** @default - as `form` says */
  readonly pattern?: RegExp;
}

const DNS_1035 = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const DNS_1035_WORDS = 'lower-case letters, digits and hyphens, beginning with a letter and not ending with a hyphen';

/** The type of a name that follows a rule. */
export function nameText({ form = DNS_1035_WORDS }: Pick<NameRule, 'form'> = {}): RequiredRule {
  return text(`give a name of ${form}`);
}

/** The ids of a construct and its scopes below a root, joined with hyphens: the default name of the resource that it makes. */
export function pathBelow(root: IConstruct, construct: IConstruct): string {
  const scopes = construct.node.scopes;
  return scopes
    .slice(scopes.indexOf(root) + 1)
    .map((scope) => scope.node.id)
    .filter((id) => id !== 'Resource' && id !== 'Default')
    .join('-')
    .toLowerCase();
}

/** Problems of a name. The fix suggests one that is right. */
export function* nameProblems(rule: NameRule, name: string): Generator<Problem> {
  const { what, min = 1, max, property, form = DNS_1035_WORDS, pattern = DNS_1035 } = rule;
  const hasLength = name.length >= min && name.length <= max;
  if (hasLength && pattern.test(name)) return;
  if (holdsTerraformValue(name)) {
    yield problem('name', property, `${what} name "${name}" holds a value that only Terraform knows`, KNOWN_TEXT);
    return;
  }
  const suggestion = suggest(name, min, max);
  const isUsable = pattern.test(suggestion) && suggestion.length >= min;
  const fix = isUsable ? `, for example to "${suggestion}", or use shorter ids` : ` to a name of ${form}`;
  const lengths = `has ${name.length} characters, but ${min > 1 ? `${min} to ` : 'at most '}${max} are allowed`;
  const wrong = hasLength ? `is not of the allowed form (${form})` : lengths;
  yield problem(
    'name',
    property,
    `${what} name "${name}" ${name === '' ? 'is empty' : wrong}`,
    `set ${property}${fix}`,
  );
}

/** A name of the usual form and of the allowed length, as near to the given one as can be. */
export function suggest(name: string, min: number, max: number): string {
  const plain = shorten(
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, '-')
      .replace(/^[^a-z]+/, '')
      .replace(/-+$/, ''),
    max,
  );
  return plain.length < min ? `${plain}${plain === '' ? '' : '-'}main`.slice(0, max) : plain;
}

/** Several ids are cut in the middle, as the last ones tell names apart. */
function shorten(name: string, max: number): string {
  if (name.length <= max) return name;
  const inLastHalf = name.indexOf('-', name.length - Math.ceil(max / 2));
  const end = inLastHalf < 0 ? name.lastIndexOf('-') : inLastHalf;
  const tail = end < 0 || name.length - end >= max ? '' : name.slice(end);
  return `${name.slice(0, max - tail.length).replace(/-+$/, '')}${tail}`;
}
