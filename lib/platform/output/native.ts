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
    // Of the whole file, for this process alone.
    return call('tryLock', descriptor, 0, 0, true) !== false;
  } catch (error) {
    return codeOf(error) !== 'EAGAIN';
  }
}

/** The code of an error of the operating system, such as `ENOENT`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function call(name: string, ...args: readonly unknown[]): unknown {
  const library = nativeLibrary();
  const member: unknown = typeof library === 'object' && library !== null ? Reflect.get(library, name) : undefined;
  if (typeof member !== 'function') throw new Error(`fs-native-extensions has no ${name}`);
  return Reflect.apply(member, undefined, args);
}

/**
 * The compiled library of this system, loaded on first use. The package's own search for it takes twenty times as long
 * as the library, so it comes second. Its functions are called with the same arguments on both ways.
 */
function nativeLibrary(): unknown {
  const load = createRequire(__filename);
  try {
    return load(`fs-native-extensions/prebuilds/${process.platform}-${process.arch}/fs-native-extensions.node`);
  } catch {
    return load('fs-native-extensions');
  }
}
