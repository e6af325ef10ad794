import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { KubernetesObject } from './kubectl';
import { run } from './run';

const ROOT = resolve(__dirname, '../../..');
const folders: string[] = [];

/** A folder that `removeTemporaryFolders` removes. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'trainyard-test-'));
  folders.push(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** A copy of our applications as a program of its own, in a new folder; the library and the packages stay where they are. */
export function programFolder(): string {
  const folder = temporaryFolder();
  for (const name of ['apps', 'package.json', 'tsconfig.json', 'tsconfig.apps.json', 'cdk8s.yaml', 'cdktf.json']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  }
  for (const name of ['lib', 'test', 'node_modules']) symlinkSync(join(ROOT, name), join(folder, name));
  return folder;
}

/** Synthesizes a program in a folder, as `npm run synth` does with `apps/main.ts`. */
export function synthesize(folder: string, program = 'apps/main.ts', ...args: string[]): Promise<string> {
  return run('node', ['--import', 'tsx', program, ...args], { cwd: folder });
}

/** The contents of all files below a folder, by path. */
export function contents(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1)).sort();
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]));
}

/** The deployments that a program folder has manifests of, by name; in the order in which their objects are applied. */
export function manifests(folder: string): Map<string, KubernetesObject[]> {
  const found = new Map<string, KubernetesObject[]>();
  const isRun = ([path]: [string, string]) => path.includes('/runs/');
  const files = [...contents(join(folder, 'dist'))].filter(([path]) => path.endsWith('.yaml'));
  for (const [path, text] of [...files.filter((file) => !isRun(file)), ...files.filter(isRun)]) {
    const name = path.split('/')[0] ?? '';
    const objects = parseAllDocuments(text).map((document) => document.toJS() as KubernetesObject);
    found.set(name, [...(found.get(name) ?? []), ...objects]);
  }
  return found;
}

/** The names of the stacks of a program folder. */
export function stacks(folder: string): string[] {
  return readdirSync(join(folder, 'cdktf.out/stacks')).sort();
}

/** Terraform's JSON of one stack. */
export function stackJson(folder: string, stack: string): unknown {
  return JSON.parse(readFileSync(join(folder, 'cdktf.out/stacks', stack, 'cdk.tf.json'), 'utf8'));
}
