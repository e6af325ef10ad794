import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { isAbsolute, join, normalize, relative } from 'node:path';
import type { OutputFile } from './files';

/** The list of the files that synthesis wrote into a folder. kubectl and GitOps tools read no file of this name. */
export const OWN_LIST = '.trainyard';

/** The files of a folder that synthesis wrote, and the program that wrote them last. */
export interface OwnFiles {
  readonly program: string;
  readonly files: ReadonlySet<string>;
}

const NONE: OwnFiles = { program: '', files: new Set() };

/** What a folder's list says. Without a list, no file is ours. */
export function ownFilesIn(folder: string): OwnFiles {
  const path = join(folder, OWN_LIST);
  if (!existsSync(path)) return NONE;
  const [program = '', ...files] = readFileSync(path, 'utf8').trimEnd().split('\n');
  return { program, files: new Set([OWN_LIST, ...files.filter(isBelow)]) };
}

/** The list as a file: the program, then a path in each line. */
export function ownList(program: string, files: Iterable<string>): OutputFile {
  return { content: [program, ...[...files].sort(), ''].join('\n') };
}

/** A list that somebody changed must not lead out of its folder. */
function isBelow(path: string): boolean {
  return path !== '' && !isAbsolute(path) && !normalize(path).startsWith('..');
}

/**
 * Tells programs apart that share a folder: by their main module, as seen from the folder, and their arguments. A program
 * deletes the files that it no longer writes, and not those of another program.
 */
export function programOf(folder: string): string {
  const [, main = '', ...args] = process.argv;
  const place = relative(folder, existsSync(main) ? realpathSync(main) : main);
  return createHash('sha256')
    .update(JSON.stringify([place, ...args]))
    .digest('hex')
    .slice(0, 16);
}
