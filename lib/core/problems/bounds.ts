import type { Duration } from 'cdk8s';
import { problem, type Problem } from './problem';

/** The bounds of a prop's number. */
export interface Bounds {
  /** @default 0 */
  readonly least?: number;
  /** @default - any */
  readonly most?: number;
  /** True if fractions are allowed. @default false */
  readonly fractions?: boolean;
}

/** The bounds of a port. */
export const PORTS: Bounds = { least: 1, most: 65_535 };

export function isWithin(value: number, { least = 0, most = Infinity, fractions = false }: Bounds): boolean {
  return value >= least && value <= most && (fractions ? Number.isFinite(value) : Number.isSafeInteger(value));
}

/** The bounds in words: `a whole number from 1 to 65535`. */
export function boundsText({ fractions = false, least = 0, most }: Bounds): string {
  const range = most === undefined ? `of ${least} or more` : `from ${least} to ${most}`;
  return `a ${fractions ? '' : 'whole '}number ${range}`;
}

/** Problems of numbers by the props that have them. A number that is left out has none. */
export function* boundsProblems(
  code: string,
  numbers: Readonly<Record<string, number | undefined>>,
  bounds: Bounds = {},
): Generator<Problem> {
  for (const [property, value] of Object.entries(numbers)) {
    if (value === undefined || isWithin(value, bounds)) continue;
    yield problem(code, property, `${property} cannot be ${value}`, `use ${boundsText(bounds)}`);
  }
}

/** Problems of a list or a record that has more entries than a resource takes. */
export function* countProblems(code: string, property: string, count: number, most: number): Generator<Problem> {
  if (count <= most) return;
  yield problem(code, property, `${property} has ${count} entries, but ${most} are taken`, `keep ${most} or fewer`);
}

/** The same of times, which are written down in whole seconds. */
export function* secondsProblems(
  times: Readonly<Record<string, Duration | undefined>>,
  bounds: Bounds = {},
  code = 'whole-seconds',
): Generator<Problem> {
  for (const [property, time] of Object.entries(times)) {
    const seconds = time?.toSeconds({ integral: false });
    if (seconds === undefined || isWithin(seconds, bounds)) continue;
    const { least = 0, most } = bounds;
    const fix = `use whole seconds, ${most === undefined ? `${least} or more` : `from ${least} to ${most}`}`;
    yield problem(code, property, `${property} is ${seconds} s`, fix);
  }
}
