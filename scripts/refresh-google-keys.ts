/**
 * Makes lib/infrastructure/google-keys.json: the names that a program can write in the resources of Google's provider, cut
 * from the schemas of both versions in test/conformance/schemas. An argument has a number, a block has an object: 0 and no
 * `//` stand for both versions, 6 and 7 for one alone.
 *
 *   npx tsx scripts/refresh-google-keys.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProviderSchema, type TerraformBlock } from '../test/conformance/schema-files';

const ROOT = join(__dirname, '..');
const SEVEN = join(ROOT, 'test', 'conformance', 'schemas', 'google-7.45.0-arguments.json');

type Keys = number | { [name: string]: Keys };

/** The paths of a type's arguments and blocks in version 6. The provider refuses what it computes, and the id. */
function pathsIn({ a = {}, b = {} }: TerraformBlock, above = ''): string[] {
  const given = Object.entries(a).filter(([, [, flags]]) => /[ro]/.test(flags));
  return [
    ...given.map(([name]) => `${above}${name}`).filter((path) => path !== 'id'),
    ...Object.entries(b).flatMap(([name, [, , , inner]]) => [`${above}${name}`, ...pathsIn(inner, `${above}${name}.`)]),
  ].filter((path) => !path.startsWith('timeouts'));
}

/** The same of a type in version 7, whose computed blocks can have members with other flags. */
function written(flags: Readonly<Record<string, string>>): string[] {
  const isWritten = (path: string): boolean =>
    /[ro]/.test(flags[path] ?? '') && (!path.includes('.') || isWritten(path.slice(0, path.lastIndexOf('.'))));
  return Object.keys(flags).filter(isWritten);
}

function keysOf(six: ReadonlySet<string>, seven: ReadonlySet<string>): Keys {
  const paths = [...new Set([...six, ...seven])].sort();
  const keys: Keys = {};
  for (const path of paths) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    const of = six.has(path) && seven.has(path) ? 0 : six.has(path) ? 6 : 7;
    const isBlock = paths.some((other) => other.startsWith(`${path}.`));
    within(keys, names)[last] = isBlock ? (of === 0 ? {} : { '//': of }) : of;
  }
  return keys;
}

function within(keys: Keys, names: readonly string[]): { [name: string]: Keys } {
  const found = names.reduce<Keys | undefined>((at, name) => (typeof at === 'object' ? at[name] : undefined), keys);
  if (typeof found !== 'object') throw new Error(`${names.join('.')} is no block`);
  return found;
}

/** The text of the file. */
export function googleKeys(): string {
  const { resources } = readProviderSchema('google-6.50.0.json');
  const arguments7: Readonly<Record<string, Readonly<Record<string, string>>>> = JSON.parse(
    readFileSync(SEVEN, 'utf8'),
  );
  const keys = Object.entries(resources).map(([type, block]) => {
    return [type, keysOf(new Set(pathsIn(block)), new Set(written(arguments7[type] ?? {})))];
  });
  return `${JSON.stringify(Object.fromEntries(keys))}\n`;
}

if (process.argv[1] === __filename) {
  writeFileSync(join(ROOT, 'lib', 'infrastructure', 'google-keys.json'), googleKeys());
}
