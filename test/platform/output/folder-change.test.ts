import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entriesIn, type OutputFiles } from '../../../lib/platform/output/files';
import { folderChange } from '../../../lib/platform/output/folder-change';
import { output } from '../programs';

function files(...paths: string[]): OutputFiles {
  return new Map(paths.map((path) => [path, { content: `new ${path}` }]));
}

/** Makes one change at once. */
function change(folder: string, wanted: OutputFiles, swap?: () => boolean): void {
  const made = folderChange(folder, wanted, 'program', swap);
  made?.apply();
  made?.cleanUp();
}

const cannot = () => false;

test.each([
  ['in one step', undefined],
  ['file by file, where folders cannot be exchanged', cannot],
])('a folder gets its new files, loses its old ones and keeps files that synthesis did not write, %s', (_, swap) => {
  const { folder } = output();
  const target = join(folder, 'dev');
  change(target, files('a', 'b/c', 'd/e'));
  writeFileSync(join(target, 'b/mine'), 'mine');
  change(target, files('a', 'f/g'), swap);
  expect(entriesIn(folder)).toEqual(['dev/.trainyard', 'dev/a', 'dev/b/mine', 'dev/f/g']);
  expect(readFileSync(join(target, '.trainyard'), 'utf8')).toBe('program\na\nf/g\n');
  change(target, new Map(), swap);
  expect(entriesIn(folder)).toEqual(['dev/b/mine']);
});

test('a folder with files of synthesis alone goes as a whole', () => {
  const { folder } = output();
  change(join(folder, 'dev'), files('a', 'b/c'));
  change(join(folder, 'dev'), new Map());
  expect(entriesIn(folder)).toEqual([]);
});

test('until a change is applied, the folder is the old one; a change that is given up leaves nothing', () => {
  const { folder } = output();
  change(join(folder, 'dev'), files('a'));
  const given = folderChange(join(folder, 'dev'), files('b'), 'program');
  expect(entriesIn(folder)).toEqual(['dev/.trainyard', 'dev/a']);
  given?.cleanUp();
  expect(entriesIn(join(folder))).toEqual(['dev/.trainyard', 'dev/a']);
});

test('a file that somebody writes while the new folder is built is kept', () => {
  const { folder } = output();
  change(join(folder, 'dev'), files('a'));
  const made = folderChange(join(folder, 'dev'), files('b'), 'program');
  mkdirSync(join(folder, 'dev/late'));
  writeFileSync(join(folder, 'dev/late/file'), 'mine');
  made?.apply();
  made?.cleanUp();
  expect(entriesIn(join(folder, 'dev'))).toEqual(['.trainyard', 'b', 'late/file']);
});

test('files that do not change stay the same files', () => {
  const { folder } = output();
  change(join(folder, 'dev'), files('a', 'b'));
  const before = statSync(join(folder, 'dev/a')).ino;
  change(join(folder, 'dev'), files('a', 'c'));
  expect(statSync(join(folder, 'dev/a')).ino).toBe(before);
  expect(folderChange(join(folder, 'dev'), files('a', 'c'), 'program')).toBeUndefined();
});

test('what somebody changed in a file of ours is put right', () => {
  const { folder } = output();
  change(join(folder, 'dev'), files('a', 'b'));
  writeFileSync(join(folder, 'dev/a'), 'changed');
  change(join(folder, 'dev'), files('a', 'b'));
  expect(readFileSync(join(folder, 'dev/a'), 'utf8')).toBe('new a');
});

test('a deployment that is a link to another folder changes there', () => {
  const { folder } = output();
  mkdirSync(join(folder, 'elsewhere/dev'), { recursive: true });
  symlinkSync(join(folder, 'elsewhere/dev'), join(folder, 'dev'));
  change(join(folder, 'dev'), files('a'));
  change(join(folder, 'dev'), files('b'));
  expect(entriesIn(folder)).toEqual(['dev', 'elsewhere/dev/.trainyard', 'elsewhere/dev/b']);
});
