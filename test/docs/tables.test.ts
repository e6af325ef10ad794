import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLES, PAGES, ROOT } from './examples';

// A factory that a page names in a table, a reader looks for in a program.

const PROGRAMS = EXAMPLES.map(({ program }) => program).join('\n');

test.each(PAGES)('a program of the pages uses each factory that the tables of %s name', (page) => {
  expect(factoriesIn(readFileSync(join(ROOT, page), 'utf8')).filter((name) => !PROGRAMS.includes(`${name}(`))).toEqual(
    [],
  );
});

test('fails: a table with a factory that no program uses', () => {
  expect(factoriesIn('| `Trigger.once(…)` | once |\n`Trigger.never()`')).toEqual(['Trigger.once']);
  expect(PROGRAMS).not.toContain('Trigger.never(');
});

function factoriesIn(text: string): string[] {
  const rows = text.split('\n').filter((line) => line.startsWith('|'));
  return rows.flatMap((row) => Array.from(row.matchAll(/\b([A-Z]\w+\.\w+)\(/g), ([, name = '']) => name));
}
