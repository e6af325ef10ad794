import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFilesIn, ownList, programOf } from '../../../lib/platform/output/own-files';
import { output } from '../programs';

test('the list of a folder names its program and its files', () => {
  const { folder } = output();
  writeFileSync(join(folder, '.trainyard'), String(ownList('program', ['b/c', 'a']).content));
  expect(ownFilesIn(folder)).toEqual({ program: 'program', files: ['a', 'b/c'] });
});

test('without a list, no file is ours', () => {
  const { folder } = output();
  mkdirSync(join(folder, 'a'));
  expect(ownFilesIn(folder)).toEqual({ files: [] });
  expect(ownFilesIn(join(folder, 'none'))).toEqual({ files: [] });
});

test('a list that somebody changed does not lead out of its folder', () => {
  const { folder } = output();
  writeFileSync(join(folder, '.trainyard'), 'program\n../a\n/etc/passwd\nb/../../c\n\nb/../d\n');
  expect(ownFilesIn(folder).files).toEqual(['b/../d']);
});

test('programs differ by main module and arguments, and are the same wherever their folder lies', () => {
  const [, main = ''] = process.argv;
  const rest = process.argv.slice(2);
  const as = (place: string, ...args: string[]) => {
    process.argv.splice(1, Infinity, ...args);
    return programOf(place);
  };
  const a = as('/x/dist', '/x/main.ts');
  const results = [
    as('/y/z/dist', '/y/z/main.ts') === a,
    as('/x/dist', '/x/other.ts') === a,
    as('/x/dist', '/x/main.ts', 'dev') === a,
  ];
  process.argv.splice(1, Infinity, main, ...rest);
  expect(results).toEqual([true, false, false]);
});
