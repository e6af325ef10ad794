import { createRequire } from 'node:module';

/** Exchanges two folders in one step, as Node cannot. @returns whether this system and this file system can */
export function exchange(one: string, other: string): boolean {
  try {
    call('swapSync', one, other);
    return true;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') throw error;
    return false;
  }
}

/**
 * Tries to lock a file for this process. The system frees the lock when the process ends, however it ends.
 *
 * @returns false if another process holds the lock. Where there are no locks, every process gets it.
 */
export function tryLock(descriptor: number): boolean {
  try {
    return call('tryLock', descriptor) !== false;
  } catch {
    return true;
  }
}

/** The code of an error of the operating system, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** Loaded on first use: most runs change no folder that is already there. */
function call(name: string, ...args: readonly unknown[]): unknown {
  const library: unknown = createRequire(__filename)('fs-native-extensions');
  const member: unknown = typeof library === 'object' && library !== null ? Reflect.get(library, name) : undefined;
  if (typeof member !== 'function') throw new Error(`fs-native-extensions has no ${name}`);
  return Reflect.apply(member, undefined, args);
}
