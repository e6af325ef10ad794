import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join, normalize, relative } from 'node:path';
import type { OutputFile } from './files';

/** The name of a folder's list of written files. kubectl and GitOps tools ignore files of this name. */
export const OWN_LIST = '.trainyard';

/** The files of a folder that synthesis wrote, and the program that wrote them last. */
export interface OwnFiles {
  readonly program?: string;
  readonly files: readonly string[];
}

/** The list of a folder. Without a list, no file is ours. */
export function ownFilesIn(folder: string): OwnFiles {
  const path = join(folder, OWN_LIST);
  if (!existsSync(path)) return { files: [] };
  const [program, ...files] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return { program, files: files.filter(isBelow) };
}

/** The text of a list: the program, then a path in each line. */
export function ownList(program: string, files: Iterable<string>): OutputFile {
  return { content: [program, ...[...files].sort(), ''].join('\n') };
}

/** True if a path is below its folder. Somebody may have changed the list. */
function isBelow(path: string): boolean {
  return path !== '' && !isAbsolute(path) && !normalize(path).startsWith('..');
}

/**
 * The identity of a program in a shared folder: its main module relative to the folder, and its arguments. A program
 * deletes only its own files that it no longer writes.
 */
export function programOf(folder: string): string {
  const [, main = '', ...args] = process.argv;
  const place = relative(folder, existsSync(main) ? realpathSync(main) : main);
  return createHash('sha256')
    .update(JSON.stringify([place, ...args]))
    .digest('hex')
    .slice(0, 16);
}
