import { nearestTo } from './nearest';
import { oneOf } from './one-of';
import { problem, valueText, type Problem } from './problem';
import { isStandIn } from './stand-in';

/**
 * The type of one prop, as a program can check it. The compiler sees neither JavaScript nor that `pools[3]` is not there, so
 * each construct and factory checks types once, at its door. Behind it, values have the types that they are declared with.
 */
export interface Rule {
  /** The fix in messages: what to give. */
  readonly fix: string;
  /** Problems of a value that is not `undefined`. */
  readonly check: (property: string, value: unknown) => readonly Problem[];
  /** The rules of the props of an object. @default - its props are not checked */
  readonly props?: RuleTable;
  /** The rule of the entries of a list. @default - no list */
  readonly entry?: Rule;
  /** Names in a value that nobody reads. @default - those that `props` and `entry` do not know */
  readonly unknown?: (value: unknown, at: string) => readonly UnknownName[];
}

export interface OptionalRule extends Rule {
  readonly isOptional: true;
}

export interface RequiredRule extends Rule {
  readonly isOptional: false;
}

/** A rule for every prop. The compiler refuses a table that leaves one out, or calls a required prop optional. */
export type Rules<Props> = {
  readonly [Name in keyof Props]-?: undefined extends Props[Name] ? OptionalRule : RequiredRule;
};

/** Of a value that is right. Most are, so checks return lists: a generator costs more than most checks. */
const NONE: readonly Problem[] = [];

type RuleTable = Readonly<Record<string, OptionalRule | RequiredRule>>;

/** The same rule for a prop that may be left out. */
export function optional(rule: Rule): OptionalRule {
  return { ...rule, isOptional: true };
}

/** Any text. */
export function text(fix: string): RequiredRule {
  return simple(fix, (value) => typeof value === 'string');
}

export function number(fix: string): RequiredRule {
  return simple(fix, (value) => typeof value === 'number');
}

export const FLAG = simple('use true or false', (value) => typeof value === 'boolean');

/** One of a few texts. */
export function choice(...choices: readonly string[]): RequiredRule {
  const all = oneOf(choices.map((each) => `"${each}"`));
  return required(`use ${all}`, (property, value) => {
    if (choices.some((each) => each === value)) return NONE;
    const given = typeof value === 'string' ? value.toLowerCase() : undefined;
    const meant = choices.filter((each) => {
      const known = each.toLowerCase();
      return given !== undefined && (known.startsWith(given) || given.startsWith(known));
    });
    const near = given === undefined ? undefined : nearestTo(given, choices);
    const likely = meant.length > 0 || near === undefined ? meant : [near];
    const fix = likely.length > 0 ? `use ${oneOf(likely.map((each) => `"${each}"`))}` : `use ${all}`;
    return [wrongType(property, value, fix)];
  });
}

/** An object known by a member: an interface has no class, and an engine's class may have two copies. */
export function having(member: string | symbol, fix: string): RequiredRule {
  return simple(fix, (value) => isObjectOrList(value) && member in value);
}

export function callback(fix: string): RequiredRule {
  return simple(fix, (value) => typeof value === 'function');
}

/** A member that is called. */
export const METHOD = callback('write it as a method');

/** A contract that users may implement, recognized by one member. It may have further members. */
export function contract(member: string, rules: RuleTable, fix: string): RequiredRule {
  const known = having(member, fix);
  return required(fix, (property, value) => {
    const unknown = known.check(property, value);
    return unknown.length > 0 ? unknown : typeProblems(value, rules, `${property}.`);
  });
}

/** A value of one of this library's classes. It carries the class's name, as the class may have two copies. */
export function valueOf(className: string, fix: string): RequiredRule {
  return simple(fix, (value) => isObjectOrList(value) && Reflect.get(value, '~type') === className);
}

export function either(a: Rule, b: Rule): RequiredRule {
  return required(b.fix, (property, value) => (a.check(property, value).length > 0 ? b.check(property, value) : NONE));
}

export function listOf(entry: Rule, fix = entry.fix): RequiredRule {
  const rule = required(fix, (property, value) => {
    if (!Array.isArray(value)) return [wrongType(property, value, `give a list: ${fix}`)];
    const found: Problem[] = [];
    for (const [index, each] of value.entries()) found.push(...entryProblems(`${property}[${index}]`, each, entry));
    return found;
  });
  return { ...rule, entry };
}

/** Values of one kind by their names. */
export function recordOf(entry: Rule, fix = entry.fix): RequiredRule {
  return required(fix, (property, value) =>
    isRecord(value)
      ? Object.entries(value).flatMap(([name, each]) => entryProblems(`${property}.${name}`, each, entry))
      : [wrongType(property, value, fix)],
  );
}

/** An object with props of its own. */
export function object(rules: RuleTable, fix: string): RequiredRule {
  const rule = required(fix, (property, value) =>
    isRecord(value) ? typeProblems(value, rules, `${property}.`) : [wrongType(property, value, fix)],
  );
  return { ...rule, props: rules };
}

/** Any object. It is passed on as it is. */
export function anyObject(fix: string): RequiredRule {
  return simple(fix, isRecord);
}

/** An object that JSON can hold, with no BigInt and no circle in it. */
export function jsonObject(fix: string): RequiredRule {
  return simple(fix, (value) => isRecord(value) && isJson(value));
}

/** Any value: its own factory or rule checks it. */
export function anything(fix: string): RequiredRule {
  return simple(fix, () => true);
}

export const CONSTRUCT = having('node', 'give a construct, such as a chart or a stack');
export const DURATION = having('toSeconds', "use cdk8s' Duration, such as Duration.hours(4)");
export const SIZE = having('toMebibytes', "use cdk8s' Size, such as Size.gibibytes(4)");

/** Props that are missing or have another type than declared. @param at a prefix of their names in messages */
export function typeProblems(props: unknown, rules: RuleTable, at = ''): readonly Problem[] {
  const found: Problem[] = [];
  for (const name in rules) {
    const rule = rules[name];
    const value = isStandIn(props) ? props : isObjectOrList(props) ? props[name] : undefined;
    if (!rule || (rule.isOptional && value === undefined)) continue;
    if (rule.isOptional && value === null) found.push(wrongType(`${at}${name}`, value, `${rule.fix}, or leave it out`));
    else found.push(...entryProblems(`${at}${name}`, value, rule));
  }
  return found;
}

/** The same of an object of props, which may be left out as a whole. */
export function propProblems(props: unknown, rules: RuleTable): readonly Problem[] {
  return props === undefined || isRecord(props) || isStandIn(props)
    ? typeProblems(props, rules)
    : [wrongType('options', props, 'give them by their names, or leave them out')];
}

/** The same of the options of a factory. It has no construct to advise, so a misspelt option is a problem. */
export function* optionProblems(options: unknown, rules: RuleTable): Generator<Problem> {
  yield* propProblems(options, rules);
  for (const unknown of unknownNames(options, rules)) if (unknown.near !== undefined) yield unknownProp(unknown);
}

/** Advice on props without a rule: misspelt ones, or more than the construct needs. */
export function unknownProps(props: unknown, rules: RuleTable): readonly Problem[] {
  return unknownNames(props, rules).map(unknownProp);
}

/** A name without a rule, and the known one that it may stand for. */
export interface UnknownName {
  readonly name: string;
  readonly near?: string;
}

function unknownNames(props: unknown, rules: RuleTable, at = ''): readonly UnknownName[] {
  if (!isRecord(props)) return [];
  return Object.entries(props).flatMap(([name, value]) => {
    const rule = Object.hasOwn(rules, name) ? rules[name] : undefined;
    if (rule) return unknownNamesOf(value, rule, `${at}${name}`);
    const near = nearestTo(name, Object.keys(rules));
    return { name: `${at}${name}`, near: near && `${at}${near}` };
  });
}

function unknownNamesOf(value: unknown, { props, entry, unknown }: Rule, at: string): readonly UnknownName[] {
  if (unknown) return unknown(value, at);
  if (props) return unknownNames(value, props, `${at}.`);
  if (!entry || !Array.isArray(value)) return [];
  return value.flatMap((each, index) => unknownNamesOf(each, entry, `${at}[${index}]`));
}

function unknownProp({ name, near }: UnknownName): Problem {
  const fix = near === undefined ? 'leave it out' : `write ${near}, or leave it out`;
  return problem('unknown-prop', name, `there is no prop ${name}, so its value has no effect`, fix);
}

function entryProblems(property: string, value: unknown, rule: Rule): readonly Problem[] {
  // What a stand-in says follows from a refusal, so this is never shown.
  if (isStandIn(value)) return [problem('wrong-type', property, `${property} is ${String(value)}`, rule.fix)];
  if (value === undefined || value === null) return [problem('missing', property, `${property} is missing`, rule.fix)];
  return rule.check(property, value);
}

export function wrongType(property: string, value: unknown, fix: string): Problem {
  return problem('wrong-type', property, `${property} cannot be ${valueText(value)}`, fix);
}

function simple(fix: string, isRight: (value: unknown) => boolean): RequiredRule {
  return required(fix, (property, value) => (isRight(value) ? NONE : [wrongType(property, value, fix)]));
}

function required(fix: string, check: Rule['check']): RequiredRule {
  return { fix, check, isOptional: false };
}

function isJson(value: unknown): boolean {
  try {
    JSON.stringify(value);
    return true;
  } catch {
    return false;
  }
}

export function isObjectOrList(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return isObjectOrList(value) && !Array.isArray(value);
}
