import type { Advice } from '../../core/problems/check';
import { problem, type Problem } from '../../core/problems/problem';
import { isEnough, leastAvailableHours, ROLLING_DAYS, type Span, type WeeklyWindow } from './maintenance-availability';

/** A time in which GKE upgrades nothing. */
export interface Exclusion {
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const EXCLUSION_NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const HOUR = 3600;
const DAY_MS = 24 * HOUR * 1000;
/** GKE counts only pieces of 4 hours. One in each week is enough: 92 days have 13 of them, and GKE wants 48 hours. */
const LEAST_HOURS = 4;
/**
 * The longest exclusion of all upgrades, in days, and the most of them.
 *
 * @see https://docs.cloud.google.com/kubernetes-engine/docs/concepts/maintenance-windows-and-exclusions#exclusions (2026)
 */
const LONGEST_EXCLUSION = 90;
const MOST_EXCLUSIONS = 3;

export function* timeProblems(start: string): Generator<Problem> {
  if (TIME.test(start)) return;
  const fix = 'use HH:MM in UTC, "00:00" to "23:59", such as "03:00"';
  yield problem('maintenance-window', 'start', `${JSON.stringify(start)} is not a time of day`, fix);
}

/** Problems of a weekly window. */
export function* weeklyProblems(days: number, seconds: number): Generator<Problem> {
  const hours = seconds / HOUR;
  if (!Number.isInteger(seconds)) {
    const message = `a window of ${seconds} s does not last whole seconds`;
    yield problem('maintenance-window', message, 'use Duration.hours(4) or more');
  } else if (days === 0) {
    yield problem('maintenance-window', 'no day is named', 'name at least one, such as ["SA", "SU"]');
  } else if (hours < LEAST_HOURS || hours > 24) {
    const message = `a window of ${hours} h is not between ${LEAST_HOURS} h and 24 h`;
    yield problem('maintenance-window', message, 'use Duration.hours(4) to Duration.hours(24)');
  }
}

/** Problems of one exclusion. */
export function* exclusionProblems({ name, start, end }: Exclusion): Generator<Problem> {
  if (!EXCLUSION_NAME.test(name)) {
    const message = `${JSON.stringify(name)} cannot be the name of an exclusion`;
    const fix = 'use up to 63 letters, digits, "-", "_" and ".", beginning and ending with a letter or digit';
    yield problem('maintenance-exclusion', 'name', message, fix);
  }
  if (!isInstant(start) || !isInstant(end)) {
    const message = `"${start}" to "${end}" is not from one instant to another`;
    yield problem('maintenance-exclusion', message, 'write both as YYYY-MM-DDTHH:MM:SSZ');
    return;
  }
  const days = (Date.parse(end) - Date.parse(start)) / DAY_MS;
  if (days > 0 && days <= LONGEST_EXCLUSION) return;
  const latest = new Date(Date.parse(start) + LONGEST_EXCLUSION * DAY_MS);
  yield problem(
    'maintenance-exclusion',
    `an exclusion from ${start} to ${end} lasts ${days} days, but it must end after it begins and within ${LONGEST_EXCLUSION} days`,
    `end it between ${start} and ${written(latest)}`,
  );
}

/** Problems of several exclusions together. */
export function* togetherProblems(exclusions: readonly Exclusion[]): Generator<Problem> {
  const names = exclusions.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    const message = `two exclusions are named "${twice}", and Terraform keeps only one`;
    yield problem('maintenance-exclusion', 'name', message, 'give each a name of its own');
  }
  if (exclusions.length > MOST_EXCLUSIONS) {
    const message = `there are ${exclusions.length} exclusions of all upgrades, but GKE takes ${MOST_EXCLUSIONS}`;
    const fix = `drop ${exclusions.length - MOST_EXCLUSIONS} of them`;
    yield problem('maintenance-exclusion', message, fix);
  }
  const hours = leastAvailableHours(undefined, exclusions.map(spanOf));
  if (isEnough(hours)) return;
  yield problem(
    'maintenance-exclusion',
    `the exclusions leave ${inHours(hours)} in some ${ROLLING_DAYS} days, but GKE wants 48 for maintenance, in pieces of 4 h or more`,
    'leave two days or more between exclusions, or end one earlier',
  );
}

/** Advice about a window with its exclusions. */
export function* availabilityAdvice(window: WeeklyWindow, exclusions: readonly Exclusion[]): Generator<Advice> {
  if (exclusions.length === 0) return;
  const hours = leastAvailableHours(window, exclusions.map(spanOf));
  if (isEnough(hours)) return;
  yield problem(
    'maintenance-availability',
    'maintenance',
    `the window and its exclusions together leave ${inHours(hours)} in some ${ROLLING_DAYS} days, and GKE wants 48 for maintenance`,
    'use MaintenanceWindow.weekly on all seven days with Duration.hours(24), or end the exclusions earlier',
  );
}

function spanOf({ start, end }: Exclusion): Span {
  return { from: Date.parse(start) / 1000, to: Date.parse(end) / 1000 };
}

function inHours(hours: number): string {
  return `${Math.round(hours * 10) / 10} h`;
}

/** Whether a text is an instant. `Date` alone would turn the 30th of February into the 1st of March. */
function isInstant(text: string): boolean {
  if (!INSTANT.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && written(date) === text;
}

function written(date: Date): string {
  return date.toISOString().replace('.000Z', 'Z');
}
