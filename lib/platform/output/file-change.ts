import { lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Change } from './change';
import { hasContent, remove, temporaryIn, type OutputFile, type OutputFiles } from './files';
import { OWN_LIST, ownFilesIn, ownList } from './own-files';

/**
 * Replaces files of a folder one by one, each in one step. The folder itself stays, since other programs work in it:
 * Terraform in the folder of a stack.
 *
 * @param program the owner of the files. @default - the files are not listed, and no older ones are deleted
 */
export function fileChange(folder: string, files: OutputFiles, program?: string): Change {
  const known = ownFilesIn(folder);
  const stale = program === undefined ? [] : [...known.files].filter((path) => path !== OWN_LIST && !files.has(path));
  const changed = [...files].filter(([path, file]) => !hasContent(join(folder, path), file));
  const lists = program === undefined ? [] : listsOf(program, files, stale);
  const prepared: { temporary: string; path: string }[] = [];
  const prepare = (path: string, { content, mode }: OutputFile) => {
    const temporary = temporaryIn(folder);
    prepared.push({ temporary, path });
    refuseFolder(join(folder, path));
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(temporary, content, { mode, flag: 'wx' });
    return () => {
      renameSync(temporary, join(folder, path));
    };
  };
  const cleanUp = () => {
    for (const { temporary } of prepared) remove(temporary);
  };
  try {
    // The list names a file as long as it may be there.
    const [before, after] = lists.map((list) =>
      hasContent(join(folder, OWN_LIST), list) ? undefined : prepare(OWN_LIST, list),
    );
    const moves = changed.map(([path, file]) => prepare(path, file));
    return {
      apply: () => {
        before?.();
        for (const move of moves) move();
        for (const path of stale) removeWithFolders(folder, path);
        after?.();
        if (files.size === 0) removeWithFolders(folder, OWN_LIST);
      },
      cleanUp,
    };
  } catch (error) {
    cleanUp();
    throw error;
  }
}

/** A folder that has the name of a file fails here, before anything is changed. */
function refuseFolder(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) readFileSync(path);
}

/** The list while files change, and the list after that, if it is another. */
function listsOf(program: string, files: OutputFiles, stale: readonly string[]): OutputFile[] {
  const all = ownList(program, [...files.keys(), ...stale]);
  return stale.length === 0 ? [all] : [all, ownList(program, files.keys())];
}

/** Deletes a file, and the folders that are empty without it. */
function removeWithFolders(folder: string, path: string): void {
  rmSync(join(folder, path), { force: true });
  for (let at = dirname(join(folder, path)); at.startsWith(folder) && readdirSync(at).length === 0; at = dirname(at)) {
    rmdirSync(at);
  }
}
