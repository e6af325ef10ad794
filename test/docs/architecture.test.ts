import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './examples';

// ARCHITECTURE.md says which folders of test/ mirror no sources.
const [, besides = ''] =
  /^\| `test`.*besides: ([^|;]+)/m.exec(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')) ?? [];
const BESIDES = besides.split(',').map((name) => name.trim());

/** Whether there is a file, or a folder, that a test file stands for: of the library, or a script. */
function hasSource(testFile: string): boolean {
  const source = testFile.replace(/\.test\.ts$/, '');
  const path = join(ROOT, source.startsWith('scripts/') ? '' : 'lib', source);
  return existsSync(`${path}.ts`) || existsSync(path);
}

function withoutSource(testFiles: readonly string[]): string[] {
  return testFiles
    .filter((file) => file.endsWith('.test.ts') && !BESIDES.includes(file.split('/')[0] ?? ''))
    .filter((file) => !hasSource(file));
}

test('the folders of test/ that mirror no sources exist', () => {
  expect(BESIDES).toContain('invariants');
  expect(BESIDES.filter((name) => !existsSync(join(ROOT, 'test', name)))).toEqual([]);
});

test('all other test files stand where their sources stand', () => {
  expect(withoutSource(readdirSync(join(ROOT, 'test'), { recursive: true, encoding: 'utf8' }))).toEqual([]);
});

test('fails: a drawer of tests', () => {
  expect(withoutSource(['core/values.test.ts', 'core/names/name.test.ts', 'invariants/any.test.ts'])).toEqual([
    'core/values.test.ts',
  ]);
});
