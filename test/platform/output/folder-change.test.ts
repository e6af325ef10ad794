import { mkdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { OutputFiles } from '../../../lib/platform/output/files';
import { folderChange } from '../../../lib/platform/output/folder-change';
import { entriesIn } from '../../support/entries';
import { output } from '../programs';

function files(...paths: string[]): OutputFiles {
  return new Map(paths.map((path) => [path, { content: `new ${path}` }]));
}

function prepare(folder: string, wanted: OutputFiles): () => void {
  return folderChange(folder, wanted, `${folder}-temporary`, 'program');
}

/** Makes one change at once. */
function change(folder: string, wanted: OutputFiles): void {
  prepare(folder, wanted)();
  rmSync(`${folder}-temporary`, { recursive: true, force: true });
}

test('a folder gets its new files, loses its old ones and keeps files that synthesis did not write', () => {
  const { folder } = output();
  const target = join(folder, 'dev');
  change(target, files('a', 'b/c', 'd/e'));
  writeFileSync(join(target, 'b/mine'), 'mine');
  change(target, files('a', 'f/g'));
  expect(entriesIn(folder)).toEqual(['dev/.trainyard', 'dev/a', 'dev/b/mine', 'dev/f/g']);
  expect(readFileSync(join(target, '.trainyard'), 'utf8')).toBe('program\na\nf/g\n');
  change(target, new Map());
  expect(entriesIn(folder)).toEqual(['dev/b/mine']);
});

test('a folder with files of synthesis alone goes as a whole', () => {
  const { folder } = output();
  change(join(folder, 'dev'), files('a', 'b/c'));
  change(join(folder, 'dev'), new Map());
  expect(entriesIn(folder)).toEqual([]);
});

test('files of ours that somebody deleted, folders and all, are no trouble', () => {
  const { folder } = output();
  change(join(folder, 'dev'), files('a', 'b/c/d', 'e/f'));
  rmSync(join(folder, 'dev/b'), { recursive: true });
  rmSync(join(folder, 'dev/e'), { recursive: true });
  change(join(folder, 'dev'), files('a', 'e/f'));
  expect(entriesIn(folder)).toEqual(['dev/.trainyard', 'dev/a', 'dev/e/f']);
});

test('until a change is made, the folder is the old one', () => {
  const { folder } = output();
  const target = join(folder, 'dev');
  change(target, files('a'));
  prepare(target, files('b'));
  expect(entriesIn(target)).toEqual(['.trainyard', 'a']);
});

test('a file that somebody writes after the change was prepared is kept', () => {
  const { folder } = output();
  const target = join(folder, 'dev');
  change(target, files('a'));
  const make = prepare(target, files('b'));
  mkdirSync(join(target, 'late'));
  writeFileSync(join(target, 'late/file'), 'mine');
  make();
  expect(entriesIn(target)).toEqual(['.trainyard', 'b', 'late/file']);
});

test('files that do not change stay the same files', () => {
  const { folder } = output();
  change(join(folder, 'dev'), files('a', 'b'));
  const before = statSync(join(folder, 'dev/a')).ino;
  change(join(folder, 'dev'), files('a', 'c'));
  expect(statSync(join(folder, 'dev/a')).ino).toBe(before);
});

test('what somebody changed in a file of ours is put right', () => {
  const { folder } = output();
  change(join(folder, 'dev'), files('a', 'b'));
  writeFileSync(join(folder, 'dev/a'), 'changed');
  change(join(folder, 'dev'), files('a', 'b'));
  expect(readFileSync(join(folder, 'dev/a'), 'utf8')).toBe('new a');
});

test('what a killed run left half done is put right, though the next run writes other files', () => {
  const { folder } = output();
  const target = join(folder, 'dev');
  change(target, files('a', 'b'));
  // The second file cannot be moved, as if the run were killed there.
  const make = prepare(target, files('c', 'd'));
  rmSync(join(folder, 'dev-temporary/d'));
  expect(make).toThrow('ENOENT');
  expect(entriesIn(target)).toEqual(['.trainyard', 'a', 'b', 'c']);
  rmSync(join(folder, 'dev-temporary'), { recursive: true });
  change(target, files('e'));
  expect(entriesIn(folder)).toEqual(['dev/.trainyard', 'dev/e']);
});

test('a deployment that is a link to another folder changes there', () => {
  const { folder } = output();
  mkdirSync(join(folder, 'elsewhere/dev'), { recursive: true });
  symlinkSync(join(folder, 'elsewhere/dev'), join(folder, 'dev'));
  change(join(folder, 'dev'), files('a'));
  change(join(folder, 'dev'), files('b'));
  expect(entriesIn(folder)).toEqual(['dev', 'elsewhere/dev/.trainyard', 'elsewhere/dev/b']);
});
