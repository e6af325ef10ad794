import type { IConstruct } from 'constructs';
import { join } from 'node:path';

/**
 * Something wrong, or unwise, as data. Rendered as `<message>: <fix> (<code>)`.
 */
export interface Problem {
  /** Stable kebab-case name of the rule; has a heading in docs/problems.md. */
  readonly code: string;
  /** The prop at fault, in the user's spelling. @default - the problem is not one of a single prop */
  readonly property?: string;
  /** What is wrong, with the value: lower case, no full stop. */
  readonly message: string;
  /** The change that rights it, with numbers worked out. */
  readonly fix: string;
}

/** One line: control characters of a value stand there as they are written in a program. */
export function formatProblem(problem: Problem): string {
  return onOneLine(`${problem.message}: ${problem.fix} (${problem.code})`);
}

function onOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => CONTROL_CHARACTERS[character] ?? hex(character));
}

const CONTROL_CHARACTERS: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

function hex(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

const treeNames = new WeakMap<IConstruct, string>();

/** Names a tree, so that messages tell constructs of several trees apart. */
export function nameTree(root: IConstruct, name: string): void {
  treeNames.set(root, name);
}

/** How messages name a construct: the name of its tree, if that has one, and its path. */
export function pathOf(construct: IConstruct): string {
  const tree = treeNames.get(construct.node.root);
  return onOneLine([...(tree === undefined ? [] : [tree]), construct.node.path].join('/'));
}

const VALIDATION_ERROR = Symbol.for('trainyard.ValidationError');
const SYNTHESIS_ERROR = Symbol.for('trainyard.SynthesisError');

/**
 * A value that is wrong by itself. Thrown where the value is written, with every such problem of
 * that one call.
 */
export class ValidationError extends Error {
  static isValidationError(x: unknown): x is ValidationError {
    return typeof x === 'object' && x !== null && VALIDATION_ERROR in x;
  }

  readonly [VALIDATION_ERROR] = true;
  readonly problems: readonly Problem[];

  /**
   * @param where the construct, or the expression as the user wrote it
   */
  constructor(where: IConstruct | string, ...problems: readonly Problem[]) {
    const place = typeof where === 'string' ? where : pathOf(where);
    super(problems.map((problem) => `[${place}] ${formatProblem(problem)}`).join('\n'));
    this.name = 'ValidationError';
    this.problems = problems;
    // Node shows the fields of an error that nobody caught; its text says it all.
    Object.defineProperty(this, 'problems', { enumerable: false });
    Object.defineProperty(this, VALIDATION_ERROR, { enumerable: false });
    this.stack = [`${this.name}: ${this.message}`, ...framesOfTheCaller(this.stack ?? '')].join('\n');
  }
}

/** All that is wrong in a program, found before anything is written. Its stack is its message. */
export class SynthesisError extends Error {
  static isSynthesisError(x: unknown): x is SynthesisError {
    return typeof x === 'object' && x !== null && SYNTHESIS_ERROR in x;
  }

  readonly [SYNTHESIS_ERROR] = true;

  /**
   * @param problems one line each, `[construct path] <message>: <fix> (<code>)`
   */
  constructor(readonly problems: readonly string[]) {
    super(`${problems.length} problem(s):\n${problems.map((line) => `  ${line}`).join('\n')}`);
    this.name = 'SynthesisError';
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** Throws a ValidationError if there is any problem. */
export function refuse(where: IConstruct | string, problems: Iterable<Problem>): void {
  const found = [...problems];
  if (found.length > 0) throw new ValidationError(where, ...found);
}

/** The frames a reader can act on: of the program, not of this library, its engines or Node. */
function framesOfTheCaller(stack: string): string[] {
  return stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .filter((line) => !line.includes(OWN_FOLDER) && !line.includes('node_modules') && !line.includes('node:'));
}

const OWN_FOLDER = join(__dirname, '../..');
