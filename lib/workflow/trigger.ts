import type { Duration } from 'cdk8s';
import { scheduleProblems } from '../core/names/cron-schedule';
import { accepted, secondsProblems } from '../core/problems';

/** Options of a schedule. */
export interface CronOptions {
  /** The time zone of the times, such as `Europe/Berlin`. @default 'Etc/UTC' - elsewhere a nightly run may compete with the work of the day */
  readonly timeZone?: string;
  /** A run that is due while an earlier one runs: beside it, not at all, or in its place. @default 'Forbid' - a run that is longer than its period leaves out the next one */
  readonly concurrency?: 'Allow' | 'Forbid' | 'Replace';
  /** How late a missed run may still start, after the controller was away. @default - missed runs are left out, and nobody is told */
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
