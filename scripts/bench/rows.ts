import type { Measure } from './measured';

/** A line of the table. */
export interface Row {
  readonly program: string;
  readonly count: number;
  readonly ours: Measure;
  /** @default - there is no plain program, as nothing is written */
  readonly plain?: Measure & { readonly ratio: number };
  /** @default - nothing is written */
  readonly limit?: Measure;
}

/** How many of each are measured: the last is twice the one before, which shows how the time grows. */
export const SIZES: Readonly<Record<string, readonly number[]>> = {
  jobs: [1, 100, 500, 1000],
  pods: [5000, 10_000],
  charts: [1, 100, 500, 1000],
  servers: [1, 100, 500, 1000],
  pools: [1, 100, 500, 1000],
  deployments: [1, 25, 50],
  'jobs refused at synthesis': [500, 1000],
  'jobs refused where they are written': [500, 1000],
};

/** Two of each: enough to see that all programs run, not to quote a figure. */
export const SMALL_SIZES: typeof SIZES = Object.fromEntries(
  Object.keys(SIZES).map((program) => [program, program === 'pods' ? [100, 200] : [1, 2]]),
);

const HEAD = [
  'program',
  'trainyard ms',
  'plain ms',
  'ratio',
  'limit ms',
  'n to 2n',
  'plain n to 2n',
  'trainyard MB',
  'plain MB',
];

export function tableOf(rows: readonly Row[]): string[] {
  return [lineOf(HEAD), lineOf(HEAD.map(() => '---')), ...rows.map((row) => lineOf(cellsOf(row, halfOf(row, rows))))];
}

/** The row of the same program with half as many. */
function halfOf({ program, count }: Row, rows: readonly Row[]): Row | undefined {
  return rows.find((each) => count > 0 && each.program === program && each.count * 2 === count);
}

function cellsOf({ program, count, ours, plain, limit }: Row, half?: Row): string[] {
  return [
    count === 0 ? program : `${count} ${program}`,
    ours.ms.toFixed(0),
    plain?.ms.toFixed(0) ?? '',
    plain?.ratio.toFixed(2) ?? '',
    limit?.ms.toFixed(0) ?? '',
    half ? (ours.ms / half.ours.ms).toFixed(2) : '',
    half?.plain && plain ? (plain.ms / half.plain.ms).toFixed(2) : '',
    Number.isNaN(ours.peakMb) ? '' : ours.peakMb.toFixed(0),
    plain === undefined || Number.isNaN(plain.peakMb) ? '' : plain.peakMb.toFixed(0),
  ];
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
