import type { IConstruct } from 'constructs';
import { formatProblem, pathOf, type Problem } from './problem';

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
  /** The path of the construct, or the expression. */
  readonly place: string;

  /**
   * @param where the construct, or the expression as the user wrote it
   */
  constructor(where: IConstruct | string, ...problems: readonly Problem[]) {
    const place = typeof where === 'string' ? where : pathOf(where);
    super(problems.map((problem) => `[${place}] ${formatProblem(problem)}`).join('\n'));
    this.name = 'ValidationError';
    this.problems = problems;
    this.place = place;
    // Node prints the fields of an uncaught error, and its message already has them.
    Object.defineProperty(this, 'problems', { enumerable: false });
    Object.defineProperty(this, 'place', { enumerable: false });
    Object.defineProperty(this, VALIDATION_ERROR, { enumerable: false });
    this.stack = [`${this.name}: ${this.message}`, ...framesOfTheCaller(this.stack ?? '')].join('\n');
  }
}

/** One thing that is wrong in a program, and where. Problems of other libraries' validations have only a message. */
export interface ProblemAt extends Partial<Problem> {
  /** The path of the construct, after the name of its tree. */
  readonly path: string;
  readonly message: string;
}

/** All that is wrong in a program, found before anything is written. Its stack is its message. */
export class SynthesisError extends Error {
  static isSynthesisError(x: unknown): x is SynthesisError {
    return typeof x === 'object' && x !== null && SYNTHESIS_ERROR in x;
  }

  readonly [SYNTHESIS_ERROR] = true;

  constructor(readonly problems: readonly ProblemAt[]) {
    super(`${problems.length} problem(s):\n${problems.map((each) => `  ${formatProblemAt(each)}`).join('\n')}`);
    this.name = 'SynthesisError';
    // Node prints the fields of an uncaught error, and its message already has them.
    Object.defineProperty(this, 'problems', { enumerable: false });
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** One line: `[construct path] <message>: <fix> (<code>)`. */
export function formatProblemAt({ path, code, property, message, fix }: ProblemAt): string {
  const isOwn = code !== undefined && fix !== undefined;
  return `[${path}] ${isOwn ? formatProblem({ code, property, message, fix }) : message}`;
}

/**
 * Throws a ValidationError with the problems of the first check that finds any. A check relies on those before it, so it
 * is a generator that takes its arguments apart inside: that begins only when they found nothing.
 */
export function refuse(where: IConstruct | string, ...checks: readonly Iterable<Problem>[]): void {
  for (const check of checks) {
    const found = [...check];
    if (found.length > 0) throw new ValidationError(where, ...found);
  }
}

/** Where a run of a program collects the problems of values. */
let collected: ProblemAt[] | undefined;

/** Runs a program. Values that `refuseValues` finds wrong meanwhile do not stop it, and are added to the problems. */
export function collectingProblems<T>(problems: ProblemAt[], program: () => T): T {
  collected = problems;
  try {
    return program();
  } finally {
    collected = undefined;
  }
}

/** What ended a run of a program, with the problems that were collected before. They explain an unknown error. */
export function withCollected(problems: readonly ProblemAt[], error: unknown): unknown {
  if (problems.length === 0 || SynthesisError.isSynthesisError(error)) return error;
  const last = ValidationError.isValidationError(error) ? error : undefined;
  const further = last?.problems.map((each) => ({ path: last.place, ...each })) ?? [];
  return new SynthesisError([...problems, ...further]);
}

/**
 * Refuses values, as `refuse` does. A run of a whole program goes on with the wrong values, to find what else is wrong,
 * and writes nothing.
 */
export function refuseValues(where: IConstruct | string, ...checks: readonly Iterable<Problem>[]): void {
  try {
    refuse(where, ...checks);
  } catch (error) {
    if (!collected || !ValidationError.isValidationError(error)) throw error;
    const { place: path, problems } = error;
    for (const each of problems) {
      const isKnown = collected.some((known) => known.path === path && known.message === each.message);
      if (!isKnown) collected.push({ path, ...each });
    }
  }
}

/** The frames of the program, without those of this library, its engines and Node. */
function framesOfTheCaller(stack: string): string[] {
  return stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .filter((line) => !line.includes(OWN_FOLDER) && !line.includes('node_modules') && !line.includes('node:'));
}

/** The sources, or the folder of the one file that is published. */
const OWN_FOLDER = __dirname.replace(/[/\\]core[/\\]problems$/, '');
