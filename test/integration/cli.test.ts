import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { contents, programFolder } from './support/program';
import { attempt, run } from './support/run';

const COMMANDS = [
  ['npm run synth', ['dist', 'cdktf.out']],
  ['npx cdk8s synth', ['dist']],
  ['npx cdktf synth', ['cdktf.out']],
] as const;

test('cdk8s synth and cdktf synth write the same bytes as npm run synth, in another folder', async () => {
  const [plain, other] = [programFolder(), programFolder()];
  await run('npm', ['run', 'synth'], { cwd: plain });
  await run('npx', ['cdk8s', 'synth'], { cwd: other });
  await run('npx', ['cdktf', 'synth'], { cwd: other });

  expect(contents(join(other, 'dist'))).toEqual(contents(join(plain, 'dist')));
  expect(contents(join(other, 'cdktf.out'))).toEqual(contents(join(plain, 'cdktf.out')));
});

test('no output names a folder of this machine', async () => {
  const folder = programFolder();
  await run('npm', ['run', 'synth'], { cwd: folder });
  const output = [...contents(join(folder, 'dist')), ...contents(join(folder, 'cdktf.out'))];
  expect(output.length).toBeGreaterThan(5);
  const places = [dirname(folder), process.cwd(), process.env.HOME ?? '/home'];
  for (const [path, text] of output) for (const place of places) expect(text, path).not.toContain(place);
});

test.each(COMMANDS)(
  'fails: %s of a wrong program shows its problems alone, and leaves what was there',
  async (command, folders) => {
    const folder = programFolder();
    await run('npm', ['run', 'synth'], { cwd: folder });
    const before = folders.map((name) => contents(join(folder, name)));

    const training = join(folder, 'apps/mnist/training.ts');
    const source = readFileSync(training, 'utf8');
    expect(source).toContain('workers: 2');
    writeFileSync(training, source.replace('workers: 2', 'workers: 16'));

    const [program = '', ...args] = command.split(' ');
    const { status, output } = await attempt(program, args, { cwd: folder });
    expect(status).not.toBe(0);
    expect(output).toMatch(/\[mnist-dev\/training\/mnist\] .*16 workers.*\(gpu-capacity\)/);
    expect(
      output
        .split('\n')
        .filter((line) => /^\s+at /.test(line) && !/node_modules\/(cdk8s-cli|cdktf-cli)|node:/.test(line)),
    ).toEqual([]);
    expect(folders.map((name) => contents(join(folder, name)))).toEqual(before);
  },
);
