/**
 * Makes lib/notebook/hub-keys.json: the names of the values that JupyterHub's chart takes, cut from its own schema in
 * test/conformance/schemas. 1 stands for a value whose inside is free, or has no names.
 *
 *   npx tsx scripts/refresh-hub-keys.ts
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');
const SCHEMA = join(ROOT, 'test', 'conformance', 'schemas', 'jupyterhub-4.4.0.json');

interface Schema {
  readonly additionalProperties?: unknown;
  readonly patternProperties?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
}

type Keys = 1 | { readonly [name: string]: Keys };

function keysOf({ additionalProperties, patternProperties, properties = {} }: Schema): Keys {
  if (additionalProperties !== false || patternProperties !== undefined) return 1;
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, keysOf(schema)]));
}

/** The text of the file. */
export function hubKeys(): string {
  const schema: Schema = JSON.parse(readFileSync(SCHEMA, 'utf8'));
  return `${JSON.stringify(keysOf(schema))}\n`;
}

if (process.argv[1] === __filename) writeFileSync(join(ROOT, 'lib', 'notebook', 'hub-keys.json'), hubKeys());
