import { problem, type Problem } from '../problems';

/** The numbers and the names of minute, hour, day of the month, month and day of the week. */
const FIELDS = [
  { least: 0, most: 59 },
  { least: 0, most: 23 },
  { least: 1, most: 31 },
  { least: 1, most: 12, names: 'JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC' },
  { least: 0, most: 6, names: 'SUN MON TUE WED THU FRI SAT' },
];
const SPECIAL = /^@(yearly|annually|monthly|weekly|daily|midnight|hourly|every (\d+[hms])+)$/;

/** Problems of a schedule of cron and of its time zone. Only a controller in the cluster would find them, and then nothing runs. */
export function* scheduleProblems(schedule: string, timeZone?: string): Generator<Problem> {
  const fields = schedule.trim().split(/ +/);
  const isCron = fields.length === FIELDS.length && fields.every((field, index) => isField(field, FIELDS[index]));
  if (!isCron && !SPECIAL.test(schedule)) {
    const fix = 'write minute, hour, day, month and weekday (0 to 6, or SUN), ranges upwards: "0 22-23,0-6 * * *"';
    yield problem('schedule', 'schedule', `${JSON.stringify(schedule)} is no schedule of cron`, fix);
  }
  yield* timeZoneProblems('schedule', timeZone);
}

/** Problems of a name that programs would not find in the time zone database. */
export function* timeZoneProblems(code: string, timeZone?: string): Generator<Problem> {
  if (timeZone === undefined || isTimeZone(timeZone)) return;
  const message = `${JSON.stringify(timeZone)} is no time zone`;
  yield problem(code, 'timeZone', message, 'use a name of the time zone database, such as "Europe/Berlin"');
}

/** Problems of an hour and a minute. @param form the form, and the time zone if there is one alone */
export function* timeOfDayProblems(code: string, property: string, time: string, form = 'HH:MM'): Generator<Problem> {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(time)) return;
  const fix = `use ${form}, "00:00" to "23:59", such as "20:00"`;
  yield problem(code, property, `${JSON.stringify(time)} is not a time of day`, fix);
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
