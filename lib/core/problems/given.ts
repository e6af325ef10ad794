import { inspect } from 'node:util';
import type { Problem } from './problem';
import { oneOf } from './one-of';
import { typeProblems, type Rule } from './rules';

/** What a prop takes. The compiler knows, but sees neither JavaScript nor that `pools[3]` is not there. */
export interface Kind {
  /** A member that all values of the kind have: there may be two copies of their class. @default - any value */
  readonly has?: string;
  readonly fix: string;
}

type Kinds = Readonly<Record<string, Kind>>;

/** What is wrong with props that must be there. @param at what stands before their names in messages */
export function requiredProblems(props: object | undefined, kinds: Kinds, at = ''): Problem[] {
  return Object.entries(kinds).flatMap(([name, kind]) => valueProblems(`${at}${name}`, read(props, name), kind));
}

/** What is wrong with props that may be left out. */
export function optionalProblems(props: object | undefined, kinds: Kinds, at = ''): Problem[] {
  return Object.entries(kinds).flatMap(([name, kind]) => {
    const value = read(props, name);
    if (value === undefined) return [];
    if (value === null) return [wrongType(`${at}${name}`, value, `${kind.fix}, or leave it out`)];
    return valueProblems(`${at}${name}`, value, kind);
  });
}

/** What is wrong with a list of things of one kind, which may be left out. */
export function listProblems(property: string, list: unknown, kind: Kind): Problem[] {
  return eachOf(property, list, kind.fix, (name, value) => valueProblems(name, value, kind));
}

/** What is wrong with a list of texts, which may be left out. */
export function textListProblems(property: string, list: unknown, fix: string): Problem[] {
  return eachOf(property, list, fix, (name, value) => textProblems(name, value, fix));
}

/** What is wrong with an object of options or of things by their names, which may be left out. */
export function recordProblems(property: string, value: unknown, fix: string): Problem[] {
  const isRecord = typeof value === 'object' && value !== null && !Array.isArray(value);
  return value === undefined || isRecord ? [] : [wrongType(property, value, fix)];
}

/** What is wrong with options as a whole, which may be left out. */
export function optionsProblems(options: unknown): Problem[] {
  return recordProblems('options', options, 'give them by their names, or leave them out');
}

/** What is wrong with props that are `true`, `false` or left out. */
export function flagProblems(props: object | undefined, ...names: readonly string[]): Problem[] {
  return names.flatMap((name) => {
    const value = read(props, name);
    return value === undefined || typeof value === 'boolean' ? [] : [wrongType(name, value, 'use true or false')];
  });
}

/** What is wrong with texts by their names, which may be left out. */
export function textRecordProblems(property: string, texts: object | undefined, fix: string): Problem[] {
  const noRecord = recordProblems(property, texts, fix);
  if (noRecord.length > 0) return noRecord;
  return Object.entries({ ...texts }).flatMap(([name, value]) => textProblems(`${property}.${name}`, value, fix));
}

/** What is wrong with what should be a text, whatever it says. */
export function textProblems(property: string, value: unknown, fix: string): Problem[] {
  if (value === undefined || value === null) return valueProblems(property, value, { fix });
  return typeof value === 'string' ? [] : [wrongType(property, value, fix)];
}

/** What is wrong with a text that is one of a few. */
export function choiceProblems(property: string, value: unknown, choices: readonly string[]): Problem[] {
  if (choices.some((choice) => choice === value)) return [];
  const given = String(value).toLowerCase();
  const meant = choices.filter((choice) => {
    const text = choice.toLowerCase();
    return text.startsWith(given) || given.startsWith(text);
  });
  return [
    wrongType(property, value, `use ${oneOf((meant.length > 0 ? meant : choices).map((choice) => `"${choice}"`))}`),
  ];
}

export function wrongType(property: string, value: unknown, fix: string): Problem {
  const shown = typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: -1 });
  return { code: 'wrong-type', property, message: `${property} cannot be ${shown}`, fix };
}

function valueProblems(property: string, value: unknown, { has, fix }: Kind): Problem[] {
  if (value === undefined || value === null) {
    return [{ code: 'missing', property, message: `${property} is missing`, fix }];
  }
  return has === undefined || (typeof value === 'object' && has in value) ? [] : [wrongType(property, value, fix)];
}

function eachOf(
  property: string,
  list: unknown,
  fix: string,
  problems: (name: string, value: unknown) => Problem[],
): Problem[] {
  if (list === undefined) return [];
  if (!Array.isArray(list)) return [wrongType(property, list, `give a list: ${fix}`)];
  // Not flatMap, which passes over holes.
  return Array.from(list, (value: unknown, index) => problems(`${property}[${index}]`, value)).flat();
}

function read(props: unknown, name: string): unknown {
  return typeof props === 'object' && props !== null ? Reflect.get(props, name) : undefined;
}

/** For callers that do not check types at their door: yields what is wrong, and returns whether anything is. */
export function* untyped(property: string, value: unknown, rule: Rule): Generator<Problem, boolean> {
  const problems = [...typeProblems({ [property]: value }, { [property]: { ...rule, isOptional: false } })];
  yield* problems;
  return problems.length > 0;
}
