import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { entriesIn } from '../support/entries';
import { attempt, type Outcome } from '../integration/support/run';
import { EXAMPLES, ROOT } from './examples';

/** Inside of the project, so that the engines are found. */
let root = '';
let ran: Outcome;
let failed: string[] = [];

beforeAll(async () => {
  root = mkdtempSync(join(ROOT, '.examples-'));
  EXAMPLES.forEach(({ program }, index) => {
    write(index, program);
  });
  ran = await node(root, join(ROOT, 'test/docs/run-examples.ts'), ...EXAMPLES.keys());
  failed = JSON.parse(readFileSync(join(root, 'failed.json'), 'utf8'));
});

afterAll(() => {
  rmSync(root, { recursive: true, force: true });
});

test('the README has an example', () => {
  expect(EXAMPLES.filter(({ name }) => name.startsWith('README.md'))).not.toHaveLength(0);
});

test.each(EXAMPLES.map((example, index) => ({ ...example, index })))(
  '$name runs and writes what the page shows',
  ({ index, shown }) => {
    expect(failed, ran.output).not.toContain(String(index));
    const folder = join(root, String(index));
    const written = entriesIn(folder).flatMap((file) => contents(join(folder, file)));
    for (const { language, text } of shown) {
      for (const part of parse(language, text)) {
        expect(
          written.some((whole) => holds(whole, part)),
          `is part of what it writes:\n${text}`,
        ).toBe(true);
      }
    }
  },
);

test('eight workers in the example of the README are refused as the page shows', async () => {
  const [, shown = ''] = /^```text\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? [];
  const { program = '' } = EXAMPLES.find(({ name }) => name.startsWith('README.md')) ?? {};
  expect(program).toContain('workers: 4,');
  const folder = write('eight-workers', program.replace('workers: 4,', 'workers: 8,'));
  expect(await node(folder, 'main.ts')).toMatchObject({ status: 1, stdout: '', stderr: shown });
  expect(entriesIn(folder)).toEqual(['main.ts']);
});

function write(name: string | number, program: string): string {
  const folder = join(root, String(name));
  mkdirSync(folder);
  writeFileSync(join(folder, 'main.ts'), program);
  return folder;
}

function node(cwd: string, ...args: (string | number)[]): Promise<Outcome> {
  return attempt('node', ['--import', 'tsx', ...args.map(String)], { cwd });
}

function contents(file: string): unknown[] {
  if (file.endsWith('.yaml')) return parse('yaml', readFileSync(file, 'utf8'));
  if (file.endsWith('.json')) return [JSON.parse(readFileSync(file, 'utf8'))];
  return [];
}

function parse(language: string, text: string): unknown[] {
  return language === 'json' ? [JSON.parse(text)] : parseAllDocuments(text).map((each): unknown => each.toJS());
}

/** Objects may hold more than is shown; everything else must be as it is shown. */
function holds(whole: unknown, part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return whole === part;
  if (typeof whole !== 'object' || whole === null) return false;
  const values = new Map<string, unknown>(Object.entries(whole));
  if (Array.isArray(part) && part.length !== values.size) return false;
  return Object.entries(part).every(([key, child]: [string, unknown]) => holds(values.get(key), child));
}
