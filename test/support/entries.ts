import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** Everything below a folder but folders that are not empty, by relative paths, sorted. */
export function entriesIn(folder: string, path = ''): string[] {
  return readdirSync(join(folder, path), { withFileTypes: true })
    .flatMap((entry) => {
      const child = join(path, entry.name);
      const inner = entry.isDirectory() ? entriesIn(folder, child) : [];
      return inner.length > 0 ? inner : [child];
    })
    .sort();
}
