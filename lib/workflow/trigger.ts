import type { Duration } from 'cdk8s';
import { secondsProblems } from '../core/problems/bounds';
import { accepted } from '../core/problems/errors';
import { problem, type Problem } from '../core/problems/problem';

/** Options of a schedule. */
export interface CronOptions {
  /** The time zone of the times, such as `Europe/Berlin`. @default 'Etc/UTC' */
  readonly timeZone?: string;
  /** A run that is due while an earlier one runs: beside it, not at all, or in its place. @default 'Forbid' */
  readonly concurrency?: 'Allow' | 'Forbid' | 'Replace';
  /** How late a missed run may still start, after the controller was away. @default - missed runs are left out */
  readonly catchUp?: Duration;
}

/** The start of the runs of a workflow: at once, by a person, or at times. */
export interface Trigger extends CronOptions {
  readonly '~type': 'Trigger';
  readonly kind: 'once' | 'onDemand' | 'cron';
  /** The end of the name of a single run. */
  readonly revision?: string;
  readonly schedule?: string;
}

export const Trigger = {
  /** One run, when the program is deployed. @param revision the end of its name, such as `r2` in `digits-r2`: a new one is a new run */
  once: (revision?: string): Trigger => ({ '~type': 'Trigger', kind: 'once', revision }),
  /** Runs that people or programs start, by the command in DEPLOY.md. */
  onDemand: (): Trigger => ({ '~type': 'Trigger', kind: 'onDemand' }),
  /** Runs at times. @param schedule minute, hour, day of the month, month and day of the week, as cron has them; or `@daily` and the like */
  cron: (schedule: string, options: CronOptions = {}): Trigger => {
    const { catchUp, timeZone } = options;
    const checks = [scheduleProblems(schedule, timeZone), secondsProblems({ catchUp }, { least: 1 }, 'schedule')];
    return accepted('Trigger.cron', checks, () => ({ '~type': 'Trigger', kind: 'cron', schedule, ...options }));
  },
};

/** The numbers and the names of minute, hour, day of the month, month and day of the week. */
const FIELDS = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC' },
  { least: 0, most: 6, names: 'SUN MON TUE WED THU FRI SAT' },
];
const SPECIAL = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every (\d+[hms])+)$/;

/** A wrong schedule or zone is found only by the controller, and the workflow never runs. */
function* scheduleProblems(schedule: string, timeZone?: string): Generator<Problem> {
  const fields = schedule.trim().split(/ +/);
  const isCron = fields.length === FIELDS.length && fields.every((field, index) => isField(field, FIELDS[index]));
  if (!isCron && !SPECIAL.test(schedule)) {
    const fix = 'write minute, hour, day, month and weekday (0 to 6, or SUN), ranges upwards: "0 22-23,0-6 * * *"';
    yield problem('schedule', 'schedule', `${JSON.stringify(schedule)} is no schedule of cron`, fix);
  }
  if (timeZone === undefined || isTimeZone(timeZone)) return;
  const message = `${JSON.stringify(timeZone)} is no time zone`;
  yield problem('schedule', 'timeZone', message, 'use a name of the time zone database, such as "Europe/Berlin"');
}

/** True for a list of `*`, numbers, names and ranges, each perhaps with a step. */
function isField(field: string, { least = 0, most = 0, names = '' } = {}): boolean {
  const all = names.split(' ');
  const numberOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : least + all.indexOf(text.toUpperCase()));
  return field.split(',').every((part) => {
    const [whole, first, last = first] = /^(?:[*?]|(\w+)(?:-(\w+))?)(?:\/[1-9]\d*)?$/.exec(part) ?? [];
    if (first === undefined || last === undefined) return whole !== undefined;
    return least <= numberOf(first) && numberOf(first) <= numberOf(last) && numberOf(last) <= most;
  });
}

/** The controller knows zones by their exact names. */
function isTimeZone(timeZone: string): boolean {
  try {
    const known = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
    return known === timeZone || known.toLowerCase() !== timeZone.toLowerCase();
  } catch {
    return false;
  }
}
