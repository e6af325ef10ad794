import { App, Testing } from 'cdktf';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { Bucket, Platform } from '../../lib/index';
import { InfrastructureStack } from '../../lib/infrastructure/infrastructure-stack';
import { localStatePath } from '../../lib/infrastructure/local-state';
import { terraformOf } from '../../lib/testing/index';
import { DEV, environment, output } from '../platform/programs';

const STATE = 'state/dev.tfstate';

function pathIn(program: string, outdir: string): string {
  mkdirSync(resolve(program, outdir), { recursive: true });
  const stack = new InfrastructureStack(new App({ outdir: resolve(program, outdir) }), 'dev', { stage: DEV });
  return localStatePath(stack, STATE, program);
}

function temporary(): string {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), 'trainyard-state-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

test.each([
  ['cdktf.out', '../../../state/dev.tfstate'],
  ['build/infra', '../../../../state/dev.tfstate'],
  ['.', '../../state/dev.tfstate'],
  ['..out/infra', '../../../../state/dev.tfstate'],
])('from stacks in %s the state of the program is %s', (outdir, path) => {
  expect(pathIn(temporary(), outdir)).toBe(path);
});

test('the state is in the folder of the program, also if links lead to the stacks and to the program', () => {
  const [elsewhere, program] = [temporary(), temporary()];
  mkdirSync(join(elsewhere, 'a/b'), { recursive: true });
  symlinkSync(join(elsewhere, 'a/b'), join(program, 'link'));
  symlinkSync(program, join(elsewhere, 'program'));
  for (const from of [program, join(elsewhere, 'program')]) {
    expect(resolve(elsewhere, 'a/b/stacks/dev', pathIn(from, 'link'))).toBe(join(program, STATE));
  }
});

test('the state is in the folder of the program, also if cdktf names a folder outside of it', () => {
  const [elsewhere, program] = [temporary(), temporary()];
  environment('CDKTF_OUTDIR', elsewhere);
  expect(resolve(elsewhere, 'stacks/dev', pathIn(program, elsewhere))).toBe(join(program, STATE));
});

test('a test of cdktf gets the same path each time, though its folder is another one', () => {
  expect(localStatePath(new InfrastructureStack(Testing.app(), 'dev', { stage: DEV }), STATE)).toBe(
    '../../../state/dev.tfstate',
  );
});

test.each([
  ['stackFolder', 'build/infra', '../../../../state/dev.tfstate'],
  ['CDKTF_OUTDIR', './build/infra/', '../../../../state/dev.tfstate'],
])('a platform counts from the folder of %s', (name, folder, path) => {
  if (name === 'CDKTF_OUTDIR') environment(name, folder);
  const platform = new Platform(name === 'CDKTF_OUTDIR' ? {} : { stackFolder: folder });
  const { stack } = platform.stage(DEV);
  expect(terraformOf(stack)).toMatchObject({ terraform: { backend: { local: { path } } } });
});

test('a platform writes the path into the folder that cdktf names', () => {
  const out = output();
  environment('CDKTF_OUTDIR', out.stacks);
  const platform = new Platform();
  new Bucket(platform.stage(DEV).stack, 'data');
  platform.synth();
  const { terraform } = JSON.parse(out.contents()['cdktf.out/stacks/dev/cdk.tf.json'] ?? '') as {
    terraform: { backend: { local: { path: string } } };
  };
  const from = realpathSync(join(out.stacks, 'stacks/dev'));
  expect(resolve(from, terraform.backend.local.path)).toBe(resolve('state/dev.tfstate'));
});
