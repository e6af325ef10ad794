import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

// Runs `main.ts` of each folder that it is given, one after the other, each in its folder: libraries are loaded once for all.
// Writes the folders of those that fail to `failed.json`; what they say is on standard error.

const root = process.cwd();
const failed = new Set<string>();

async function run(folder: string): Promise<void> {
  process.exitCode = undefined;
  process.chdir(join(root, folder));
  await import(join(root, folder, 'main.ts'));
}

async function runAll(folders: readonly string[]): Promise<void> {
  for (const folder of folders) {
    await run(folder).catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`);
      failed.add(folder);
    });
    if (process.exitCode) failed.add(folder);
  }
  process.exitCode = undefined;
  writeFileSync(join(root, 'failed.json'), JSON.stringify([...failed]));
}

void runAll(process.argv.slice(2));
