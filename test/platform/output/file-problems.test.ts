import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withFileProblems } from '../../../lib/platform/output/file-problems';
import { problemsOf } from '../programs';

/** The problem of an error as Node makes it. */
function problemOf(code: string, path?: string, folders = ['dist']): string | undefined {
  const act = () => {
    throw Object.assign(new Error(`${code}: why, open`), { code, syscall: 'open', path });
  };
  return problemsOf(() => withFileProblems(folders, act))[0];
}

test.each([
  ['ENOSPC', 'free some space'],
  ['EACCES', 'give this user the right to write there'],
  ['EISDIR', 'move what has that name away'],
  ['EIO', 'see what the system says'],
])('fails: %s is a problem that says what to do (output-folder)', (code, fix) => {
  const expected = `[platform.synth] "dist" cannot be written (${code}: why, open): ${fix}, or name another folder (output-folder)`;
  expect(problemOf(code)).toBe(expected);
});

test('fails: the folder of the error is named, of several (output-folder)', () => {
  expect(problemOf('EACCES', join(process.cwd(), 'dist/x'), ['cdktf.out', 'dist'])).toMatch(
    /^\[platform.synth\] "dist" /,
  );
  expect(problemOf('ENOSPC', undefined, ['cdktf.out', 'dist'])).toMatch(/^\[platform.synth\] "cdktf.out" or "dist" /);
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
