import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptUndefined } from './optional-declarations/accept-undefined';

// `npm run build` runs this on the declarations of the package.

const [, , folder = 'build'] = process.argv;
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('.d.ts')) continue;
  const path = join(folder, file);
  writeFileSync(path, acceptUndefined(readFileSync(path, 'utf8')));
}
