import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { filesIn, install, keepLastGood, restoreLastGood, scratchFolder } from '../../lib/platform/output-folder';
import { output } from './programs';

/** Two folders of a test, filled. */
function folders(from: Record<string, string>, to: Record<string, string>) {
  const { folder } = output();
  for (const [name, files] of [
    ['from', from],
    ['to', to],
  ] as const) {
    mkdirSync(join(folder, name));
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(folder, name, file, '..'), { recursive: true });
      writeFileSync(join(folder, name, file), text);
    }
  }
  return { from: join(folder, 'from'), to: join(folder, 'to') };
}

test('the files of a folder are those of its folders too, sorted; of one that is not there none', () => {
  const { to } = folders({}, { 'b/c': '', a: '', 'b/a': '' });
  expect(filesIn(to)).toEqual(['a', 'b/a', 'b/c']);
  expect(filesIn(join(to, 'none'))).toEqual([]);
});

test('install puts new files in place of old ones and says where they are', () => {
  const { from, to } = folders({ a: 'new', 'b/c': 'new' }, { a: 'old' });
  expect(install(from, to, () => false)).toEqual([join(to, 'a'), join(to, 'b/c')]);
  expect([readFileSync(join(to, 'a'), 'utf8'), readFileSync(join(to, 'b/c'), 'utf8')]).toEqual(['new', 'new']);
  expect(filesIn(to)).toEqual(['a', 'b/c']);
});

test('install makes the folder where there is none', () => {
  const { from, to } = folders({ a: 'new' }, {});
  install(from, join(to, 'deep/er'), () => true);
  expect(filesIn(to)).toEqual(['deep/er/a']);
});

test('install removes only what is stale', () => {
  const { from, to } = folders({ a: '' }, { a: '', 'old.yaml': '', 'mine.txt': '', 'x/old.yaml': '' });
  install(from, to, (file) => file.endsWith('.yaml'));
  expect(filesIn(to)).toEqual(['a', 'mine.txt']);
});

test('install replaces a file as a whole: who reads the old one reads it to its end', () => {
  const { from, to } = folders({ a: 'new' }, { a: 'old' });
  const before = statSync(join(to, 'a')).ino;
  install(from, to, () => false);
  expect(statSync(join(to, 'a')).ino).not.toBe(before);
});

test('the last good content comes back where the folder is gone', () => {
  const { to } = folders({}, { a: 'good', 'b/c': 'good' });
  const gone = join(to, 'b');
  keepLastGood(gone);
  expect(filesIn(to)).toEqual(['.b.last-good/c', 'a', 'b/c']);
  writeFileSync(join(gone, 'c'), 'changed by hand');
  restoreLastGood(gone);
  expect(readFileSync(join(gone, 'c'), 'utf8')).toBe('changed by hand');
});

test('the last good content is the last', () => {
  const { to } = folders({}, { 'b/old': 'old' });
  keepLastGood(join(to, 'b'));
  const { from } = folders({ new: 'new' }, {});
  install(from, join(to, 'b'), () => true);
  keepLastGood(join(to, 'b'));
  expect(filesIn(join(to, '.b.last-good'))).toEqual(['new']);
});

test('nothing comes back where nothing was kept', () => {
  const { to } = folders({}, {});
  restoreLastGood(join(to, 'none'));
  expect(existsSync(join(to, 'none'))).toBe(false);
});

test('every scratch folder is a new one', () => {
  const [first, second] = [scratchFolder(), scratchFolder()];
  expect(first).not.toBe(second);
  expect([existsSync(first), existsSync(second)]).toEqual([false, false]);
});
