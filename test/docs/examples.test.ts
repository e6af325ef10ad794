import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { filesIn } from '../../lib/platform/output-folder';

// Every `ts` block of the README and of docs/ is a whole program. It compiles, it runs, and the `yaml` and `json` blocks that
// follow it, up to the next `ts` block, are parts of what it writes.

const ROOT = resolve(__dirname, '../..');
const PAGES = ['README.md', ...readdirSync(join(ROOT, 'docs')).map((file) => `docs/${file}`)].filter((file) =>
  file.endsWith('.md'),
);

interface Example {
  readonly name: string;
  readonly program: string;
  readonly shown: { readonly language: string; readonly text: string }[];
}

const EXAMPLES = PAGES.flatMap((page) => examplesOf(page));
// Inside of the project, so that the engines are found; a program's own output goes to a folder of its own.
let folder = '';

beforeAll(() => {
  folder = mkdtempSync(join(ROOT, '.examples-'));
  EXAMPLES.forEach(({ program }, index) => {
    mkdirSync(join(folder, String(index)));
    writeFileSync(
      join(folder, String(index), 'main.ts'),
      program.replaceAll(/'trainyard(\/testing)?'/g, `'../../lib$1/index'`),
    );
  });
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../tsconfig.json', include: ['*/main.ts'] }));
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

test('the README has an example', () => {
  expect(EXAMPLES.filter(({ name }) => name.startsWith('README.md'))).not.toHaveLength(0);
});

test('all examples compile', () => {
  expect(output('npx', ['tsc', '--noEmit', '-p', folder], ROOT)).toBe('');
});

test.each(EXAMPLES.map((example, index) => ({ ...example, index })))(
  '$name runs and writes what the page shows',
  ({ index, shown }) => {
    const cwd = join(folder, String(index));
    output('node', ['--import', 'tsx', 'main.ts'], cwd);
    const written = filesIn(cwd).flatMap((file) => contents(join(cwd, file)));
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

test('eight workers in the example of the README are refused as the page shows', () => {
  const [, shown = ''] = /^```text\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'README.md'), 'utf8')) ?? [];
  const index = EXAMPLES.findIndex(({ name }) => name.startsWith('README.md'));
  const cwd = join(folder, 'eight-workers');
  mkdirSync(cwd);
  const program = readFileSync(join(folder, String(index), 'main.ts'), 'utf8');
  expect(program).toContain('workers: 4,');
  writeFileSync(join(cwd, 'main.ts'), program.replace('workers: 4,', 'workers: 8,'));
  const { status, stdout, stderr } = spawnSync('node', ['--import', 'tsx', 'main.ts'], { cwd, encoding: 'utf8' });
  expect({ status, stdout, stderr }).toEqual({ status: 1, stdout: '', stderr: shown });
  expect(filesIn(cwd)).toEqual(['main.ts']);
});

function examplesOf(page: string): Example[] {
  const examples: Example[] = [];
  for (const [, language = '', text = ''] of readFileSync(join(ROOT, page), 'utf8').matchAll(
    /^```(\w+)\n([\s\S]*?)^```$/gm,
  )) {
    if (language === 'ts') examples.push({ name: `${page} (${examples.length + 1})`, program: text, shown: [] });
    else if (language === 'yaml' || language === 'json') examples.at(-1)?.shown.push({ language, text });
  }
  return examples;
}

function contents(file: string): unknown[] {
  if (file.endsWith('.yaml')) return parse('yaml', readFileSync(file, 'utf8'));
  if (file.endsWith('cdk.tf.json')) return [JSON.parse(readFileSync(file, 'utf8'))];
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

function output(command: string, args: string[], cwd: string): string {
  try {
    return execFileSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
  }
}
