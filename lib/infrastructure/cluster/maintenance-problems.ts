import { problem, type Advice, type Problem } from '../../core/problems';

/** A time in which GKE does not upgrade. */
export interface Exclusion {
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const HOUR = 3_600_000;
/**
 * The hours for maintenance that GKE requires in any 92 days.
 *
 * @see https://docs.cloud.google.com/kubernetes-engine/docs/how-to/maintenance-window (2026)
 */
const WANTED_HOURS = 48;
const ROLLING_DAYS = 92;
const ROLLING = ROLLING_DAYS * 24 * HOUR;

/** Problems of exclusions, of which the last is new. */
export function* exclusionProblems(exclusions: readonly Exclusion[]): Generator<Problem> {
  const { name, start, end } = exclusions.at(-1) ?? { name: '', start: '', end: '' };
  if (!INSTANT.test(start) || !INSTANT.test(end) || !(Date.parse(start) < Date.parse(end))) {
    const message = `"${start}" to "${end}" is not from one instant to a later one`;
    const fix = 'end it after it begins, and write both as "2026-12-20T00:00:00Z" is written';
    yield problem('maintenance-exclusion', message, fix);
    return;
  }
  if (exclusions.filter((each) => each.name === name).length > 1) {
    const message = `two exclusions are named "${name}", and Terraform keeps only one`;
    yield problem('maintenance-exclusion', 'name', message, 'give each a name of its own');
  }
  const hours = leastHours(exclusions);
  if (hours >= WANTED_HOURS) return;
  yield problem(
    'maintenance-exclusion',
    `the exclusions leave ${inHours(hours)} in some ${ROLLING_DAYS} days, but GKE wants ${WANTED_HOURS} for maintenance`,
    'leave two days or more between exclusions, or end one earlier: one alone takes up to 90 days',
  );
}

/** Advice about a window with its exclusions. @param share the part of a week that the window is open */
export function* availabilityAdvice(share: number, exclusions: readonly Exclusion[]): Generator<Advice> {
  const hours = leastHours(exclusions) * share;
  if (exclusions.length === 0 || hours >= WANTED_HOURS) return;
  yield problem(
    'maintenance-availability',
    'maintenance',
    `the window and its exclusions together leave about ${inHours(hours)} in some ${ROLLING_DAYS} days, and GKE wants ${WANTED_HOURS} for maintenance`,
    'use MaintenanceWindow.weekly on all seven days with Duration.hours(24), or end the exclusions earlier',
  );
}

/** The hours that exclusions leave in the worst 92 days, which begin or end at one of them. */
function leastHours(exclusions: readonly Exclusion[]): number {
  const spans = exclusions.map(({ start, end }) => ({ from: Date.parse(start), to: Date.parse(end) }));
  spans.sort((a, b) => a.from - b.from);
  const taken = spans.flatMap(({ from, to }) => [from, to - ROLLING]).map((at) => takenFrom(at, spans));
  return (ROLLING - Math.max(0, ...taken)) / HOUR;
}

/** The time that spans take of the 92 days from an instant. Overlaps count once. */
function takenFrom(at: number, spans: readonly { readonly from: number; readonly to: number }[]): number {
  let counted = at;
  let sum = 0;
  for (const { from, to } of spans) {
    const end = Math.min(to, at + ROLLING);
    sum += Math.max(0, end - Math.max(from, counted));
    counted = Math.max(counted, end);
  }
  return sum;
}

function inHours(hours: number): string {
  return `${Math.round(hours * 10) / 10} h`;
}
