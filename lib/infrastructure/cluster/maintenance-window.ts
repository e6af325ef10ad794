import { timeOfDayProblems } from '../../core/names/cron-schedule';
import { accepted, problem, refuseValues, secondsProblems, valueText, type Advice } from '../../core/problems';
import type { ContainerClusterMaintenancePolicy } from '@cdktf/provider-google/lib/container-cluster';
import type { Duration } from 'cdk8s';
import { availabilityAdvice, exclusionProblems, type Exclusion } from './maintenance-problems';

/** Days of the week: `MO` is Monday. */
export type Weekday = 'MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA' | 'SU';

export const WEEK: readonly Weekday[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const HOUR = 3600;
const DAY = 24 * HOUR;
const DAILY_HOURS = 4;
/** The bounds of a window. GKE counts only pieces of 4 hours. */
const LENGTH = { least: 4 * HOUR, most: DAY };
const NO_DAY = problem('maintenance-window', 'days', 'no day is named', 'name at least one, such as ["SA", "SU"]');
/** A recurring window starts in the week of Monday, 1 January 2024. Only its weekday and hour matter. */
const ANCHOR = Date.UTC(2024, 0, 1);

/**
 * The time in which GKE may upgrade the control plane and the nodes. Times are UTC.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/maintenance-windows-and-exclusions
 */
export class MaintenanceWindow {
  /** Four hours, every day. @param start `HH:MM`, UTC */
  static daily(start: string): MaintenanceWindow {
    const where = `MaintenanceWindow.daily(${valueText(start)})`;
    // `Platform.run` continues, to check the exclusions too.
    refuseValues(where, timeOfDayProblems('maintenance-window', 'start', start, 'HH:MM in UTC'));
    return new MaintenanceWindow({ dailyMaintenanceWindow: { startTime: start } }, DAILY_HOURS / 24, []);
  }

  /**
   * On some days of each week.
   *
   * @param start `HH:MM`, UTC
   * @param duration 4 to 24 hours
   */
  static weekly(days: readonly Weekday[], start: string, duration: Duration): MaintenanceWindow {
    const seconds = duration.toSeconds({ integral: false });
    const sorted = WEEK.filter((day) => days.includes(day));
    const where = `MaintenanceWindow.weekly([${days.join(', ')}], ${valueText(start)}, ${seconds / HOUR} h)`;
    const wrong = [
      ...timeOfDayProblems('maintenance-window', 'start', start, 'HH:MM in UTC'),
      ...secondsProblems({ duration }, LENGTH, 'maintenance-window'),
    ];
    return accepted(where, [wrong, sorted.length === 0 ? [NO_DAY] : []], () =>
      MaintenanceWindow.recurring(sorted, start, seconds),
    );
  }

  private static recurring(days: readonly Weekday[], start: string, seconds: number): MaintenanceWindow {
    const [firstDay = 'MO'] = days;
    const first = ANCHOR + (WEEK.indexOf(firstDay) * DAY + secondsOf(start)) * 1000;
    return new MaintenanceWindow(
      {
        recurringWindow: {
          startTime: instant(first),
          endTime: instant(first + seconds * 1000),
          recurrence: `FREQ=WEEKLY;BYDAY=${days.join(',')}`,
        },
      },
      (days.length * seconds) / (WEEK.length * DAY),
      [],
    );
  }

  private constructor(
    private readonly window: ContainerClusterMaintenancePolicy,
    /** The part of a week that the window is open. */
    private readonly share: number,
    private readonly exclusions: readonly Exclusion[],
  ) {}

  /**
   * The same window with an exclusion: a time in which GKE upgrades nothing.
   *
   * Exclusions that leave GKE less than 48 hours in any 92 days are refused.
   *
   * @param name up to 63 letters, digits, `-`, `_` and `.`
   * @param start `YYYY-MM-DDTHH:MM:SSZ`
   * @param end at most 90 days later
   */
  except(name: string, start: string, end: string): MaintenanceWindow {
    const where = `MaintenanceWindow.except(${valueText(name)})`;
    const exclusions = [...this.exclusions, { name, start, end }];
    const make = () => new MaintenanceWindow(this.window, this.share, exclusions);
    return accepted(where, [exclusionProblems(exclusions)], make);
  }

  /** Advice about the window with its exclusions. */
  get advice(): Iterable<Advice> {
    return availabilityAdvice(this.share, this.exclusions);
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
