import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFileProblems } from '../../../lib/platform/output/file-problems';
import { output, problemsOf } from '../programs';

/** An error as Node makes it. */
function fileError(code: string, path?: string): Error {
  return Object.assign(new Error(code), { code, syscall: 'open', path });
}

function problemOf(code: string, path?: string, folders = ['dist']): string | undefined {
  const act = () => {
    throw fileError(code, path);
  };
  return problemsOf(() => withFileProblems(folders, act))[0];
}

test.each([
  ['ENOSPC', 'its file system is full', 'free some space, or name a folder on another file system'],
  ['EROFS', 'its file system is read-only', 'name a folder on a file system that can be written'],
  ['EACCES', 'this user may not write there', 'give this user the right to write there, or name another folder'],
  ['EIO', 'the system refuses it', 'see what its code means, or name another folder'],
])('fails: %s is a problem that says what to do (output-folder)', (code, what, fix) => {
  const expected = `[platform.synth] "dist" cannot be written, because ${what} (${code}): ${fix} (output-folder)`;
  expect(problemOf(code)).toBe(expected);
});

test('fails: the folder of the error is named, of several (output-folder)', () => {
  expect(problemOf('EACCES', join(process.cwd(), 'dist/x'), ['cdktf.out', 'dist'])).toMatch(
    /^\[platform.synth\] "dist" /,
  );
  expect(problemOf('ENOSPC', undefined, ['cdktf.out', 'dist'])).toMatch(/^\[platform.synth\] "cdktf.out" or "dist" /);
});

test('fails: links that lead to each other are a problem (output-folder)', () => {
  const { folder } = output();
  symlinkSync(join(folder, 'a'), join(folder, 'b'));
  symlinkSync(join(folder, 'b'), join(folder, 'a'));
  const made = problemsOf(() => withFileProblems([join(folder, 'a')], () => readdirSync(join(folder, 'a'))));
  expect(made).toEqual([expect.stringContaining('its links lead to each other (ELOOP): mend the links')]);
});

test('fails: an error of another place stays as it is', () => {
  const missing = join(tmpdir(), 'no-such-file-of-the-program');
  expect(() => withFileProblems(['dist'], () => readFileSync(missing))).toThrow(/^ENOENT/);
  expect(() =>
    withFileProblems(['dist'], () => {
      throw new TypeError('no');
    }),
  ).toThrow(TypeError);
});
