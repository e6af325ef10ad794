import { accessSync, constants, existsSync, mkdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasContent, namesIn, writeFile, type OutputFile, type OutputFiles } from './files';
import { OWN_LIST, ownFilesIn, ownList } from './own-files';

/**
 * Prepares the change of a folder by writing its new files to a temporary folder. Files that synthesis did not write stay.
 *
 * @param files the new files; an empty map deletes those of earlier runs
 * @param program the owner of the files. @default - the files are not listed, and no older ones are deleted
 * @returns a function that moves the files to their places, and deletes earlier files that are no longer written
 */
export function folderChange(folder: string, files: OutputFiles, temporary: string, program?: string): () => void {
  const after = program === undefined ? undefined : ownList(program, files.keys());
  if (after && !existsSync(folder)) {
    writeAll(temporary, [...files, [OWN_LIST, after]]);
    return () => {
      renameSync(temporary, folder);
    };
  }
  const stale = program === undefined ? [] : ownFilesIn(folder).files.filter((path) => !files.has(path));
  const changed = [...files].filter(([path, file]) => !hasContent(join(folder, path), file));
  const isListed = !after || hasContent(join(folder, OWN_LIST), after);
  if (stale.length + changed.length === 0 && isListed) return () => undefined;

  accessSync(folder, constants.W_OK);
  writeAll(temporary, changed);
  const move = (path: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    renameSync(join(temporary, path), join(folder, path));
  };
  const list = (paths: Iterable<string>) => {
    if (program === undefined) return;
    writeFile(join(temporary, OWN_LIST), ownList(program, paths));
    move(OWN_LIST);
  };
  return () => {
    // The list has a file for as long as it may exist, so that the run after a killed one deletes it.
    list([...files.keys(), ...stale]);
    for (const [path] of changed) move(path);
    for (const path of stale) removeWithFolders(folder, path);
    if (files.size === 0) removeWithFolders(folder, OWN_LIST);
    else list(files.keys());
  };
}

function writeAll(folder: string, files: Iterable<readonly [string, OutputFile]>): void {
  for (const [path, file] of files) writeFile(join(folder, path), file);
}

/** Deletes a file, and the folders that become empty. */
function removeWithFolders(folder: string, path: string): void {
  rmSync(join(folder, path), { force: true });
  for (let at = dirname(join(folder, path)); at.startsWith(folder) && namesIn(at).length === 0; at = dirname(at)) {
    if (existsSync(at)) rmdirSync(at);
  }
}
