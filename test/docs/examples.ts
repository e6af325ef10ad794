import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

// Every `ts` block of the README and of docs/ is a whole program. The `yaml` and `json` blocks that follow it, up to the
// next `ts` block, are parts of what it writes.

export const ROOT = resolve(__dirname, '../..');

export interface Example {
  readonly name: string;
  /** For a file two folders below the root of the project, so that the engines are found. */
  readonly program: string;
  readonly shown: { readonly language: string; readonly text: string }[];
}

const IN_DOCS = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).map((file) => `docs/${file}`);
export const PAGES = ['README.md', ...IN_DOCS].filter((file) => file.endsWith('.md'));

export const EXAMPLES = PAGES.flatMap((page) => examplesOf(page));

function examplesOf(page: string): Example[] {
  const examples: Example[] = [];
  for (const [, language = '', text = ''] of readFileSync(join(ROOT, page), 'utf8').matchAll(
    /^```(\w+)\n([\s\S]*?)^```$/gm,
  )) {
    if (language === 'ts') {
      const program = text.replaceAll(/'trainyard(\/\w+)?'/g, (_, entry = '') => `'../../lib${sourceOf(entry)}'`);
      examples.push({ name: `${page} (${examples.length + 1})`, program, shown: [] });
    } else if (language === 'yaml' || language === 'json') examples.at(-1)?.shown.push({ language, text });
  }
  return examples;
}

function sourceOf(entry: string): string {
  return entry === '/extend' ? entry : `${entry}/index`;
}
