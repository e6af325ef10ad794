import { accepted } from '../core/problems/errors';
import { problem, type Problem } from '../core/problems/problem';
import type { ParameterSpec } from '../kubernetes/kinds/katib';

export type SearchKind = ParameterSpec['parameterType'];

/** The parameters of an experiment. */
export type SearchSpace = Readonly<Record<string, Search>>;

export interface RangeOptions {
  /** The distance between two values. @default - 1 for an `int`; none for a `double`: any value */
  readonly step?: number;
  /** A logarithmic scale, for parameters whose magnitude counts, such as a learning rate. @default false */
  readonly log?: boolean;
}

interface Range extends RangeOptions {
  readonly min: number;
  readonly max: number;
}

/** The values that a parameter may have. */
export class Search<Kind extends SearchKind = SearchKind> {
  declare readonly '~type': 'Search';

  /** Numbers from `min` to `max`. Refused: a `min` that is not below `max`, and with `log` one that is not above 0. */
  static double(min: number, max: number, options?: RangeOptions): Search<'double'> {
    return ranged('double', { ...options, min, max });
  }

  /** Whole numbers from `min` to `max`. Refused: the same, and fractions. */
  static int(min: number, max: number, options?: RangeOptions): Search<'int'> {
    return ranged('int', { step: 1, ...options, min, max });
  }

  /** Some numbers. Refused: an empty list, and repeated numbers. */
  static discrete(values: readonly number[]): Search<'discrete'> {
    return listed('discrete', values.map(String));
  }

  /** Some texts. Refused: an empty list, repeated texts, and quotes, backslashes or control characters. */
  static categorical(values: readonly string[]): Search<'categorical'> {
    return listed('categorical', values);
  }

  /** @internal */
  constructor(
    readonly kind: Kind,
    /** The number of values; not a number if there is no step. */
    readonly points: number,
    readonly feasibleSpace: ParameterSpec['feasibleSpace'],
    /** The bounds. @default - it is a list */
    readonly range?: Range,
  ) {}

  /** The parameter without its name. */
  get spec(): Omit<ParameterSpec, 'name'> {
    return { parameterType: this.kind, feasibleSpace: this.feasibleSpace };
  }
}

/** The number of combinations; not a number if a parameter has no step. */
export function pointsIn(space: SearchSpace): number {
  return Object.values(space).reduce((product, { points }) => product * points, 1);
}

function ranged<Kind extends SearchKind>(kind: Kind, range: Range): Search<Kind> {
  const { min, max, step, log } = range;
  const distribution = log === true ? 'logUniform' : undefined;
  const space = { min: String(min), max: String(max), step: step?.toString(), distribution } as const;
  return accepted(
    `Search.${kind}`,
    [rangeProblems(kind, range)],
    () => new Search(kind, pointsOf(range), space, range),
  );
}

/** Counted as Katib does, with its rounding: it refuses a grid of fewer points than trials. */
function pointsOf({ min, max, step = NaN }: Range): number {
  const count = Math.ceil((max + step - min) / step);
  return min + (count - 1) * (min + step - min) > max ? count - 1 : count;
}

function listed<Kind extends SearchKind>(kind: Kind, list: readonly string[]): Search<Kind> {
  return accepted(`Search.${kind}`, [listProblems(list)], () => new Search(kind, list.length, { list }));
}

function* rangeProblems(kind: SearchKind, { min, max, step = 1, log }: Range): Generator<Problem> {
  const wrong = (property: string, message: string, fix: string) => problem('search-range', property, message, fix);
  if (!(min < max)) yield wrong('min', `min ${min} is not below max ${max}`, 'write the lower bound first');
  if (!(step > 0)) yield wrong('step', `step cannot be ${step}`, 'use a number above 0');
  if (log === true && !(min > 0)) yield wrong('log', `a logarithmic scale has no ${min}`, 'raise min above 0');
  const fractions = [min, max, step].filter((each) => !Number.isSafeInteger(each));
  if (kind !== 'int' || fractions.length === 0) return;
  yield wrong('min', `an int cannot have ${fractions.join(' and ')}`, 'use whole numbers, or Search.double(…)');
}

/** Katib puts a value into the JSON of a job, where it stands in the quotes of a shell. */
function* listProblems(values: readonly string[]): Generator<Problem> {
  const wrong = (message: string, fix: string) => problem('search-list', 'values', message, fix);
  if (values.length === 0) yield wrong('the list is empty', 'list the values to try');
  if (new Set(values).size < values.length) yield wrong('a value is listed twice', 'list each value once');
  for (const value of values.filter((each) => /['"\\\p{Cc}]/u.test(each))) {
    yield wrong(`${JSON.stringify(value)} cannot stand in a command of Katib`, 'use a plain word for it');
  }
}
