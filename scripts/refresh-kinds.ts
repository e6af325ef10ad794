/**
 * Makes the files `…-specs.ts` of lib/kubernetes/kinds: types of the specs of custom resources, with the fields that the library writes,
 * as the files of `refresh-kinds/` list them. They are cut from the schemas in test/conformance/schemas, which `scripts/refresh-schemas.ts` makes from upstream's definitions.
 *
 *   npx tsx scripts/refresh-kinds.ts
 */
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { readKindSchemas, type KindSchemas, type Schema } from '../test/conformance/schema-files';
import { ARGO_CUTS } from './refresh-kinds/argo-cuts';
import { EMISSARY_CUTS } from './refresh-kinds/emissary-cuts';
import { GATEWAY_CUTS } from './refresh-kinds/gateway-cuts';
import { ISTIO_CUTS } from './refresh-kinds/istio-cuts';
import { CUTS, type Cut, type Fields, type Kept } from './refresh-kinds/cuts';
import { SERVING_CUTS } from './refresh-kinds/serving-cuts';

const ROOT = join(__dirname, '..');
const FOLDER = join(ROOT, 'lib', 'kubernetes', 'kinds');
/** The files, each with its types. */
export const FILES = [
  { path: join(FOLDER, 'custom-specs.ts'), cuts: CUTS },
  { path: join(FOLDER, 'argo-specs.ts'), cuts: ARGO_CUTS },
  { path: join(FOLDER, 'serving-specs.ts'), cuts: SERVING_CUTS },
  { path: join(FOLDER, 'gateway-specs.ts'), cuts: GATEWAY_CUTS },
  { path: join(FOLDER, 'istio-specs.ts'), cuts: ISTIO_CUTS },
  { path: join(FOLDER, 'emissary-specs.ts'), cuts: EMISSARY_CUTS },
];

const HEADER = `// Made by scripts/refresh-kinds.ts from upstream's definitions: the fields of custom resources that this library writes.
// Type aliases, as an interface is not assignable to a JSON object.`;

/** The schemas of all kinds, each with the file that it refers to. */
function schemasByKind(): Map<string, readonly [KindSchemas, Schema]> {
  const all = readdirSync(join(ROOT, 'test', 'conformance', 'schemas'));
  const files = all.filter(
    (name) => name.endsWith('.json') && !/^(google|helm|jupyterhub|metrics|operators|pachyderm)\b/.test(name),
  );
  return new Map(
    files.flatMap((name) => {
      const file = readKindSchemas(name);
      return Object.entries(file.kinds).map(([kind, def]) => [kind, [file, file.$defs[def] ?? {}]] as const);
    }),
  );
}

/** A schema, or the one that it refers to in its file. */
function resolved(file: KindSchemas, schema: Schema): Schema {
  const { $ref } = schema;
  return $ref === undefined ? schema : (file.$defs[$ref.replace('#/$defs/', '')] ?? {});
}

/** The schema of a member. `*` is any item of a list or any entry of a map. */
function memberOf(file: KindSchemas, owner: Schema, name: string): Schema {
  const { properties = {}, items, additionalProperties } = resolved(file, owner);
  const entry = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  const member = name === '*' ? (items ?? entry) : (properties[name] ?? entry);
  if (member === undefined) throw new Error(`upstream has no field ${name}`);
  return resolved(file, member);
}

/** What a type by its name is at each place that has it. It has to be the same. */
type Named = Map<string, Set<string>>;

/** A schema as a type of TypeScript. */
function typeOf(file: KindSchemas, schema: Schema, kept: Kept, named: Named): string {
  const { type, items, additionalProperties, enum: values } = schema;
  if (Array.isArray(kept)) {
    const unknown = kept.filter((value) => values?.includes(value) === false);
    if (unknown.length > 0) throw new Error(`upstream has no value ${unknown.join(', ')}`);
    return literals(kept);
  }
  if (items) return `readonly (${typeOf(file, resolved(file, items), kept, named)})[]`;
  if (typeof kept === 'object') return fieldsOf(file, schema, kept as Fields, named);
  if (typeof additionalProperties === 'object') {
    return `Readonly<Record<string, ${typeOf(file, resolved(file, additionalProperties), kept, named)}>>`;
  }
  if (typeof kept === 'string') {
    const fields = FILES.flatMap(({ cuts }) => cuts[kept] ?? [])[0]?.fields ?? {};
    named.set(kept, (named.get(kept) ?? new Set()).add(fieldsOf(file, schema, fields, named)));
    return kept;
  }
  if (values) return literals(values);
  if (schema['x-kubernetes-preserve-unknown-fields'] && type === undefined) return 'Json';
  const types = typeof type === 'string' ? [type] : (type ?? ['object']);
  return types.map((each) => ({ integer: 'number', object: 'JsonObject' })[each] ?? each).join(' | ');
}

function literals(values: readonly string[]): string {
  return values.map((value) => `'${value}'`).join(' | ');
}

function fieldsOf(file: KindSchemas, owner: Schema, fields: Fields, named: Named): string {
  const members = Object.entries(fields).map(([name, kept]) => {
    const optional = owner.required?.includes(name) === true ? '' : '?';
    return `readonly ${name}${optional}: ${typeOf(file, memberOf(file, owner, name), kept, named)}`;
  });
  return `{ ${members.join('; ')} }`;
}

/** The text of a file. */
export async function customSpecs(cuts: Readonly<Record<string, Cut>>): Promise<string> {
  const kinds = schemasByKind();
  const named: Named = new Map();
  const types = Object.entries(cuts).map(([name, { of, at = [], fields }]) => {
    const [file, root] = kinds.get(of) ?? [];
    if (!file || !root) throw new Error(`no schema of ${of}`);
    const schema = ['spec', ...at].reduce((owner, member) => memberOf(file, owner, member), root);
    const type = fieldsOf(file, schema, fields, named);
    named.set(name, (named.get(name) ?? new Set()).add(type));
    return `export type ${name} = ${type};\n`;
  });
  const unequal = [...named].filter(([, texts]) => texts.size > 1).map(([name]) => name);
  if (unequal.length > 0) throw new Error(`upstream has other fields at another place of ${unequal.join(', ')}`);
  const json = ['Json', 'JsonObject'].filter((name) => types.some((type) => new RegExp(`\\b${name}\\b`).test(type)));
  const imports = json.length === 0 ? [] : [`import type { ${json.join(', ')} } from '../manifest';`];
  const text = [HEADER, ...imports, '', ...types].join('\n');
  return format(text, { ...(await resolveConfig(FOLDER)), parser: 'typescript' });
}

async function main(): Promise<void> {
  for (const { path, cuts } of FILES) writeFileSync(path, await customSpecs(cuts));
}

if (process.argv[1] === __filename) void main();
