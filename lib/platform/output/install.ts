import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withFileProblems } from './file-problems';
import { isTemporary, namesIn, removeLeftovers, temporaryIn, type OutputFiles } from './files';
import { folderChange } from './folder-change';
import { ownFilesIn, programOf } from './own-files';

/** A folder of the output: that of the manifests, or of the stacks. */
export interface OutputFolder {
  /** The folder as the user wrote it. */
  readonly folder: string;
  /** The folder in it with a folder for each stack. @default - the folder itself, with a folder for each deployment */
  readonly inner?: string;
  /** The files of each deployment or stack, by name. */
  readonly parts: ReadonlyMap<string, OutputFiles>;
  /** Files that all programs share: cdktf's list of the stacks. @default - none */
  readonly shared?: OutputFiles;
}

/**
 * Writes the output of a synthesis. All files are written to temporary folders before the first one changes, and then
 * moved. Files that synthesis did not write stay.
 *
 * @returns the paths of the files
 */
export function install(outputs: readonly OutputFolder[]): string[] {
  const folders = [...new Set(outputs.map(({ folder }) => folder))];
  withFileProblems(folders, () => {
    for (const folder of folders) removeLeftovers(join(folder));
    const prepared = outputs.map((output) => ({ output, temporary: temporaryIn(output.folder) }));
    try {
      const changes = prepared.flatMap(({ output, temporary }) => changesOf(output, temporary));
      for (const change of changes) change();
    } finally {
      for (const { temporary } of prepared) rmSync(temporary, { recursive: true, force: true });
    }
  });
  return outputs.flatMap(pathsOf).sort();
}

function changesOf({ folder, inner = '', parts, shared }: OutputFolder, temporary: string): (() => void)[] {
  const place = join(folder, inner);
  mkdirSync(place, { recursive: true });
  const program = programOf(folder);
  const isGone = (name: string) => !parts.has(name) && ownFilesIn(join(place, name)).program === program;
  const gone = namesIn(place).filter((name) => !isTemporary(name) && isGone(name));
  const wanted = new Map([...parts, ...gone.map((name): [string, OutputFiles] => [name, new Map()])]);
  return [
    ...[...wanted].map(([name, files]) => folderChange(join(place, name), files, join(temporary, name), program)),
    ...(shared ? [folderChange(join(folder), shared, join(temporary, 'shared'))] : []),
  ];
}

function pathsOf({ folder, inner = '', parts, shared = new Map() }: OutputFolder): string[] {
  const paths = [...parts].flatMap(([name, files]) => [...files.keys()].map((path) => join(inner, name, path)));
  return [...paths, ...shared.keys()].map((path) => join(folder, path));
}

/** `cdk8s synth` looks for the manifests in its own folder, which it deletes before it runs the program. */
export function copyForCdk8s({ folder, parts }: OutputFolder): void {
  const copy = process.env.CDK8S_OUTDIR;
  if (copy === undefined || resolve(copy) === resolve(folder)) return;
  for (const name of parts.keys()) cpSync(join(folder, name), join(copy, name), { recursive: true });
}
