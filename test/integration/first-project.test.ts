import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { judgedBy, TERRAFORM } from './support/judges';
import { contents, temporaryFolder } from './support/program';
import { attempt, run } from './support/run';

// A first project by the README: its own commands, and its own program.

const ROOT = resolve(__dirname, '../..');
const README = readFileSync(join(ROOT, 'README.md'), 'utf8');
const [, PROGRAM = ''] = /^```ts\n([\s\S]*?)^```$/m.exec(README) ?? [];
const [, USE = ''] = /^## Use it\n([\s\S]*?)^## /m.exec(README) ?? [];
const [MAKE = '', SYNTHESIZE = '', DEPLOY = ''] = [...USE.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(
  ([, commands = '']) => commands,
);

const [, COMPILE = ''] = /^```sh\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'docs/performance.md'), 'utf8')) ?? [];

const [, CDKTN = ''] =
  /^## cdktn\n[\s\S]*?^```sh\n([\s\S]*?)^```$/m.exec(readFileSync(join(ROOT, 'docs/versions.md'), 'utf8')) ?? [];

let project = '';
let env: Record<string, string> = {};
judgedBy([TERRAFORM], async () => {
  const folder = temporaryFolder();
  await run('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: ROOT });
  const [tarball = ''] = readdirSync(folder).map((file) => join(folder, file));
  await shell(MAKE.replace('npm install trainyard ', `npm install ${tarball} `), folder);
  project = join(folder, 'digits');
  writeFileSync(join(project, 'main.ts'), PROGRAM);
  env = withoutGoogle(folder);
});

test('its program is checked by the newest compiler, and writes both halves', async () => {
  await shell(SYNTHESIZE, project);
  const plain = ['dist', 'cdktf.out'].map((folder) => contents(join(project, folder)));
  expect([...(plain[0]?.keys() ?? [])]).toContain('digits-dev/DEPLOY.md');
  expect([...(plain[1]?.keys() ?? [])]).toContain('stacks/digits-dev/cdk.tf.json');
  await shell('npx cdk8s synth && npx cdktf synth', project);
  expect(['dist', 'cdktf.out'].map((folder) => contents(join(project, folder)))).toEqual(plain);
});

test.each([
  ['misspelt', 'workers: 4', 'wokers: 4', "'wokers'"],
  ['missing', '    pool: t4,\n', '', "'pool' is missing"],
])('fails: a %s prop is named before anything is written', async (_, text, wrong, named) => {
  const output = () => ['dist', 'cdktf.out'].map((folder) => contents(join(project, folder)));
  const before = output();
  writeFileSync(join(project, 'main.ts'), PROGRAM.replace(text, wrong));
  for (const command of ['npm run synth', 'npx cdk8s synth', 'npx cdktf synth']) {
    const outcome = await attempt('bash', ['-e', '-c', command], { cwd: project, env, limit: 300 });
    expect(outcome.status).not.toBe(0);
    expect(outcome.output).toContain(named);
    expect(output()).toEqual(before);
  }
  writeFileSync(join(project, 'main.ts'), PROGRAM);
});

test('compiled, it writes the same', async () => {
  // The lists of own files name the program.
  const written = () =>
    ['dist', 'cdktf.out'].flatMap((folder) =>
      [...contents(join(project, folder))].filter(([path]) => !path.endsWith('.trainyard')),
    );
  const before = written();
  await shell(`rm -r dist cdktf.out && ${COMPILE}`, project);
  expect(written()).toEqual(before);
  await shell('rm -r build', project);
});

test('its cluster is deployed, and the state is in the folder of the program wherever cdktf writes', async () => {
  const state = join(project, 'state/digits-dev.tfstate');
  const resources = () => (JSON.parse(readFileSync(state, 'utf8')) as { resources: unknown[] }).resources.length;
  const unattended = '--auto-approve --skip-provider-lock';
  await shell(DEPLOY.replace('cdktf deploy', `cdktf deploy ${unattended}`), project);
  expect(resources()).toBeGreaterThan(0);
  await shell(`npx cdktf destroy digits-dev ${unattended} --output build/infra`, project);
  expect(resources()).toBe(0);
  expect(existsSync(join(project, 'build/state'))).toBe(false);
});

test('git takes its sources alone', async () => {
  await shell('rm -r build && git init --quiet', project);
  const files = await run('git', ['ls-files', '--others', '--exclude-standard'], { cwd: project });
  expect(files.trim().split('\n')).toEqual([
    '.gitignore',
    '.trainyard.lock.json',
    'cdk8s.yaml',
    'cdktf.json',
    'cdktf.out/stacks/digits-dev/.terraform.lock.hcl',
    'main.ts',
    'package-lock.json',
    'package.json',
    'tsconfig.json',
  ]);
});

test('the commands of docs/versions.md put cdktn in the place of cdktf, and it writes the same', async () => {
  const written = () => {
    const stack = readFileSync(join(project, 'cdktf.out/stacks/digits-dev/cdk.tf.json'), 'utf8');
    // The comment has the version of the engine.
    return { ...(JSON.parse(stack) as Record<string, unknown>), '//': undefined };
  };
  await shell(SYNTHESIZE, project);
  const before = written();
  expect(CDKTN).toContain('npm:cdktn@');
  await shell(CDKTN, project);
  await shell(`grep -q '"name": "cdktn"' node_modules/cdktf/package.json\nrm -r cdktf.out\n${SYNTHESIZE}`, project);
  expect(written()).toEqual(before);
});

async function shell(commands: string, cwd: string): Promise<void> {
  const { status, output } = await attempt('bash', ['-e', '-c', commands], { cwd, env, limit: 300 });
  expect(status, output).toBe(0);
}

/** An environment whose `gcloud` signs nobody in. */
function withoutGoogle(folder: string): Record<string, string> {
  const programs = join(folder, 'bin');
  mkdirSync(programs);
  writeFileSync(join(programs, 'gcloud'), '#!/bin/sh\n');
  chmodSync(join(programs, 'gcloud'), 0o755);
  return { PATH: `${programs}:${process.env.PATH ?? ''}` };
}
