import { existsSync, realpathSync } from 'node:fs';
import { resolve, sep } from 'node:path';
import { SynthesisError } from '../../core/problems/errors';
import { problem, type Problem } from '../../core/problems/problem';
import { codeOf } from './native';

/** What is wrong with a folder, and what to do, by the code of the operating system. */
const REASONS: Readonly<Record<string, readonly [what: string, fix: string]>> = {
  EACCES: ['this user may not write there', 'give this user the right to write there, or name another folder'],
  EPERM: ['this user may not write there', 'give this user the right to write there, or name another folder'],
  EROFS: ['its file system is read-only', 'name a folder on a file system that can be written'],
  ENOSPC: ['its file system is full', 'free some space, or name a folder on another file system'],
  EDQUOT: ["this user's share of its file system is full", 'free some space, or name a folder on another file system'],
  ENOTDIR: ['a file has the name of a folder', 'move that file away, or name another folder'],
  EEXIST: ['a file has the name of a folder', 'move that file away, or name another folder'],
  EISDIR: ['a folder has the name of a file', 'move that folder away, or name another folder'],
  ENOENT: ['it, or a folder that leads there, is gone', 'see that no other program deletes it, and synthesize again'],
  ELOOP: ['its links lead to each other', 'mend the links, or name another folder'],
  ENAMETOOLONG: ['its path is too long', 'name a folder with a shorter path'],
};

/**
 * Does something with folders. An error of the file system there becomes a problem that names the folder.
 *
 * @param folders the folders as the user names them
 */
export function withFileProblems<T>(folders: readonly string[], act: () => T): T {
  try {
    return act();
  } catch (error) {
    const code = codeOf(error);
    if (code === undefined || !(error instanceof Error) || !('syscall' in error)) throw error;
    const path = 'path' in error && typeof error.path === 'string' ? error.path : undefined;
    const there = path === undefined ? folders : folders.filter((folder) => isBelow(path, folder));
    // Another library, or the program, may have failed to read a file of its own.
    if (there.length === 0) throw error;
    throw new SynthesisError([{ path: 'platform.synth', ...outputProblem(code, there) }]);
  }
}

function isBelow(path: string, folder: string): boolean {
  const places = [resolve(folder), existsSync(folder) ? realpathSync(folder) : resolve(folder)];
  return places.some((place) => `${resolve(path)}${sep}`.startsWith(place === sep ? sep : `${place}${sep}`));
}

/** @param code of the operating system, such as `ENOSPC` */
export function outputProblem(code: string, folders: readonly string[]): Problem {
  const [what, fix] = REASONS[code] ?? ['the system refuses it', 'see what its code means, or name another folder'];
  const shown = folders.map((folder) => JSON.stringify(folder)).join(' or ');
  return problem('output-folder', `${shown} cannot be written, because ${what} (${code})`, fix);
}
