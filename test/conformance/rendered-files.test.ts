import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { filesOf, readManifests, readStacks } from './rendered-files';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rendered-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

function write(path: string, content: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}

test('the files of a folder are sorted paths relative to it', () => {
  write('prod/b.yaml', '');
  write('dev/c/a.yaml', '');
  write('DEPLOY.md', '');
  expect(filesOf(folder)).toEqual(['DEPLOY.md', 'dev/c/a.yaml', 'prod/b.yaml']);
});

test('every document of every YAML file is a manifest, read as Kubernetes reads it', () => {
  write('dev/0.yaml', 'kind: A\n---\nkind: B\nhot: on\n');
  write('dev/DEPLOY.md', 'kind: C');
  expect(readManifests(folder)).toEqual([
    { file: 'dev/0.yaml', manifest: { kind: 'A' } },
    { file: 'dev/0.yaml', manifest: { kind: 'B', hot: true } },
  ]);
});

test('fails: a file that is not YAML, by its name', () => {
  write('dev/0.yaml', 'kind: A\nkind: B\n');
  expect(() => readManifests(folder)).toThrow(/^dev\/0\.yaml: Map keys must be unique/);
});

test('the stacks of an output folder are read by name', () => {
  write('manifest.json', '{}');
  write('stacks/dev/cdk.tf.json', '{"resource":{}}');
  expect(readStacks(folder)).toEqual([{ name: 'dev', file: 'stacks/dev/cdk.tf.json', stack: { resource: {} } }]);
});
