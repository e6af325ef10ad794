/** The lists whose entries are known by a name. */
const NAMED = new Set(['env']);
/** What the API server adds to each object by itself. */
const ADDED = ['creationTimestamp', 'generation', 'managedFields', 'uid'];

/**
 * Where two objects differ, as paths from the innermost template. Roles and places in lists are written as `*`. A path ends where one of the
 * two has nothing.
 */
export function differences(a: unknown, b: unknown): string[] {
  return [...new Set(differingPaths(a, b, []).map(pathText))].sort();
}

function differingPaths(a: unknown, b: unknown, path: readonly string[]): string[][] {
  const [left, right] = [fieldsOf(a, path.at(-1)), fieldsOf(b, path.at(-1))];
  if (!left || !right) return JSON.stringify(a) === JSON.stringify(b) ? [] : [[...path]];
  const names = new Set([...Object.keys(left), ...Object.keys(right)].filter((name) => !ADDED.includes(name)));
  return [...names].flatMap((name) => differingPaths(left[name], right[name], [...path, name]));
}

function fieldsOf(value: unknown, name = ''): Readonly<Record<string, unknown>> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!Array.isArray(value)) return { ...value };
  const isOfObjects = value.length > 0 && value.every((each) => typeof each === 'object');
  if (!isOfObjects) return undefined;
  const entries: { name?: string }[] = value;
  return Object.fromEntries(entries.map((each, index) => [NAMED.has(name) ? (each.name ?? '') : `${index}`, each]));
}

function pathText(path: readonly string[]): string {
  const own = path.slice(Math.max(0, path.lastIndexOf('template')));
  return own
    .map((part, index) => (/ReplicaSpecs$/.test(own[index - 1] ?? '') || /^\d+$/.test(part) ? '*' : part))
    .join('.');
}
