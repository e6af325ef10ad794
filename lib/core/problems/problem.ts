import type { IConstruct } from 'constructs';
import { inspect } from 'node:util';
import { withoutTerraformNumbers } from '../names/terraform-value';
import { Topic } from './registry';
import { isStandIn } from './stand-in';

/** A fault, or advice, as data. Rendered as `<message>: <fix> (<code>)`. */
export interface Problem {
  /** Stable kebab-case name of the rule; has a heading in docs/problems.md. */
  readonly code: string;
  /** The prop at fault, in the user's spelling. @default - no single prop is at fault */
  readonly property?: string;
  /** The fault with its value, in lower case and without a full stop. */
  readonly message: string;
  /** The change that mends it, with numbers worked out. */
  readonly fix: string;
}

/** Makes a problem. The property is `undefined` if no single prop is at fault. */
export function problem(
  code: string,
  ...texts: [message: string, fix: string] | [property: string, message: string, fix: string]
): Problem {
  const [property, message, fix] = texts.length === 2 ? [undefined, ...texts] : texts;
  const readable = { message: withoutTerraformNumbers(message), fix: withoutTerraformNumbers(fix) };
  return property === undefined ? { code, ...readable } : { code, property, ...readable };
}

/** A value of any type for messages, in one short line: texts in quotes, and the class of an object. */
export function valueText(value: unknown): string {
  if (isStandIn(value)) return String(value);
  return typeof value === 'string' ? JSON.stringify(value) : inspect(value, { depth: -1 });
}

/** A problem as one line, with control characters escaped as in a program. */
export function formatProblem(problem: Problem): string {
  return onOneLine(`${problem.message}: ${problem.fix} (${problem.code})`);
}

/** Problems without those that have the same text as an earlier one. */
export function withoutRepeats(problems: Iterable<Problem>): Iterable<Problem> {
  return new Map([...problems].map((each) => [formatProblem(each), each])).values();
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => CONTROL_CHARACTERS[character] ?? hex(character));
}

const CONTROL_CHARACTERS: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function hex(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const TREE_NAME = new Topic<string>('tree name');

/** Names a tree, so that messages tell constructs of several trees apart. */
export function nameTree(root: IConstruct, name: string): void {
  TREE_NAME.add(root, name);
}

/** The name of a construct in messages: the name of its tree, if it has one, and its path. */
export function pathOf(construct: IConstruct): string {
  return onOneLine([...TREE_NAME.of(construct.node.root), construct.node.path].join('/'));
}
