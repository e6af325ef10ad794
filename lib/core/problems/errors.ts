import type { IConstruct } from 'constructs';
import { formatProblem, pathOf, type Problem } from './problem';
import { saysStandIn, standIn, withoutStandIns } from './stand-in';

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
    Object.defineProperty(this, SYNTHESIS_ERROR, { enumerable: false });
    this.stack = `${this.name}: ${this.message}`;
  }
}

/** One line: `[construct path] <message>: <fix> (<code>)`. */
export function formatProblemAt({ path, code, property, message, fix }: ProblemAt): string {
  const isOwn = code !== undefined && fix !== undefined;
  return `[${path}] ${isOwn ? formatProblem({ code, property, message, fix }) : message}`;
}

/** The place that refusals name while `refusingAt` runs. */
let place: IConstruct | string | undefined;

/** Runs a function whose refusals name this place: a construct, or the expression of the user. */
export function refusingAt<T>(where: IConstruct | string, make: () => T): T {
  const outer = place;
  place ??= where;
  try {
    return make();
  } finally {
    place = outer;
  }
}

/** The problems of the first check that finds any. A check relies on those before it, so it begins only when they found nothing. */
function firstFound(checks: readonly Iterable<Problem>[]): Problem[] {
  for (const check of checks) {
    const found = [...check];
    if (found.length > 0) return found;
  }
  return [];
}

/** Throws a ValidationError with what is wrong, where the program cannot go on. */
export function refuse(where: IConstruct | string, ...checks: readonly Iterable<Problem>[]): void {
  const problems = firstFound(checks);
  if (problems.length > 0) throw new ValidationError(place ?? where, ...problems);
}

/** The problems of values that a run of a program collects, by what they say and where. */
class Collection {
  private readonly known: Set<string>;

  constructor(private readonly problems: ProblemAt[]) {
    this.known = new Set(problems.map(({ path, message }) => `${path}\n${message}`));
  }

  /** Adds problems, once each, without those that follow from a value that was refused before. */
  add(where: IConstruct | string, problems: readonly Problem[]): void {
    if (problems.length === 0) return;
    const path = withoutStandIns(typeof where === 'string' ? where : pathOf(where));
    for (const each of problems) {
      const follows = saysStandIn(each.message) || saysStandIn(each.fix);
      const key = `${path}\n${each.message}`;
      if (!follows && !this.known.has(key)) this.problems.push({ path, ...each });
      if (!follows) this.known.add(key);
    }
  }
}

let collected: Collection | undefined;

/** Constructs whose props were refused. Further checks would see defaults that the program does not mean. */
const UNCHECKED = new WeakSet<IConstruct>();

/** Runs a program. What is refused meanwhile, other than by `refuse`, does not stop it and is added to the problems. */
export function collectingProblems<T>(problems: ProblemAt[], program: () => T): T {
  collected = new Collection(problems);
  try {
    return program();
  } finally {
    collected = undefined;
  }
}

/** What ended a run of a program, with the problems that were collected before. They explain an unknown error. */
export function withCollected(problems: readonly ProblemAt[], error: unknown): unknown {
  if (problems.length === 0 || SynthesisError.isSynthesisError(error)) return error;
  const all = [...problems];
  if (ValidationError.isValidationError(error)) new Collection(all).add(error.place, error.problems);
  return new SynthesisError(all);
}

/**
 * Whether the checks find anything wrong. A run of a whole program collects it and goes on, to find what else is wrong;
 * it writes nothing. Elsewhere a ValidationError is thrown.
 */
export function refuses(where: IConstruct | string, ...checks: readonly Iterable<Problem>[]): boolean {
  if (!collected) {
    refuse(where, ...checks);
    return false;
  }
  const problems = firstFound(checks);
  collected.add(place ?? where, problems);
  return problems.length > 0;
}

/** The value that is made if the checks find nothing. Otherwise they are refused, and a run goes on with a stand-in. */
export function accepted<T>(where: IConstruct | string, checks: readonly Iterable<Problem>[], make: () => T): T {
  return refuses(where, ...checks) ? standIn() : make();
}

/** The values to go on with. A run gets stand-ins for those that the checks refuse. */
export function usableValues<T extends object>(
  where: IConstruct | string,
  values: T,
  ...checks: readonly Iterable<Problem>[]
): T {
  const problems = firstFound(checks);
  if (!refuses(where, problems)) return values;
  const names = problems.flatMap(({ property }) => property?.split(/[.[]/).slice(0, 1) ?? []);
  return { ...values, ...Object.fromEntries(names.map((name) => [name, standIn()])) };
}

/** The same, but a run goes on with wrong values, as far as their types are right. */
export function acceptedType<T>(
  where: IConstruct | string,
  types: Iterable<Problem>,
  values: Iterable<Problem>,
  make: () => T,
): T {
  return accepted(where, [types], () => {
    refuseValues(where, values);
    return make();
  });
}

/** Refuses values. A run goes on with the wrong values. */
export function refuseValues(where: IConstruct | string, ...checks: readonly Iterable<Problem>[]): void {
  if (typeof where !== 'string' && UNCHECKED.has(where)) return;
  refuses(where, ...checks);
}

/** Whether props are refused. Then the further values of the construct are not checked in this run. */
export function refusesProps(construct: IConstruct, problems: Iterable<Problem>): boolean {
  if (!refuses(construct, problems)) return false;
  UNCHECKED.add(construct);
  return true;
}

/** The frames of the program, without those of this library, its engines and Node. */
export function framesOfTheCaller(stack: string): string[] {
  return stack
    .split('\n')
    .filter((line) => line.startsWith('    at '))
    .filter((line) => !line.includes(OWN_FOLDER) && !line.includes('node_modules') && !line.includes('node:'));
}

/** The sources, or the folder of the one file that is published. */
const OWN_FOLDER = __dirname.replace(/[/\\]core[/\\]problems$/, '');
