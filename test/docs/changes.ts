import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Testing, type TerraformStack } from 'cdktf';

/** Arguments of a resource or a block, as Terraform reads them. */
export type Block = Readonly<Record<string, unknown>>;

export type Effect = 'in place' | 'replaced';

interface Changes {
  /** Arguments and blocks whose change replaces the resource. */
  readonly replaces: readonly string[];
  /** Arguments and blocks that the provider keeps when they are left out. */
  readonly keeps: readonly string[];
}

/** What the provider's own schema says of changes, by type of resource. */
export const CHANGES = JSON.parse(
  readFileSync(join(__dirname, '../conformance/schemas/google-6.50.0-changes.json'), 'utf8'),
) as Readonly<Record<string, Changes>>;

export function resourcesOf(stack: TerraformStack): Readonly<Record<string, Readonly<Record<string, Block>>>> {
  const { resource = {} } = JSON.parse(Testing.synth(stack)) as {
    resource?: Record<string, Record<string, Block>>;
  };
  return resource;
}

/** What Terraform does with a resource whose arguments change, as far as the schema says it. */
export function effectOf(type: string, before: Block, after: Block): Effect {
  const { replaces = [] } = CHANGES[type] ?? {};
  const isReplaced = changedPaths(before, after).some((path) => replaces.includes(path));
  return isReplaced ? 'replaced' : 'in place';
}

/** The arguments and blocks that differ, dotted and without indexes; those that Terraform ignores are left out. */
export function changedPaths(before: Block, after: Block): string[] {
  const [old, now] = [pathsOf(before), pathsOf(after)];
  const ignored = ignoredIn(after);
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((path) => old.get(path) !== now.get(path))
    .filter((path) => !ignored.some((each) => path === each || path.startsWith(`${each}.`)));
}

/** The arguments and blocks that are written, and their values. */
export function pathsOf(block: Block, prefix = ''): Map<string, string> {
  const paths = new Map<string, string>();
  for (const [name, value] of Object.entries(block)) {
    if (prefix === '' && ['//', 'depends_on', 'lifecycle', 'timeouts'].includes(name)) continue;
    const path = `${prefix}${name}`;
    const blocks = (Array.isArray(value) ? value : [value]).filter((each): each is Block => isBlock(each));
    if (blocks.length === 0) paths.set(path, JSON.stringify(value));
    else paths.set(path, `${blocks.length} blocks`);
    for (const each of blocks) {
      for (const [inner, text] of pathsOf(each, `${path}.`)) paths.set(inner, `${paths.get(inner) ?? ''}${text}`);
    }
  }
  return paths;
}

function ignoredIn({ lifecycle }: Block): string[] {
  const { ignore_changes: ignored = [] } = (lifecycle ?? {}) as { ignore_changes?: 'all' | string[] };
  return ignored === 'all' ? [] : ignored.map((each) => each.replace(/\[\d+\]/g, ''));
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
