import { randomUUID } from 'node:crypto';
import { cpSync, existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** A unique path for a temporary folder. The caller makes and removes the folder. */
export function scratchFolder(): string {
  return join(tmpdir(), `trainyard-${randomUUID()}`);
}

/** All files below a folder, relative to it, sorted. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/**
 * Replaces old files by new ones. Each file is whole at any moment, and other files stay.
 *
 * @param stale whether a file that is not written again is of an earlier synthesis, and goes
 * @returns the paths of the files written
 */
export function install(from: string, to: string, stale: (file: string) => boolean): string[] {
  const files = filesIn(from);
  for (const file of files) {
    const target = join(to, file);
    mkdirSync(dirname(target), { recursive: true });
    move(join(from, file), target);
  }
  for (const file of filesIn(to)) {
    if (!files.includes(file) && stale(file)) rmSync(join(to, file));
  }
  return files.map((file) => join(to, file));
}

function move(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch {
    // On another file system, the copy gets its name when it is whole.
    cpSync(from, `${to}.next`);
    renameSync(`${to}.next`, to);
  }
}

/**
 * The copy of a folder's last good content, beside the folder. `cdk8s synth` deletes the folder before it runs the
 * program, so the copy is put back if the program fails.
 */
function lastGood(folder: string): string {
  return join(dirname(folder), `.${basename(folder)}.last-good`);
}

export function keepLastGood(folder: string): void {
  const next = `${lastGood(folder)}.next`;
  rmSync(next, { recursive: true, force: true });
  for (const file of filesIn(folder)) {
    mkdirSync(dirname(join(next, file)), { recursive: true });
    link(join(folder, file), join(next, file));
  }
  rmSync(lastGood(folder), { recursive: true, force: true });
  if (existsSync(next)) renameSync(next, lastGood(folder));
}

/** A hard link is a cheap copy. It is safe because synthesis replaces files and never writes into them. */
function link(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    cpSync(from, to);
  }
}

/** Puts the last good content back if the folder is gone. */
export function restoreLastGood(folder: string): void {
  if (!existsSync(folder) && existsSync(lastGood(folder))) {
    cpSync(lastGood(folder), folder, { recursive: true });
  }
}

/** The folder is restored however the program ends, also if its modules fail to load. */
const deletedByCdk8s = process.env.CDK8S_OUTDIR;
if (deletedByCdk8s !== undefined) {
  process.once('exit', () => {
    restoreLastGood(deletedByCdk8s);
  });
}

export function read(folder: string, file: string): string {
  return readFileSync(join(folder, file), 'utf8');
}
