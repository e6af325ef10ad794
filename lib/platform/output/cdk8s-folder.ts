import { cpSync, existsSync, readFileSync, renameSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { carryAll, entriesIn, remove, temporaryIn } from './files';
import { exchange } from './native';

// `cdk8s synth` deletes its output folder before it runs the program. So a copy of the folder is kept beside it, and put
// back as soon as this library is loaded. An output folder of cdk8s's own makes that unnecessary: docs/concepts.md.

/** The folder as `cdk8s synth` names it. */
const deleted = process.env.CDK8S_OUTDIR;
/** Whether the folder is a new one that nobody deleted, as under `cdk8s synth --stdout`. */
const isNew = deleted !== undefined && existsSync(deleted);
if (deleted !== undefined) restoreLastGood(deleted);

function lastGood(folder: string): string {
  return join(dirname(resolve(folder)), `.${basename(resolve(folder))}.last-good`);
}

/** Keeps a copy of a folder that `cdk8s synth` deletes. */
export function keepLastGood(folder: string): void {
  if (!isDeletedByCdk8s(folder)) return;
  const copy = temporaryIn(dirname(resolve(folder)));
  try {
    carryAll(folder, copy, entriesIn(folder));
    if (!existsSync(lastGood(folder)) || !exchange(copy, lastGood(folder))) {
      remove(lastGood(folder));
      renameSync(copy, lastGood(folder));
    }
  } finally {
    remove(copy);
  }
}

/** Puts the last good content back if the folder is gone. */
export function restoreLastGood(folder: string): void {
  if (existsSync(folder) || !existsSync(lastGood(folder))) return;
  const copy = temporaryIn(dirname(resolve(folder)));
  try {
    carryAll(lastGood(folder), copy, entriesIn(lastGood(folder)));
    renameSync(copy, folder);
  } catch {
    // Another program was faster, or synthesis will report why this folder cannot be written.
    remove(copy);
  }
}

/** `cdk8s synth` looks at its own folder for the manifests, where the program writes to another one. */
export function showToCdk8s(folder: string, deployments: Iterable<string>): void {
  const shown = process.env.CDK8S_OUTDIR;
  if (shown === undefined || resolve(shown) === resolve(folder)) return;
  for (const name of deployments) cpSync(join(folder, name), join(shown, name), { recursive: true });
}

function isDeletedByCdk8s(folder: string): boolean {
  const outdir = process.env.CDK8S_OUTDIR;
  if (outdir !== undefined) return resolve(outdir) === resolve(folder) && !isNew;
  if (existsSync(lastGood(folder))) return true;
  if (!existsSync('cdk8s.yaml')) return false;
  const [, output = 'dist'] = /^output:\s*["']?([^\s"'#]+)/m.exec(readFileSync('cdk8s.yaml', 'utf8')) ?? [];
  return resolve(output) === resolve(folder);
}
