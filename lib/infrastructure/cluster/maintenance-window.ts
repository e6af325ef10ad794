import type { ContainerClusterMaintenancePolicy } from '@cdktf/provider-google/lib/container-cluster';
import type { Duration } from 'cdk8s';
import type { Advice } from '../../core/problems/check';
import { choiceProblems, requiredProblems, textListProblems } from '../../core/problems/given';
import { KINDS } from '../../core/problems/kinds';
import { refuse } from '../../core/problems/errors';
import type { Problem } from '../../core/problems/problem';
import { isEnough, leastAvailableHours, type Span, type WeeklyWindow } from './maintenance-availability';

/** Days as calendars abbreviate them: `MO` is Monday. */
export type Weekday = 'MO' | 'TU' | 'WE' | 'TH' | 'FR' | 'SA' | 'SU';

const WEEK: readonly Weekday[] = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'];
const DAYS = 'name days of the week, such as ["SA", "SU"]';
const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;
const EXCLUSION_NAME = /^[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$/;
const HOUR = 3600;
const DAY = 24 * HOUR;
/** GKE wants a window of 4 hours, and 48 hours in any 32 days, in which every weekday comes four times. */
const LEAST_HOURS = 4;
const LEAST_HOURS_IN_A_WEEK = 48 / 4;
/** How long upgrades can be held off by one exclusion. */
const LONGEST_EXCLUSION_DAYS = 30;
/** Of those that hold off all upgrades, which ours are. */
const MOST_EXCLUSIONS = 3;
/** The first time of a recurring window lies in the week that began on Monday, 1 January 2024; it only sets weekday and hour. */
const ANCHOR = Date.UTC(2024, 0, 1);

interface Exclusion {
  readonly name: string;
  readonly start: string;
  readonly end: string;
}

/**
 * When GKE may upgrade the control plane and the nodes. Times are UTC.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/maintenance-windows-and-exclusions
 */
export class MaintenanceWindow {
  /** Four hours, every day. @param start `HH:MM`, UTC */
  static daily(start: string): MaintenanceWindow {
    refuse(`MaintenanceWindow.daily(${JSON.stringify(start)})`, timeProblems(start));
    const starts = WEEK.map((_, day) => day * DAY + secondsOf(start));
    const schedule = { starts, seconds: LEAST_HOURS * HOUR };
    return new MaintenanceWindow({ dailyMaintenanceWindow: { startTime: start } }, schedule, []);
  }

  /**
   * On some days of each week.
   *
   * @param start `HH:MM`, UTC
   * @param duration 4 to 24 hours; refused if the days of a week come to less than 12 hours
   */
  static weekly(days: readonly Weekday[], start: string, duration: Duration): MaintenanceWindow {
    refuse('MaintenanceWindow.weekly', [
      ...requiredProblems({ days, duration }, { days: { fix: DAYS }, duration: KINDS.duration }),
      ...textListProblems('days', days, DAYS),
    ]);
    const seconds = duration.toSeconds({ integral: false });
    const sorted = WEEK.filter((day) => days.includes(day));
    refuse(`MaintenanceWindow.weekly([${days.join(', ')}], ${JSON.stringify(start)}, ${String(seconds / HOUR)} h)`, [
      ...timeProblems(start),
      ...days.flatMap((day) => choiceProblems('days', day, WEEK)),
      ...weeklyProblems(sorted.length, seconds),
    ]);
    const starts = sorted.map((day) => WEEK.indexOf(day) * DAY + secondsOf(start));
    const first = ANCHOR + (WEEK.indexOf(sorted[0] ?? 'MO') * DAY + secondsOf(start)) * 1000;
    return new MaintenanceWindow(
      {
        recurringWindow: {
          startTime: instant(first),
          endTime: instant(first + seconds * 1000),
          recurrence: `FREQ=WEEKLY;BYDAY=${sorted.join(',')}`,
        },
      },
      { starts, seconds },
      [],
    );
  }

  private constructor(
    private readonly window: ContainerClusterMaintenancePolicy,
    private readonly schedule: WeeklyWindow,
    private readonly exclusions: readonly Exclusion[],
  ) {}

  /**
   * The same window, but for a time in which nothing is upgraded.
   *
   * Refused: a fourth one, and exclusions that leave GKE less than 48 hours in any 32 days.
   *
   * @param name up to 63 letters, digits, `-`, `_` and `.`
   * @param start `YYYY-MM-DDTHH:MM:SSZ`
   * @param end at most 30 days later
   */
  except(name: string, start: string, end: string): MaintenanceWindow {
    const exclusions = [...this.exclusions, { name, start, end }];
    const form = [...exclusionNameProblems(name), ...exclusionProblems(start, end)];
    refuse(`MaintenanceWindow.except(${JSON.stringify(name)})`, form.length > 0 ? form : togetherProblems(exclusions));
    return new MaintenanceWindow(this.window, this.schedule, exclusions);
  }

  /** What is unwise about the window with its exclusions. */
  get advice(): Advice[] {
    if (this.exclusions.length === 0) return [];
    const hours = leastAvailableHours(this.schedule, this.exclusions.map(spanOf));
    if (isEnough(hours)) return [];
    return [
      {
        code: 'maintenance-availability',
        property: 'maintenance',
        message: `the window and its exclusions together leave ${inHours(hours)} in some 32 days, and GKE wants 48 for maintenance`,
        fix: 'use a longer window, such as MaintenanceWindow.weekly on all days, or shorter exclusions',
      },
    ];
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

/** What is wrong with exclusions of which each is right by itself. */
function togetherProblems(exclusions: readonly Exclusion[]): Problem[] {
  const problem = { code: 'maintenance-exclusion' };
  const names = exclusions.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  const hours = leastAvailableHours(undefined, exclusions.map(spanOf));
  return [
    ...(twice === undefined
      ? []
      : [
          {
            ...problem,
            property: 'name',
            message: `two exclusions are named "${twice}", of which Terraform keeps one`,
            fix: 'give each a name of its own',
          },
        ]),
    ...(exclusions.length <= MOST_EXCLUSIONS
      ? []
      : [
          {
            ...problem,
            message: `there are ${String(exclusions.length)} exclusions of all upgrades, but GKE takes ${String(MOST_EXCLUSIONS)}`,
            fix: 'drop those that are over',
          },
        ]),
    ...(isEnough(hours)
      ? []
      : [
          {
            ...problem,
            message: `the exclusions leave ${inHours(hours)} in some 32 days, but GKE wants 48 for maintenance, in pieces of 4 and more`,
            fix: 'leave two days and more between exclusions, or end one earlier',
          },
        ]),
  ];
}

function spanOf({ start, end }: Exclusion): Span {
  return { from: Date.parse(start) / 1000, to: Date.parse(end) / 1000 };
}

function inHours(hours: number): string {
  return `${String(Math.round(hours * 10) / 10)} h`;
}

function timeProblems(start: string): Problem[] {
  if (TIME.test(start)) return [];
  return [
    {
      code: 'maintenance-window',
      property: 'start',
      message: `${JSON.stringify(start)} is not a time of day`,
      fix: 'use HH:MM in UTC, "00:00" to "23:59", such as "03:00"',
    },
  ];
}

function weeklyProblems(days: number, seconds: number): Problem[] {
  const hours = seconds / HOUR;
  if (!Number.isInteger(seconds)) {
    return [windowProblem(`a window of ${String(seconds)} s is not of whole seconds`, 'use Duration.hours(4) or more')];
  }
  if (days === 0) return [windowProblem('no day is named', 'name at least one, such as ["SA", "SU"]')];
  if (hours < LEAST_HOURS || hours > 24) {
    return [
      windowProblem(
        `a window of ${String(hours)} h is not between 4 h and 24 h`,
        'use Duration.hours(4) to Duration.hours(24)',
      ),
    ];
  }
  if (days * hours >= LEAST_HOURS_IN_A_WEEK) return [];
  const enough = Math.ceil(LEAST_HOURS_IN_A_WEEK / days);
  return [
    windowProblem(
      `${String(days)} day(s) of ${String(hours)} h leave GKE ${String(days * hours * 4)} h in 32 days, but it wants 48`,
      `use Duration.hours(${String(enough)}), or ${String(Math.ceil(LEAST_HOURS_IN_A_WEEK / hours))} days`,
    ),
  ];
}

function windowProblem(message: string, fix: string): Problem {
  return { code: 'maintenance-window', message, fix };
}

function exclusionNameProblems(name: string): Problem[] {
  if (EXCLUSION_NAME.test(name)) return [];
  return [
    {
      code: 'maintenance-exclusion',
      property: 'name',
      message: `${JSON.stringify(name)} is no name of an exclusion`,
      fix: 'use up to 63 letters, digits, "-", "_" and ".", beginning and ending with a letter or digit',
    },
  ];
}

function exclusionProblems(start: string, end: string): Problem[] {
  const [from, to] = [start, end].map((text) => (isInstant(text) ? Date.parse(text) : NaN));
  const days = ((to ?? NaN) - (from ?? NaN)) / (DAY * 1000);
  if (days > 0 && days <= LONGEST_EXCLUSION_DAYS) return [];
  return [
    {
      code: 'maintenance-exclusion',
      message: Number.isNaN(days)
        ? `"${start}" to "${end}" is not from one instant to another`
        : `an exclusion from ${start} to ${end} lasts ${String(days)} days, but it must end after it begins and within ${String(LONGEST_EXCLUSION_DAYS)} days`,
      fix: Number.isNaN(days)
        ? 'write both as YYYY-MM-DDTHH:MM:SSZ'
        : `end it between ${start} and ${instant((from ?? 0) + LONGEST_EXCLUSION_DAYS * DAY * 1000)}`,
    },
  ];
}

/** `Date` takes the 30th of February, and means the 1st of March. */
function isInstant(text: string): boolean {
  if (!INSTANT.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && instant(date.getTime()) === text;
}

function secondsOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * HOUR + minutes * 60;
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}
