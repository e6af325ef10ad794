import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder in memory, as most Linux systems have it. Tests write thousands of small files. */
const IN_MEMORY = '/dev/shm';
const MOUNTS = '/proc/mounts';

let folder: string | undefined;

/** cdk8s and cdktf make a temporary folder for each app of a test, and leave it. So all are made in one. */
export function setup(): void {
  const place = process.env['TMPDIR'] === undefined && runsProgramsOf(IN_MEMORY) ? IN_MEMORY : tmpdir();
  folder = mkdtempSync(join(place, 'trainyard-tests-'));
  for (const name of ['TMPDIR', 'TEMP']) process.env[name] = folder;
}

export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}

/** True if a file system is mounted there, for writing, and its files may be programs. Containers often forbid that. */
function runsProgramsOf(path: string): boolean {
  if (!existsSync(MOUNTS)) return false;
  const mounts = readFileSync(MOUNTS, 'utf8')
    .split('\n')
    .map((line) => line.split(' '));
  const [, , , options = ''] = mounts.findLast(([, place]) => place === path) ?? [];
  return /^rw,/.test(options) && !options.includes('noexec');
}
