const HOUR = 3600;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;
/**
 * GKE wants 48 hours for maintenance in any 92 days, and counts only pieces of 4 hours or more.
 *
 * @see https://docs.cloud.google.com/kubernetes-engine/docs/how-to/maintenance-window (2026)
 */
const WANTED = 48 * HOUR;
export const ROLLING_DAYS = 92;
const ROLLING = ROLLING_DAYS * DAY;
const PIECE = 4 * HOUR;

/** When maintenance may begin each week, in seconds since Monday 00:00, and how long it may take. */
export interface WeeklyWindow {
  readonly starts: readonly number[];
  readonly seconds: number;
}

/** In seconds since the epoch. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * The hours that exclusions leave for maintenance in the worst 92 days. GKE wants 48.
 *
 * @param window `undefined`: at any time
 */
export function leastAvailableHours(window: WeeklyWindow | undefined, exclusions: readonly Span[]): number {
  const first = Math.min(...exclusions.map(({ from }) => from)) - ROLLING;
  const last = Math.max(...exclusions.map(({ to }) => to)) + ROLLING;
  const open = occurrences(window, first - ROLLING, last + ROLLING)
    .flatMap((span) => exclusions.reduce((rest, excluded) => rest.flatMap((part) => without(part, excluded)), [span]))
    .filter(({ from, to }) => to - from >= PIECE);
  // The sum is least where a window of 92 days begins as an opening ends, or ends as one begins.
  const begins = open.flatMap(({ from, to }) => [to, from - ROLLING]).filter((at) => at >= first && at <= last);
  const sums = begins.map((at) => open.reduce((sum, span) => sum + overlap(span, { from: at, to: at + ROLLING }), 0));
  return Math.min(...sums, Infinity) / HOUR;
}

export function isEnough(hours: number): boolean {
  return hours * HOUR >= WANTED;
}

/** 1 January 1970 was a Thursday. */
const FIRST_MONDAY = 4 * DAY;

function occurrences(window: WeeklyWindow | undefined, from: number, to: number): Span[] {
  if (!window) return [{ from, to }];
  const { starts, seconds } = window;
  const spans: Span[] = [];
  for (let week = Math.floor((from - FIRST_MONDAY) / WEEK); FIRST_MONDAY + week * WEEK < to; week += 1) {
    const monday = FIRST_MONDAY + week * WEEK;
    spans.push(...starts.map((start) => ({ from: monday + start, to: monday + start + seconds })));
  }
  return joined(spans);
}

/** Windows that follow each other without a gap are one opening. */
function joined(spans: readonly Span[]): Span[] {
  const openings: Span[] = [];
  for (const span of spans) {
    const last = openings.at(-1);
    if (last && last.to >= span.from) openings[openings.length - 1] = { from: last.from, to: span.to };
    else openings.push(span);
  }
  return openings;
}

function without(span: Span, excluded: Span): Span[] {
  if (overlap(span, excluded) === 0) return [span];
  return [
    { from: span.from, to: Math.min(span.to, excluded.from) },
    { from: Math.max(span.from, excluded.to), to: span.to },
  ].filter(({ from, to }) => to > from);
}

function overlap(a: Span, b: Span): number {
  return Math.max(0, Math.min(a.to, b.to) - Math.max(a.from, b.from));
}
