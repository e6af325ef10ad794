// The limit: `limit.ts CONTENT FOLDER` has the finished objects, turns them into the same bytes by the same functions, and writes them.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { yamlOf } from '../../lib/platform/yaml';
import type { Content } from './content';
import { measured } from './measured';

const [content = '', folder = ''] = process.argv.slice(2);
const { manifests, stacks, texts } = JSON.parse(readFileSync(content, 'utf8')) as Content;

measured(() => {
  const made = new Set<string>();
  const write = (path: string, text: string) => {
    const file = join(folder, path);
    const parent = dirname(file);
    if (!made.has(parent)) mkdirSync(parent, { recursive: true });
    made.add(parent);
    writeFileSync(file, text);
  };
  for (const [path, objects] of Object.entries(manifests)) write(path, yamlOf(objects));
  for (const [path, stack] of Object.entries(stacks)) write(path, JSON.stringify(stack, undefined, 2));
  for (const [path, text] of Object.entries(texts)) write(path, text);
});
