import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { NOT_FOLLOWED, NOT_YET } from '../invariants/programs/not-followed';
import { WRONG_PROGRAMS } from '../invariants/programs/wrong';

const ROOT = resolve(__dirname, '../..');
const CODES = [
  ...new Set(
    sources('lib').flatMap((text) =>
      [
        ...text.matchAll(
          /(?:\bcode: |\bcode = |\b(?:problem|boundsProblems|countProblems|timeOfDayProblems|placeAdvice)\(\s*)'([a-z0-9-]+)'/g,
        ),
        ...text.matchAll(/\bsecondsProblems\((?:[^()]|\([^()]*\))*'([a-z0-9-]+)'\)/g),
      ].map(([, code]) => code ?? ''),
    ),
  ),
].sort();
const HEADINGS = [...readFileSync(join(ROOT, 'docs/problems.md'), 'utf8').matchAll(/^### `([a-z0-9-]+)`$/gm)].map(
  ([, code]) => code ?? '',
);
const FAILING = sources('test').flatMap(failingTests);
/** The codes of programs that a test refuses, and accepts once they follow the fix. */
const FOLLOWED = new Set(WRONG_PROGRAMS.map(({ code }) => code));

test('codes are found where they are declared', () => {
  expect(CODES).toContain('node-count');
});

test('every code has one heading in docs/problems.md, and every heading is of a code', () => {
  expect([...HEADINGS].sort()).toEqual(CODES);
});

test.each(CODES)('%s has a test that fails with it', (code) => {
  const mention = new RegExp(`(?<![-a-z0-9])${code}(?![-a-z0-9])`);
  expect(FOLLOWED.has(code) || FAILING.some((text) => mention.test(text))).toBe(true);
});

test('a program follows the fix of each code, or the code is listed with the reason why none can', () => {
  const listed = [...Object.keys(NOT_FOLLOWED), ...NOT_YET];
  expect([...FOLLOWED, ...listed].sort()).toEqual(CODES);
});

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(ROOT, folder, file), 'utf8'));
}

/** The text of each test, its table included, whose name starts with `fails:`. */
function failingTests(text: string): string[] {
  return text
    .split(/^(?=\s*(?:test|it|describe)(?:\.concurrent)?(?:\.each|\.prop)?[(<])/m)
    .filter((part) => /['"`]fails: /.test(part));
}
