import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

let folder: string | undefined;

/** cdk8s and cdktf make a temporary folder for each app of a test, and leave it. So all are made in one. */
export function setup(): void {
  folder = mkdtempSync(join(tmpdir(), 'trainyard-tests-'));
  for (const name of ['TMPDIR', 'TEMP']) process.env[name] = folder;
}

export function teardown(): void {
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
