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

/** What starts the runs of a workflow. */
export class Trigger {
  declare readonly '~type': 'Trigger';

  /** One run, when the program is deployed. A new `revision` of the workflow is a new run. */
  static once(): Trigger {
    return new Trigger('once');
  }

  /** Runs that people or programs start, by the command in DEPLOY.md. */
  static onDemand(): Trigger {
    return new Trigger('onDemand');
  }

  /** Runs at times. @param schedule minute, hour, day of the month, month and day of the week, as cron has them; or `@daily` and the like */
  static cron(schedule: string, options: CronOptions = {}): Trigger {
    const { catchUp } = options;
    const checks = [scheduleProblems(schedule, options), secondsProblems({ catchUp }, { least: 1 }, 'schedule')];
    return accepted('Trigger.cron', checks, () => new Trigger('cron', schedule, options));
  }

  private constructor(
    readonly kind: 'once' | 'onDemand' | 'cron',
    readonly schedule = '',
    readonly options: CronOptions = {},
  ) {}
}

/** The fields of a schedule, with their bounds and names. */
const FIELDS = [
  { field: 'minute', least: 0, most: 59 },
  { field: 'hour', least: 0, most: 23 },
  { field: 'day of the month', least: 1, most: 31 },
  { field: 'month', least: 1, most: 12, names: 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC' },
  { field: 'day of the week', least: 0, most: 6, names: 'SUN MON TUE WED THU FRI SAT' },
];
const SPECIAL = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every (\d+[hms])+)$/;

/** A wrong schedule or zone is found only by the controller, and the workflow never runs. */
function* scheduleProblems(schedule: string, { timeZone }: CronOptions): Generator<Problem> {
  const fields = schedule.trim().split(/ +/);
  if (!SPECIAL.test(schedule) && fields.length !== FIELDS.length) {
    const fix = 'write minute, hour, day of the month, month and day of the week, such as "0 2 * * *" for two at night';
    yield problem('schedule', 'schedule', `${JSON.stringify(schedule)} is no schedule of cron`, fix);
  } else if (!SPECIAL.test(schedule)) {
    for (const [index, { field, least, most, names = '' }] of FIELDS.entries()) {
      const wrong = (fields[index] ?? '').split(',').find((part) => !isPart(part, least, most, names.split(' ')));
      if (wrong === undefined) continue;
      const fix = `use numbers from ${least} to ${most}${names && `, or ${names.replaceAll(' ', ', ')}`}, and ranges that go up: 22-23,0-6 for the night`;
      yield problem('schedule', 'schedule', `"${wrong}" in ${JSON.stringify(schedule)} is no ${field}`, fix);
    }
  }
  if (timeZone === undefined || isTimeZone(timeZone)) return;
  const message = `${JSON.stringify(timeZone)} is no time zone`;
  yield problem('schedule', 'timeZone', message, 'use a name of the time zone database, such as "Europe/Berlin"');
}

/** True for `*`, a number, a name or a range, perhaps with a step. */
function isPart(part: string, least: number, most: number, names: readonly string[]): boolean {
  const [range = '', step = '1', ...more] = part.split('/');
  const numberOf = (text: string) => {
    const place = names.indexOf(text.toUpperCase());
    return text === '' ? NaN : place < 0 ? Number(text) : place + least;
  };
  const [from = NaN, to = from, ...others] = /^[*?]$/.test(range) ? [least, most] : range.split('-').map(numberOf);
  return from >= least && to <= most && from <= to && Number(step) > 0 && more.length + others.length === 0;
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
