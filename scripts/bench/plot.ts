import type { Row } from './rows';

const WIDTH = 720;
const HEIGHT = 430;
const BOX = { left: 70, right: 560, top: 20, bottom: 370 };
/** The programs that are drawn, and the colors of their lines: readable on white and on black. */
const COLOURS = { jobs: '#3b82f6', charts: '#ea7317', servers: '#16a34a', pools: '#c026d3' };

const STYLE = `
  text { font: 13px sans-serif; fill: #1f2328; }
  .axis { stroke: #1f2328; }
  .grid { stroke: #8c959f; stroke-opacity: 0.35; }
  .sample { stroke: #1f2328; stroke-width: 2; }
  .line { fill: none; stroke-width: 2; }
  .plain { stroke-dasharray: 5 4; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .axis, .sample { stroke: #e6edf3; }
  }`;

/** Time over size, both logarithmic: a line as steep as the grid's diagonal is linear growth. */
export function plotOf(rows: readonly Row[]): string {
  const drawn = rows.filter(({ program }) => program in COLOURS);
  const times = drawn.flatMap(({ ours, plain }) => [ours.ms, ...(plain ? [plain.ms] : [])]);
  const x = scale([1, Math.max(...drawn.map(({ count }) => count))], BOX.left, BOX.right);
  const y = scale(
    [10 ** Math.floor(Math.log10(Math.min(...times))), 10 ** Math.ceil(Math.log10(Math.max(...times)))],
    BOX.bottom,
    BOX.top,
  );
  const line = (points: readonly (readonly [number, number])[], style: string) =>
    `<polyline class="line ${style}" points="${points.map(([count, ms]) => `${x(count)},${y(ms)}`).join(' ')}"`;
  const lines = Object.entries(COLOURS).flatMap(([program, color], index) => {
    const own = drawn.filter((row) => row.program === program);
    const level = BOX.top + 22 * (index + 1);
    return [
      `${line(
        own.map(({ count, ours }) => [count, ours.ms]),
        '',
      )} stroke="${color}" />`,
      `${line(
        own.flatMap(({ count, plain }) => (plain ? [[count, plain.ms] as const] : [])),
        'plain',
      )} stroke="${color}" />`,
      ...own.map(({ count, ours }) => `<circle cx="${x(count)}" cy="${y(ours.ms)}" r="3" fill="${color}" />`),
      `<line class="line" x1="580" x2="610" y1="${level - 4}" y2="${level - 4}" stroke="${color}" />`,
      `<text x="618" y="${level}">${program}</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">`,
    '<title>Time of synthesis over the size of the program, trainyard and plain engines</title>',
    `<style>${STYLE}\n</style>`,
    ...decades(x, BOX.left, BOX.right).flatMap(([value, at]) => [
      `<line class="grid" x1="${at}" x2="${at}" y1="${BOX.top}" y2="${BOX.bottom}" />`,
      `<text x="${at}" y="${BOX.bottom + 20}" text-anchor="middle">${value}</text>`,
    ]),
    ...decades(y, BOX.top, BOX.bottom).flatMap(([value, at]) => [
      `<line class="grid" x1="${BOX.left}" x2="${BOX.right}" y1="${at}" y2="${at}" />`,
      `<text x="${BOX.left - 8}" y="${at + 4}" text-anchor="end">${value}</text>`,
    ]),
    `<path class="axis" fill="none" d="M${BOX.left} ${BOX.top}V${BOX.bottom}H${BOX.right}" />`,
    `<text x="${(BOX.left + BOX.right) / 2}" y="${HEIGHT - 14}" text-anchor="middle">number of jobs, charts, servers or pools</text>`,
    `<text transform="translate(18 ${(BOX.top + BOX.bottom) / 2}) rotate(-90)" text-anchor="middle">time in milliseconds</text>`,
    ...lines,
    '<line class="sample" x1="580" x2="610" y1="156" y2="156" />',
    '<text x="618" y="160">trainyard</text>',
    '<line class="sample plain" x1="580" x2="610" y1="178" y2="178" />',
    '<text x="618" y="182">plain</text>',
    '</svg>',
    '',
  ].join('\n');
}

/** Places a value between two points of the drawing, by its logarithm. */
function scale([from, to]: readonly [number, number], start: number, end: number): (value: number) => number {
  const part = (value: number) => Math.log10(value / from) / Math.log10(to / from);
  return (value) => Math.round(start + part(value) * (end - start));
}

/** The powers of ten that stand on an axis, and where. */
function decades(place: (value: number) => number, least: number, most: number): [value: number, at: number][] {
  return [1, 10, 100, 1000, 10_000, 100_000]
    .map((value): [number, number] => [value, place(value)])
    .filter(([, at]) => at >= least && at <= most);
}
