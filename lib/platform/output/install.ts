import { mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { keepLastGood, showToCdk8s } from './cdk8s-folder';
import type { Change } from './change';
import { fileChange } from './file-change';
import { withFileProblems } from './file-problems';
import { isTemporary, namesIn, removeLeftovers, type OutputFile, type OutputFiles } from './files';
import { folderChange } from './folder-change';
import { locked } from './lock';
import { codeOf } from './native';
import { ownFilesIn, programOf } from './own-files';
import { uninterrupted } from './signals';

/** The output of a synthesis. */
export interface Output {
  /** The files of each deployment. @default - manifests are not written */
  readonly manifests?: { readonly folder: string; readonly deployments: ReadonlyMap<string, OutputFiles> };
  /** The files of all stacks, and cdktf's list of the stacks. @default - stacks are not written */
  readonly stacks?: { readonly folder: string; readonly files: OutputFiles };
}

/** Another program may delete a folder while this one writes it: `cdk8s synth`, for one. */
const ATTEMPTS = 5;

/**
 * Puts the output of a synthesis in place. The folder of a deployment changes in one step, and so does each file of a
 * stack. Files that synthesis did not write stay.
 *
 * @returns the paths of the files
 */
export function install(output: Output): string[] {
  const { manifests, stacks } = output;
  const folders = [...new Set([stacks?.folder, manifests?.folder])].filter((folder) => folder !== undefined);
  uninterrupted(() => {
    withFileProblems(folders, () => {
      attempt(() => {
        locked(folders.map(rootOf), () => {
          write(output);
        });
      }, ATTEMPTS);
    });
  });
  return [
    ...[...(stacks?.files.keys() ?? [])].map((path) => join(stacks?.folder ?? '', path)).sort(),
    ...[...(manifests?.deployments ?? [])]
      .flatMap(([name, files]) => [...files.keys()].map((path) => join(manifests?.folder ?? '', name, path)))
      .sort(),
  ];
}

/** The real path of a folder, which is made if it is missing. */
function rootOf(folder: string): string {
  const path = resolve(folder);
  mkdirSync(path, { recursive: true });
  return realpathSync(path);
}

function write({ manifests, stacks }: Output): void {
  if (stacks) {
    const all = join(rootOf(stacks.folder), 'stacks');
    for (const folder of [dirname(all), ...namesIn(all).map((name) => join(all, name))]) removeLeftovers(folder);
  }
  if (manifests) removeLeftovers(rootOf(manifests.folder));
  applyAll(changesOf({ manifests, stacks }));
  if (!manifests) return;
  keepLastGood(manifests.folder);
  showToCdk8s(manifests.folder, manifests.deployments.keys());
}

function attempt(act: () => void, attempts: number): void {
  try {
    act();
  } catch (error) {
    if (attempts <= 1 || codeOf(error) !== 'ENOENT') throw error;
    attempt(act, attempts - 1);
  }
}

/** Prepares all changes before the first is applied. */
function applyAll(changes: Iterable<Change | undefined>): void {
  const prepared: Change[] = [];
  try {
    for (const change of changes) if (change) prepared.push(change);
    for (const change of prepared) change.apply();
  } finally {
    for (const change of prepared) change.cleanUp();
  }
}

function* changesOf({ manifests, stacks }: Output): Generator<Change | undefined> {
  if (stacks) yield* stackChanges(rootOf(stacks.folder), stacks.files);
  if (manifests) yield* deploymentChanges(rootOf(manifests.folder), manifests.deployments);
}

/** The folders of the deployments, and those of earlier deployments of this program, which go. */
function* deploymentChanges(root: string, deployments: ReadonlyMap<string, OutputFiles>) {
  const program = programOf(root);
  for (const [name, files] of deployments) yield folderChange(join(root, name), files, program);
  for (const name of goneFrom(root, deployments, program)) yield folderChange(join(root, name), new Map(), program);
}

/** The files of the stacks, then cdktf's list of the stacks, then earlier stacks, which go. */
function* stackChanges(root: string, files: OutputFiles) {
  const folder = join(root, 'stacks');
  const program = programOf(root);
  const stacks = new Map<string, Map<string, OutputFile>>();
  const others = new Map<string, OutputFile>();
  for (const [path, file] of files) {
    const [, name = '', inner = ''] = /^stacks[/\\]([^/\\]+)[/\\](.+)$/.exec(path) ?? [];
    const stack = stacks.get(name) ?? new Map<string, OutputFile>();
    if (inner === '') others.set(path, file);
    else stacks.set(name, stack.set(inner, file));
  }
  for (const [name, own] of stacks) yield fileChange(join(folder, name), own, program);
  yield fileChange(root, others);
  for (const name of goneFrom(folder, stacks, program)) yield fileChange(join(folder, name), new Map(), program);
}

/** The folders of this program that it does not write any more. Those that it is building beside them are its own too. */
function goneFrom(root: string, kept: ReadonlyMap<string, unknown>, program: string): string[] {
  const isGone = (name: string) => !kept.has(name) && ownFilesIn(join(root, name)).program === program;
  return namesIn(root).filter((name) => !isTemporary(name) && isGone(name));
}
