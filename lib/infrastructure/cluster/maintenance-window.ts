import type { ContainerClusterMaintenancePolicy } from '@cdktf/provider-google/lib/container-cluster';
import type { Duration } from 'cdk8s';
import type { Advice } from '../../core/problems/check';
import { accepted, acceptedType, refuseValues } from '../../core/problems/errors';
import { valueText } from '../../core/problems/problem';
import { choice, DURATION, listOf, text, typeProblems, valueOf, type Rules } from '../../core/problems/rules';
import type { WeeklyWindow } from './maintenance-availability';
import {
  availabilityAdvice,
  exclusionProblems,
  togetherProblems,
  weeklyProblems,
  timeProblems,
  type Exclusion,
} from './maintenance-problems';

export const MAINTENANCE_WINDOW = valueOf(
  'MaintenanceWindow',
  "use MaintenanceWindow.daily('03:00') or another window",
);

/** Days of the week: `MO` is Monday. */
export type Weekday = 'MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA' | 'SU';

const WEEK: readonly Weekday[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const START = text('use HH:MM in UTC, such as "03:00"');
const WEEKLY = {
  days: listOf(choice(...WEEK), 'name days of the week, such as ["SA", "SU"]'),
  start: START,
  duration: DURATION,
};
const INSTANT = text('write it as YYYY-MM-DDTHH:MM:SSZ');
const EXCLUSION: Rules<Exclusion> = { name: text('give it a name, such as "launch"'), start: INSTANT, end: INSTANT };
const HOUR = 3600;
const DAY = 24 * HOUR;
const DAILY_HOURS = 4;
/** A recurring window starts in the week of Monday, 1 January 2024. Only its weekday and hour matter. */
const ANCHOR = Date.UTC(2024, 0, 1);

/**
 * When GKE may upgrade the control plane and the nodes. Times are UTC.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/maintenance-windows-and-exclusions
 */
export class MaintenanceWindow {
  /** Four hours, every day. @param start `HH:MM`, UTC */
  static daily(start: string): MaintenanceWindow {
    const where = `MaintenanceWindow.daily(${valueText(start)})`;
    return acceptedType(where, typeProblems({ start }, { start: START }), timeProblems(start), () => {
      const starts = WEEK.map((_, day) => day * DAY + secondsOf(start));
      const schedule = { starts, seconds: DAILY_HOURS * HOUR };
      return new MaintenanceWindow({ dailyMaintenanceWindow: { startTime: start } }, schedule, []);
    });
  }

  /**
   * On some days of each week.
   *
   * @param start `HH:MM`, UTC
   * @param duration 4 to 24 hours
   */
  static weekly(days: readonly Weekday[], start: string, duration: Duration): MaintenanceWindow {
    return accepted('MaintenanceWindow.weekly', [typeProblems({ days, start, duration }, WEEKLY)], () => {
      const seconds = duration.toSeconds({ integral: false });
      const sorted = WEEK.filter((day) => days.includes(day));
      const where = `MaintenanceWindow.weekly([${days.join(', ')}], ${valueText(start)}, ${seconds / HOUR} h)`;
      const wrong = [...timeProblems(start), ...weeklyProblems(sorted.length, seconds)];
      return accepted(where, [wrong], () => MaintenanceWindow.recurring(sorted, start, seconds));
    });
  }

  private static recurring(days: readonly Weekday[], start: string, seconds: number): MaintenanceWindow {
    const starts = days.map((day) => WEEK.indexOf(day) * DAY + secondsOf(start));
    const first = ANCHOR + (starts[0] ?? 0) * 1000;
    return new MaintenanceWindow(
      {
        recurringWindow: {
          startTime: instant(first),
          endTime: instant(first + seconds * 1000),
          recurrence: `FREQ=WEEKLY;BYDAY=${days.join(',')}`,
        },
      },
      { starts, seconds },
      [],
    );
  }

  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'MaintenanceWindow';

  private constructor(
    private readonly window: ContainerClusterMaintenancePolicy,
    private readonly schedule: WeeklyWindow,
    private readonly exclusions: readonly Exclusion[],
  ) {}

  /**
   * The same window with an exclusion: a time in which GKE upgrades nothing.
   *
   * A fourth exclusion is refused, and so are exclusions that leave GKE less than 48 hours in any 92 days.
   *
   * @param name up to 63 letters, digits, `-`, `_` and `.`
   * @param start `YYYY-MM-DDTHH:MM:SSZ`
   * @param end at most 90 days later
   */
  except(name: string, start: string, end: string): MaintenanceWindow {
    const where = `MaintenanceWindow.except(${valueText(name)})`;
    const exclusion = { name, start, end };
    const exclusions = [...this.exclusions, exclusion];
    return accepted(where, [typeProblems(exclusion, EXCLUSION)], () => {
      refuseValues(where, exclusionProblems(exclusion), togetherProblems(exclusions));
      return new MaintenanceWindow(this.window, this.schedule, exclusions);
    });
  }

  /** Advice about the window with its exclusions. */
  get advice(): Iterable<Advice> {
    return availabilityAdvice(this.schedule, this.exclusions);
  }

  /** The block of google_container_cluster. */
  toTerraform(): ContainerClusterMaintenancePolicy {
    if (this.exclusions.length === 0) return this.window;
    return {
      ...this.window,
      maintenanceExclusion: this.exclusions.map(({ name, start, end }) => ({
        exclusionName: name,
        startTime: start,
        endTime: end,
        exclusionOptions: { scope: 'NO_UPGRADES' },
      })),
    };
  }
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * HOUR + minutes * 60;
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}
