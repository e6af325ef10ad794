import { accessSync, constants, existsSync, lstatSync, mkdirSync, realpathSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Change } from './change';
import { fileChange } from './file-change';
import { carryAll, entriesIn, hasContent, remove, temporaryIn, writeFiles, type OutputFiles } from './files';
import { codeOf, exchange } from './native';
import { OWN_LIST, ownFilesIn, ownList } from './own-files';

/**
 * Replaces a whole folder in one step: the new one is built beside it, with the files that synthesis did not write, and then takes its place.
 * Whoever is killed, or reads, at any moment finds the old folder or the new one.
 *
 * @param files no files to remove the folder
 * @param swap exchanges two folders, if it can
 * @returns nothing if the folder is already as it should be
 */
export function folderChange(folder: string, files: OutputFiles, program: string, swap = exchange): Change | undefined {
  // A link that leads nowhere fails here, before anything is changed: no folder can take its place.
  const target = lstatSync(folder, { throwIfNoEntry: false }) ? realpathSync(folder) : folder;
  const wanted: OutputFiles =
    files.size === 0 ? files : new Map([...files, [OWN_LIST, ownList(program, files.keys())]]);
  const own = ownFilesIn(target).files;
  const present = entriesIn(target);
  const isForeign = (path: string) => !own.has(path) && !wanted.has(path);
  const unchanged = new Set(
    present.filter((path) => {
      const file = wanted.get(path);
      return file && hasContent(join(target, path), file);
    }),
  );
  const foreign = present.filter(isForeign);
  if (unchanged.size === wanted.size && unchanged.size + foreign.length === present.length) return undefined;

  refuseReadOnly(target);
  const staged = temporaryIn(dirname(target));
  const isGone = wanted.size === 0 && foreign.length === 0;
  const cleanUp = () => {
    remove(staged);
  };
  try {
    writeFiles(staged, wanted, { folder: target, unchanged });
    carryAll(target, staged, foreign);
  } catch (error) {
    cleanUp();
    throw error;
  }
  return {
    apply: () => {
      if (isGone) renameSync(target, staged);
      else if (isMoved(staged, target) || swap(staged, target)) saveLateFiles(staged, target, isForeign);
      else {
        const change = fileChange(target, files, program);
        change.apply();
        change.cleanUp();
      }
    },
    cleanUp,
  };
}

/** A folder that is mounted read-only fails here, before anything is changed. */
function refuseReadOnly(folder: string): void {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    // Other codes do not decide: a folder without rights can be exchanged, and one that is missing made.
    if (codeOf(error) === 'EROFS') throw error;
  }
}

/** A folder takes the place of none, or of an empty one, by a plain rename. */
function isMoved(staged: string, target: string): boolean {
  try {
    renameSync(staged, target);
    return true;
  } catch (error) {
    // A mount point and a folder of a container image's layers cannot be renamed, but their files can be replaced.
    if (['ENOTEMPTY', 'EEXIST', 'EPERM', 'EBUSY', 'EXDEV'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
}

/** Somebody may have put a file into the old folder while the new one was built. Sockets and the like come here too. */
function saveLateFiles(old: string, target: string, isForeign: (path: string) => boolean): void {
  for (const path of entriesIn(old)) {
    if (!isForeign(path) || existsSync(join(target, path))) continue;
    mkdirSync(dirname(join(target, path)), { recursive: true });
    renameSync(join(old, path), join(target, path));
  }
}
