/** Runs a program once and prints its time and the process's highest memory. */
export function measured(program: () => void): void {
  const start = process.hrtime.bigint();
  program();
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  process.stdout.write(JSON.stringify({ ms, peakMb: process.resourceUsage().maxRSS / 1024 }));
}
