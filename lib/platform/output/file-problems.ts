import { relative } from 'node:path';
import { problem, SynthesisError } from '../../core/problems';
import { codeOf } from './files';

const RIGHT = 'give this user the right to write there';
const AWAY = 'move what has that name away';

/** The fixes for a folder that cannot be written, by the error code of the operating system. */
const FIXES: Readonly<Record<string, string>> = {
  EACCES: RIGHT,
  EPERM: RIGHT,
  ENOSPC: 'free some space',
  ENOTDIR: AWAY,
  EEXIST: AWAY,
  EISDIR: AWAY,
};

/**
 * Runs work on folders. An error of the file system there becomes a problem that names the folder.
 *
 * @param folders the folders as the user wrote them
 */
export function withFileProblems<T>(folders: readonly string[], act: () => T): T {
  try {
    return act();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined || !(error instanceof Error) || !('syscall' in error)) throw error;
    const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
    const there = path === undefined ? folders : folders.filter((folder) => !relative(folder, path).startsWith('..'));
    // Another library, or the program, may have failed to read its own file.
    if (there.length === 0) throw error;
    const shown = there.map((folder) => JSON.stringify(folder)).join(' or ');
    const message = `${shown} cannot be written (${error.message})`;
    const fix = `${FIXES[code] ?? 'see what the system says'}, or name another folder`;
    throw new SynthesisError([{ path: 'platform.synth', ...problem('output-folder', message, fix) }]);
  }
}
