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

  /**
   * Runs at times.
   *
   * @param schedule five fields of cron: minute, hour, day of the month, month, day of the week; or `@daily` and the like
   */
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

const SCHEDULE = /^(@(yearly|annually|monthly|weekly|daily|midnight|hourly)|[\dA-Za-z*,/-]+( +[\dA-Za-z*,/-]+){4})$/;

/** A wrong schedule or zone is found only by the controller, and the workflow never runs. */
function* scheduleProblems(schedule: string, { timeZone }: CronOptions): Generator<Problem> {
  if (!SCHEDULE.test(schedule)) {
    const fix = 'write minute, hour, day of the month, month and day of the week, such as "0 2 * * *" for two at night';
    yield problem('schedule', 'schedule', `${JSON.stringify(schedule)} is no schedule of cron`, fix);
  }
  try {
    new Intl.DateTimeFormat('en', { timeZone });
  } catch {
    const message = `${JSON.stringify(timeZone)} is no time zone`;
    yield problem('schedule', 'timeZone', message, 'use a name of the time zone database, such as "Europe/Berlin"');
  }
}
