import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SynthesisError } from '../../core/problems/errors';
import { problem, type Problem } from '../../core/problems/problem';
import { withFileProblems } from './file-problems';
import { tryLock } from './native';

const LONGEST_WAIT_MS = 60_000;
const PAUSE_MS = 20;

/**
 * Does something while no other program of this user on this machine changes the same folders.
 *
 * @param wait milliseconds that another program may take
 * @throws SynthesisError if it takes longer
 */
export function locked<T>(folders: readonly string[], act: () => T, wait = LONGEST_WAIT_MS): T {
  const held: number[] = [];
  try {
    // In one order, so that two programs never wait for each other.
    for (const folder of [...new Set(folders)].sort()) held.push(lockOf(folder, wait));
    return act();
  } finally {
    for (const descriptor of held) closeSync(descriptor);
  }
}

/** The lock is outside of the folder: `cdk8s synth` deletes the folder, and people list and commit it. */
function lockOf(folder: string, wait: number): number {
  // The user may have no name, as in a container. Windows has no numbers of users.
  const place = join(tmpdir(), `trainyard-locks-${process.getuid?.() ?? -1}`);
  const descriptor = withFileProblems([tmpdir()], () => {
    mkdirSync(place, { recursive: true, mode: 0o700 });
    return openSync(join(place, createHash('sha256').update(folder).digest('hex')), 'a', 0o600);
  });
  const end = Date.now() + wait;
  while (!tryLock(descriptor)) {
    if (Date.now() > end) {
      closeSync(descriptor);
      throw new SynthesisError([{ path: 'platform.synth', ...lockedProblem(folder, wait) }]);
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
  return descriptor;
}

function lockedProblem(folder: string, wait: number): Problem {
  return problem(
    'output-folder',
    `another program has been writing to ${JSON.stringify(folder)} for ${wait / 1000} seconds`,
    'end that program, or wait for its end; then synthesize again',
  );
}
