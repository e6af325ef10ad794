import { formatProblemAt } from '../core/problems/errors';
import { problem } from '../core/problems/problem';

/** The names of the deployments of each platform that nobody has synthesized yet. */
const WAITING = new Set<readonly string[]>();

/** Says at the end of the process which deployments were never synthesized. A process that failed has said why. */
export function awaitSynthesis(names: readonly string[]): void {
  if (WAITING.size === 0) process.once('exit', sayUnwritten);
  WAITING.add(names);
}

export function isSynthesized(names: readonly string[]): void {
  WAITING.delete(names);
  if (WAITING.size === 0) process.off('exit', sayUnwritten);
}

/** Called when the process ends. */
export function sayUnwritten(exitCode: number): void {
  const names = [...new Set([...WAITING].flat())];
  if (exitCode !== 0 || names.length === 0) return;
  const message = `nobody synthesized ${names.join(', ')}, so no file was written`;
  const fix = 'call platform.synth(), or give the program to Platform.run';
  process.stderr.write(
    `warning: ${formatProblemAt({ path: 'new Platform', ...problem('not-synthesized', message, fix) })}\n`,
  );
}
