import type { IConstruct } from 'constructs';
import { callsOfTheProgram } from './caller';
import { formatProblem, pathOf, type Problem } from './problem';
import { saysStandIn, standIn, standInReads, withoutStandIns } from './stand-in';

const VALIDATION_ERROR = Symbol.for('trainyard.ValidationError');
const SYNTHESIS_ERROR = Symbol.for('trainyard.SynthesisError');

/** Thrown for values that are wrong by themselves, where they are written, with all such problems of that call. */
export class ValidationError extends Error {
  static isValidationError(x: unknown): x is ValidationError {
    return typeof x === 'object' && x !== null && VALIDATION_ERROR in x;
  }

  readonly [VALIDATION_ERROR] = true;
  readonly problems: readonly Problem[];
  /** The path of the construct, or the expression. */
  readonly place: string;
  /** The line of the program, if the place is no construct: `apps/mnist/main.ts:41`. */
  readonly at?: string;

  /** @param where the construct, or the expression as the user wrote it */
  constructor(where: IConstruct | string, ...problems: readonly Problem[]) {
    const place = typeof where === 'string' ? where : pathOf(where);
    super(problems.map((problem) => `[${place}] ${formatProblem(problem)}`).join('\n'));
    this.name = 'ValidationError';
    this.problems = problems;
    this.place = place;
    const calls = callsOfTheProgram();
    if (typeof where === 'string' && calls[0]) this.at = calls[0].line;
    // Node prints the fields of an uncaught error, and its message already has them.
    Object.defineProperty(this, 'problems', { enumerable: false });
    Object.defineProperty(this, 'place', { enumerable: false });
    Object.defineProperty(this, 'at', { enumerable: false });
    Object.defineProperty(this, VALIDATION_ERROR, { enumerable: false });
    this.stack = [`${this.name}: ${this.message}`, ...calls.map(({ frame }) => frame)].join('\n');
  }
}

/** A problem of a program, and its place. Problems of other libraries' validations have only a message. */
export interface ProblemAt extends Partial<Problem> {
  /** The path of the construct, after the name of its tree. */
  readonly path: string;
  /** The line of the program, if the place is no construct: `apps/mnist/main.ts:41`. @default - the place is a construct */
  readonly at?: string;
  readonly message: string;
}

/** Thrown for all problems of a program, before anything is written. Its stack is its message. */
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
    Object.defineProperty(this, SYNTHESIS_ERROR, { enumerable: false });
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** A problem as one line: `[construct path] <message>: <fix> (<code>)`, and ` at <file>:<line>` if its place is no construct. */
export function formatProblemAt({ path, at, code, property, message, fix }: ProblemAt): string {
  const isOwn = code !== undefined && fix !== undefined;
  const text = isOwn ? formatProblem({ code, property, message, fix }) : message;
  return `[${path}] ${text}${at === undefined ? '' : ` at ${at}`}`;
}

/** The place in the messages of refusals while `refusingAt` runs. */
let place: IConstruct | string | undefined;

/** Runs a function. Its refusals name this place: a construct, or the expression of the user. */
export function refusingAt<T>(where: IConstruct | string, make: () => T): T {
  const outer = place;
  place ??= where;
  try {
    return make();
  } finally {
    place = outer;
  }
}

interface Findings {
  readonly problems: readonly Problem[];
  /** True if a check found something after it read a stand-in. It may follow from an earlier refusal, and is not reported. */
  readonly follows: boolean;
}

/** The problems of the first check that finds any. Later checks rely on earlier ones, so they do not run after one fails. */
function firstFound(checks: readonly Iterable<Problem>[]): Findings {
  for (const check of checks) {
    const before = standInReads();
    const problems: Problem[] = [];
    for (const each of check) {
      if (standInReads() !== before) return { problems, follows: true };
      problems.push(each);
    }
    if (problems.length > 0) return { problems, follows: false };
  }
  return { problems: [], follows: false };
}

/** Throws a ValidationError, because the program cannot go on. */
export function refuse(where: IConstruct | string, ...checks: readonly Iterable<Problem>[]): void {
  const { problems } = firstFound(checks);
  if (problems.length > 0) throw new ValidationError(place ?? where, ...problems);
}

/** The problems of values that a run of a program collects, without duplicates. */
class Collection {
  private readonly known: Set<string>;

  constructor(private readonly problems: ProblemAt[]) {
    this.known = new Set(problems.map(keyOf));
  }

  /** Adds the problems of an error, once each, without those that follow from a value that was refused before. */
  add({ place, at, problems }: ValidationError): void {
    const path = withoutStandIns(place);
    for (const each of problems) {
      const follows = saysStandIn(each.message) || saysStandIn(each.fix);
      const found = { path, ...(at === undefined ? {} : { at }), ...each };
      if (!follows && !this.known.has(keyOf(found))) this.problems.push(found);
      if (!follows) this.known.add(keyOf(found));
    }
  }
}

/** The text by which two problems differ. */
function keyOf({ path, at, message }: ProblemAt): string {
  return [path, at, message].join('\n');
}

let collected: Collection | undefined;

/** Runs a program and collects the problems of refused values, which do not stop it. Only `refuse` does. */
export function collectingProblems<T>(problems: ProblemAt[], program: () => T): T {
  collected = new Collection(problems);
  try {
    return program();
  } finally {
    collected = undefined;
  }
}

/** The error that ended a run, with the problems that were collected before it. They explain an unknown error. */
export function withCollected(problems: readonly ProblemAt[], error: unknown): unknown {
  const isOwn = ValidationError.isValidationError(error);
  if (SynthesisError.isSynthesisError(error) || (problems.length === 0 && !isOwn)) return error;
  const all = [...problems];
  if (isOwn) new Collection(all).add(error);
  return new SynthesisError(all);
}

/**
 * True if the checks find anything. A run of a whole program collects the problems, goes on to find others, and writes
 * nothing. Elsewhere a ValidationError is thrown.
 */
export function refuses(where: IConstruct | string, ...checks: readonly Iterable<Problem>[]): boolean {
  if (!collected) {
    refuse(where, ...checks);
    return false;
  }
  const { problems, follows } = firstFound(checks);
  if (problems.length > 0) collected.add(new ValidationError(place ?? where, ...problems));
  return follows || problems.length > 0;
}

/** The value, made if the checks find nothing. Otherwise it is refused, and a run goes on with a stand-in. */
export function accepted<T>(where: IConstruct | string, checks: readonly Iterable<Problem>[], make: () => T): T {
  return refuses(where, ...checks) ? standIn() : make();
}

/** The values, with stand-ins in a run for those that the checks refuse. */
export function usableValues<T extends object>(
  where: IConstruct | string,
  values: T,
  ...checks: readonly Iterable<Problem>[]
): T {
  const { problems } = firstFound(checks);
  if (!refuses(where, problems)) return values;
  const names = problems.flatMap(({ property }) => property?.split(/[.[]/).slice(0, 1) ?? []);
  return { ...values, ...Object.fromEntries(names.map((name) => [name, standIn()])) };
}

/** Refuses values with the problems of all checks. A run goes on with the wrong values. */
export function refuseValues(where: IConstruct | string, ...checks: readonly Iterable<Problem>[]): void {
  refuses(
    where,
    checks.flatMap((check) => firstFound([check]).problems),
  );
}
