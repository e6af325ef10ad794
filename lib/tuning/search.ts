import { createHash } from 'node:crypto';
import { accepted, problem, type Problem } from '../core/problems';
import type { ParameterSpec } from '../kubernetes/kinds/katib';

/** The parameters of an experiment. */
export type SearchSpace = Readonly<Record<string, Search>>;

export interface RangeOptions {
  /** The distance between two values. @default - 1 for an `int`; none for a `double`: any value */
  readonly step?: number;
  /** A logarithmic scale, for parameters whose magnitude counts, such as a learning rate. @default false */
  readonly log?: boolean;
}

/** The values that a parameter may have: a range of numbers, or a list. */
export interface Search {
  readonly '~type': 'Search';
  readonly kind: ParameterSpec['parameterType'];
  /** The number of values; not a number if there is no step. */
  readonly points: number;
  readonly range?: Range;
  /** The values, if they are listed or have a step of their own. */
  readonly list?: readonly string[];
}

/** Katib is given each value of a range with steps. */
const MOST_STEPS = 10_000;

type Range = RangeOptions & { readonly min: number; readonly max: number };

export const Search = {
  /** Numbers from `min` to `max`. Refused: a `min` that is not below `max`, and with `log` one that is not above 0. */
  double: (min: number, max: number, options?: RangeOptions) => ranged('double', { ...options, min, max }),
  /** Whole numbers from `min` to `max`. Refused: the same, and fractions. */
  int: (min: number, max: number, options?: RangeOptions) => ranged('int', { ...options, min, max }, 1),
  /** Some numbers. Refused: an empty list. */
  discrete: (values: readonly number[]) => listed('discrete', values.map(String)),
  /** Some texts. Refused: an empty list, and quotes, backslashes or control characters. */
  categorical: (values: readonly string[]) => listed('categorical', values),
};

/** The value at an index, for a parameter whose values can be counted. */
export function valueAt({ list, range }: Search, index: number): string {
  return list?.[index] ?? numberText((range?.min ?? 0) + index);
}

/** The first and the last value. */
export function endsOf({ list, range }: Search): [string | undefined, string | undefined] {
  return range ? [numberText(range.min), numberText(range.max)] : [list?.[0], list?.at(-1)];
}

/** The values of a number of trials: of a grid, in order, or at random. Those of one seed are always the same. */
export function pointsOf(space: SearchSpace, trials: number, seed?: string): Readonly<Record<string, string>>[] {
  return Array.from({ length: trials }, (_, trial) => {
    let rest = trial;
    const values = Object.entries(space).map(([name, search]): [string, string] => {
      if (seed !== undefined) return [name, randomValue(search, shareOf(`${seed}/${trial}/${name}`))];
      const index = rest % search.points;
      rest = (rest - index) / search.points;
      return [name, valueAt(search, index)];
    });
    return Object.fromEntries(values);
  });
}

/** A number from 0 to 1, and never 1. */
function shareOf(text: string): number {
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48;
}

function randomValue(search: Search, share: number): string {
  const { points, range } = search;
  if (!range) return valueAt(search, Math.floor(share * points));
  const { min, max, log = false, step = 1 } = range;
  const isOpen = Number.isNaN(points);
  // A value of a step stands for all numbers up to the next one.
  const end = isOpen ? max : min + points * step;
  const value = log ? min * (end / min) ** share : min + share * (end - min);
  return isOpen ? numberText(value) : valueAt(search, Math.floor((value - min) / step));
}

/** A number without the last digits, where the arithmetic of fractions errs. */
function numberText(value: number): string {
  return String(Number(value.toPrecision(12)));
}

/** The number of combinations; not a number if a parameter has no step. */
export function pointsIn(space: SearchSpace): number {
  return Object.values(space).reduce((product, { points }) => product * points, 1);
}

function ranged(kind: 'double' | 'int', range: Range, usualStep = NaN): Search {
  const { min, max, step = usualStep } = range;
  const points = Math.floor(Number(numberText((max - min) / step))) + 1;
  const values = () => Array.from({ length: points }, (_, index) => numberText(min + index * step));
  return accepted(`Search.${kind}`, [rangeProblems(kind, range, points)], () => {
    return { '~type': 'Search', kind, points, range, list: range.step === undefined ? undefined : values() };
  });
}

function listed(kind: 'discrete' | 'categorical', list: readonly string[]): Search {
  const points = list.length;
  return accepted(`Search.${kind}`, [listProblems(list)], () => ({ '~type': 'Search', kind, points, list }));
}

function* rangeProblems(kind: 'double' | 'int', range: Range, points: number): Generator<Problem> {
  const { min, max, step = 1, log } = range;
  const wrong = (message: string, fix: string) => problem('search-range', message, fix);
  if (max - min === Infinity) yield wrong('the range has no end', 'give it two finite numbers');
  if (!(min < max)) yield wrong(`min ${min} is not below max ${max}`, 'write the lower bound first');
  if (!(step > 0)) yield wrong(`step cannot be ${step}`, 'use a number above 0');
  if (log === true && !(min > 0)) yield wrong(`a logarithmic scale has no ${min}`, 'raise min above 0');
  if (range.step !== undefined && points > MOST_STEPS)
    yield wrong(`${points} values are too many for an object`, `use a larger step, for at most ${MOST_STEPS}`);
  const fractions = [min, max, step].filter((each) => !Number.isSafeInteger(each));
  if (kind === 'int' && fractions.length > 0)
    yield wrong(`an int cannot have ${fractions.join(' and ')}`, 'use whole numbers, or Search.double(…)');
}

/** A value stands in the quotes of a shell in the JSON of a job. */
function* listProblems(values: readonly string[]): Generator<Problem> {
  const wrong = (message: string, fix: string) => problem('search-list', message, fix);
  if (values.length === 0) yield wrong('the list is empty', 'list the values to try');
  for (const value of values.filter((each) => /['"\\\p{Cc}]/u.test(each)))
    yield wrong(`${JSON.stringify(value)} cannot stand in a command of Katib`, 'use a plain word for it');
}
