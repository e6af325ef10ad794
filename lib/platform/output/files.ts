import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from './native';

/** The content of a file, and its permissions if they are not the usual ones. */
export interface OutputFile {
  readonly content: string | Buffer;
  readonly mode?: number;
}

/** Files by their paths below a folder. */
export type OutputFiles = ReadonlyMap<string, OutputFile>;

/** The beginning of all temporary names. No other files begin so, so leftovers of a killed run can be deleted. */
const TEMPORARY = '.trainyard-';

/** A unique name beside the final one, on the same file system. */
export function temporaryIn(folder: string): string {
  return join(folder, `${TEMPORARY}${randomUUID()}`);
}

/** Whether a name is one of a temporary file or folder. */
export function isTemporary(name: string): boolean {
  return name.startsWith(TEMPORARY);
}

/** Deletes what killed runs left in a folder. */
export function removeLeftovers(folder: string): void {
  for (const name of namesIn(folder)) if (isTemporary(name)) remove(join(folder, name));
}

/** Deletes a temporary file or folder. What cannot be deleted now is deleted by a later run. */
export function remove(path: string): void {
  try {
    // Most are in place by now, under another name. To look is faster: Node loads code to delete whole folders.
    if (existsSync(path)) rmSync(path, { recursive: true, force: true });
  } catch {
    // Nothing is lost: the output is already in place.
  }
}

/** The names in a folder; none if there is no folder. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** Everything below a folder but folders that are not empty, by relative paths, sorted. Temporary files are left out. */
export function entriesIn(folder: string): string[] {
  return below(folder, '').sort();
}

function below(folder: string, path: string): string[] {
  try {
    return readdirSync(join(folder, path), { withFileTypes: true })
      .filter(({ name }) => !isTemporary(name))
      .flatMap((entry) => {
        const child = join(path, entry.name);
        const inner = entry.isDirectory() ? below(folder, child) : [];
        return inner.length > 0 ? inner : [child];
      });
  } catch (error) {
    if (path === '' && codeOf(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The files below a folder. */
export function readFiles(folder: string): Map<string, OutputFile> {
  const files = entriesIn(folder).filter((path) => statSync(join(folder, path)).isFile());
  return new Map(
    files.map((path) => {
      const file = join(folder, path);
      return [path, { content: readFileSync(file), mode: statSync(file).mode & 0o777 }];
    }),
  );
}

/** Writes files into a folder; a file that is unchanged in `old` becomes a link to it. */
export function writeFiles(folder: string, files: OutputFiles, old?: { folder: string; unchanged: Set<string> }): void {
  const made = new Set<string>();
  for (const [path, { content, mode }] of files) {
    const file = join(folder, path);
    makeFolderOf(file, made);
    if (old?.unchanged.has(path)) carry(join(old.folder, path), file);
    else writeFileSync(file, content, { encoding: 'utf8', mode, flag: 'wx' });
  }
}

/** Gives entries of one folder to another one too. */
export function carryAll(from: string, to: string, paths: readonly string[]): void {
  const made = new Set<string>();
  for (const path of paths) {
    const file = join(to, path);
    makeFolderOf(file, made);
    carry(join(from, path), file);
  }
}

function makeFolderOf(file: string, made: Set<string>): void {
  const parent = dirname(file);
  if (!made.has(parent)) mkdirSync(parent, { recursive: true });
  made.add(parent);
}

/** A hard link is a cheap copy that stays the same file. Synthesis replaces files and never writes into them. */
function carry(from: string, to: string): void {
  const entry = lstatSync(from);
  if (entry.isDirectory()) mkdirSync(to);
  else if (entry.isSymbolicLink()) symlinkSync(readlinkSync(from), to);
  else if (entry.isFile()) linkOrCopy(from, to);
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'EEXIST') throw error;
    copyFileSync(from, to);
  }
}

/** Whether a file has a content. */
export function hasContent(path: string, { content }: OutputFile): boolean {
  try {
    return readFileSync(path).equals(typeof content === 'string' ? Buffer.from(content) : content);
  } catch {
    return false;
  }
}
