import { isRecord, type TerraformBlock, type TerraformNestedBlock, type TerraformType } from './schema-files';
import { converts, typeName } from './terraform-values';

/** The schema of each thing that a stack declares, by its address: `google_x.id`, `data.google_x.id`. */
export type Addresses = ReadonlyMap<string, TerraformBlock>;

interface Reference {
  readonly text: string;
  readonly address: string;
  readonly steps: readonly string[];
}

/** What a reference leads to: an attribute, or what is wrong with it. */
type Target = { readonly type: TerraformType; readonly sensitive: boolean } | { readonly problem: string };

const REFERENCE = /(?<![\w.-])((?:data\.)?(?:google|helm)_\w+\.[A-Za-z_][\w-]*)((?:\.[\w*-]+|\[[^\]]*\])*)/g;

/** Every `${…}` and `%{…}` of a string, up to the brace that closes it. */
function expressionsOf(text: string): string[] {
  return [...text.matchAll(/(?<![$%])[$%]\{/g)].map(({ index }) => {
    let depth = 0;
    for (let end = index + 1; end < text.length; end += 1) {
      if (text[end] === '{') depth += 1;
      if (text[end] === '}') depth -= 1;
      if (depth === 0) return text.slice(index + 2, end);
    }
    return text.slice(index + 2);
  });
}

function referencesIn(expression: string): Reference[] {
  return [...expression.matchAll(REFERENCE)].map(([text, address = '', path = '']) => ({
    text,
    address,
    steps: [...path.matchAll(/\.([\w*-]+)|\[([^\]]*)\]/g)].map(([, name, index]) => name ?? `[${index ?? ''}]`),
  }));
}

const isIndex = (step: string | undefined): boolean => step !== undefined && /^(\[.*\]|\d+|\*)$/.test(step);

function follow(reference: Reference, addresses: Addresses): Target {
  const { text, address } = reference;
  const declared = addresses.get(address);
  if (declared === undefined) return { problem: `\${${text}} refers to ${address}, which the stack does not declare` };
  let block: TerraformBlock = declared;
  const steps = [...reference.steps];
  let many = false;
  for (let step = steps.shift(); step !== undefined; step = steps.shift()) {
    if (isIndex(step)) {
      many ||= step === '[*]' || step === '*';
      continue;
    }
    const attribute = block.a?.[step];
    if (attribute !== undefined) {
      const type = elementOf(attribute[0], steps);
      if (type === undefined) return { problem: `\${${text}} goes deeper than ${step}, a ${typeName(attribute[0])}` };
      return { type: many ? ['list', type] : type, sensitive: attribute[1].includes('s') };
    }
    const nested: TerraformNestedBlock | undefined = block.b?.[step];
    if (nested === undefined) return { problem: `\${${text}} refers to ${step}, which ${address} does not have` };
    if (steps.length > 0 && !['single', 'object'].includes(nested[0]) && !isIndex(steps[0])) {
      return { problem: `\${${text}} needs an index after ${step}, a ${nested[0]} of blocks` };
    }
    block = nested[3];
  }
  return { type: 'dynamic', sensitive: false };
}

function elementOf(type: TerraformType, steps: readonly string[]): TerraformType | undefined {
  const [step, ...rest] = steps;
  if (step === undefined) return type;
  if (typeof type === 'string') return undefined;
  if (type[0] !== 'object') return type[0] === 'map' || isIndex(step) ? elementOf(type[1], rest) : undefined;
  const attribute = type[1][step];
  return attribute === undefined ? undefined : elementOf(attribute, rest);
}

/** References of one string that lead nowhere. */
export function referenceProblems(path: string, text: string, addresses: Addresses): string[] {
  return expressionsOf(text)
    .flatMap(referencesIn)
    .flatMap((reference) => {
      const target = follow(reference, addresses);
      return 'problem' in target ? [`${path}: ${target.problem}`] : [];
    });
}

/** A string that is one reference and nothing else has that reference's type. */
export function assignmentProblems(path: string, text: string, type: TerraformType, addresses: Addresses): string[] {
  const [expression, ...others] = expressionsOf(text);
  const [reference] = expression === undefined ? [] : referencesIn(expression);
  if (reference === undefined || others.length > 0 || text !== `\${${reference.text}}`) return [];
  const target = follow(reference, addresses);
  if ('problem' in target || converts(target.type, type)) return [];
  return [`${path} is ${text}, a ${typeName(target.type)}, must be ${typeName(type)}`];
}

export function refersToSensitive(value: unknown, addresses: Addresses): boolean {
  return stringsOf('', value).some(({ text }) =>
    expressionsOf(text)
      .flatMap(referencesIn)
      .map((reference) => follow(reference, addresses))
      .some((target) => 'sensitive' in target && target.sensitive),
  );
}

/** Every string in a tree, comments apart, with its path. */
export function stringsOf(path: string, value: unknown): { readonly path: string; readonly text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((entry, index) => stringsOf(`${path}[${index}]`, entry));
  if (!isRecord(value)) return [];
  return Object.entries(value)
    .filter(([key]) => key !== '//')
    .flatMap(([key, entry]) => stringsOf(path === '' ? key : `${path}.${key}`, entry));
}
