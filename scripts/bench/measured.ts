/** The time of a program, and the highest memory of its process. */
export interface Measure {
  readonly ms: number;
  readonly peakMb: number;
}

/** Runs a program once and prints its measure as the last line. */
export function measured(program: () => void): void {
  const start = process.hrtime.bigint();
  program();
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  const measure: Measure = { ms, peakMb: process.resourceUsage().maxRSS / 1024 };
  process.stdout.write(`\n${JSON.stringify(measure)}`);
}
