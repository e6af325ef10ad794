import { isIP } from 'node:net';
import { isRecord, type TerraformRule } from './schema-files';
import { isTemplate } from './terraform-values';

type PathRule = Extract<TerraformRule, { path: string }>;
type TypeRule = Extract<TerraformRule, { type: string }>;

function isPathRule(rule: TerraformRule): rule is PathRule {
  return 'path' in rule;
}

/** What one literal must be beside its type. `dotted` is `type.block.argument`. */
export function valueProblems(rules: readonly TerraformRule[], dotted: string, path: string, value: unknown): string[] {
  const matching = rules
    .filter(isPathRule)
    .filter((rule) => (rule.path.startsWith('*') ? dotted.endsWith(rule.path.slice(1)) : dotted === rule.path));
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return matching.flatMap((rule) =>
    values
      .filter((entry) => !isTemplate(entry))
      .map((entry) => ({ entry, expected: expectation(rule, entry) }))
      .flatMap(({ entry, expected }) =>
        expected === undefined ? [] : [`${path} is ${JSON.stringify(entry)}, must ${expected}`],
      ),
  );
}

/** What the value should have been; undefined if it is that. */
function expectation(rule: PathRule, value: unknown): string | undefined {
  const text = String(value);
  if ('oneOf' in rule)
    return text === '' || rule.oneOf.includes(text) ? undefined : `be one of ${rule.oneOf.join(', ')}`;
  if ('matches' in rule) return new RegExp(rule.matches).test(text) ? undefined : `match ${rule.matches}`;
  if ('not' in rule) return new RegExp(rule.not).test(text) ? `not match ${rule.not}` : undefined;
  if ('maxLength' in rule)
    return text.length > rule.maxLength ? `have at most ${rule.maxLength} characters` : undefined;
  if ('format' in rule) {
    const isTime =
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text));
    return isTime ? undefined : 'be a time as RFC 3339 writes it';
  }
  if ('prefixLength' in rule) {
    const [min, max] = rule.prefixLength;
    if (text === '') return undefined;
    const bits = prefixBits(text, rule.noHostBits ?? false);
    if (bits !== undefined && bits >= min && bits <= max) return undefined;
    return `be a CIDR range of ${min} to ${max} bits${rule.noHostBits ? ', without host bits' : ''}`;
  }
  const { min, max = Infinity } = rule;
  const fits = typeof value === 'number' && value >= min && value <= max;
  return fits ? undefined : `be ${min} or more${max === Infinity ? '' : ` and ${max} or less`}`;
}

/** The network bits of a CIDR range; undefined if it is none. Host bits are looked for in IPv4 only. */
function prefixBits(text: string, noHostBits: boolean): number | undefined {
  const [, address = '', bits = ''] = /^([^/]+)\/(\d{1,3})$/.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0 || Number(bits) > (version === 4 ? 32 : 128)) return undefined;
  if (version === 4 && noHostBits) {
    const number = address.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);
    if (number % 2 ** (32 - Number(bits)) !== 0) return undefined;
  }
  return Number(bits);
}

/** Which arguments of a resource exclude each other, and of which there must be exactly one. */
export function exclusionProblems(
  rules: readonly TerraformRule[],
  type: string,
  body: Readonly<Record<string, unknown>>,
): string[] {
  return rules
    .filter((rule): rule is TypeRule => !isPathRule(rule) && rule.type === type)
    .flatMap((rule) => {
      if ('exactlyOne' in rule) {
        const given = rule.exactlyOne.filter((path) => isGiven(body, path));
        if (given.length === 1) return [];
        return [`exactly one of ${rule.exactlyOne.join(', ')} must be set, not ${given.length}`];
      }
      if (!isGiven(body, rule.argument)) return [];
      return rule.excludes
        .filter((path) => isGiven(body, path))
        .map((path) => `${rule.argument} cannot be set together with ${path}`);
    });
}

function isGiven(value: unknown, path: string): boolean {
  let here: unknown = value;
  for (const part of path.split('.')) {
    const block: unknown = Array.isArray(here) ? here[0] : here;
    here = isRecord(block) ? block[part] : undefined;
  }
  return here !== undefined && here !== null && !(Array.isArray(here) && here.length === 0);
}
