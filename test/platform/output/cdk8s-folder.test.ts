import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepLastGood, restoreLastGood, showToCdk8s } from '../../../lib/platform/output/cdk8s-folder';
import { entriesIn } from '../../../lib/platform/output/files';
import { environment, output } from '../programs';

/** A folder that `cdk8s synth` names, with files. */
function folderOfCdk8s(...files: string[]): string {
  const out = output();
  for (const file of files) write(join(out.manifests, file), 'good');
  environment('CDK8S_OUTDIR', out.manifests);
  return out.manifests;
}

function write(file: string, text: string): void {
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, text);
}

test('the last good content comes back where the folder is gone, with files that synthesis did not write', () => {
  const dist = folderOfCdk8s('dev/DEPLOY.md', 'hand-written.yaml');
  keepLastGood(dist);
  rmSync(dist, { recursive: true });
  restoreLastGood(dist);
  expect(entriesIn(dist)).toEqual(['dev/DEPLOY.md', 'hand-written.yaml']);
  expect(entriesIn(join(dist, '..'))).toContain('.dist.last-good/hand-written.yaml');
});

test('a folder that is there is left as it is', () => {
  const dist = folderOfCdk8s('a');
  keepLastGood(dist);
  rmSync(join(dist, 'a'));
  restoreLastGood(dist);
  expect(entriesIn(dist)).toEqual([]);
});

test('the last good content is the last', () => {
  const dist = folderOfCdk8s('a', 'b');
  keepLastGood(dist);
  rmSync(join(dist, 'a'));
  write(join(dist, 'b'), 'better');
  keepLastGood(dist);
  rmSync(dist, { recursive: true });
  restoreLastGood(dist);
  expect(entriesIn(dist)).toEqual(['b']);
  expect(readFileSync(join(dist, 'b'), 'utf8')).toBe('better');
});

test('nothing comes back where nothing was kept', () => {
  const dist = folderOfCdk8s();
  restoreLastGood(dist);
  expect(existsSync(dist)).toBe(false);
});

test('no copy is kept of a folder that cdk8s does not delete', () => {
  const dist = folderOfCdk8s('a');
  environment('CDK8S_OUTDIR', join(dist, '../other'));
  keepLastGood(dist);
  expect(entriesIn(join(dist, '..'))).toEqual(['dist/a']);
});

test('cdk8s finds the deployments in its own folder', () => {
  const dist = folderOfCdk8s('dev/standing/a', 'not-ours');
  showToCdk8s(dist, ['dev']);
  expect(entriesIn(join(dist, '..'))).toEqual(['dist/dev/standing/a', 'dist/not-ours']);
  environment('CDK8S_OUTDIR', join(dist, '../cdk8s.out'));
  showToCdk8s(dist, ['dev']);
  expect(entriesIn(join(dist, '../cdk8s.out'))).toEqual(['dev/standing/a']);
});
