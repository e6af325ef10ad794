import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contents, programFolder, removeTemporaryFolders, temporaryFolder } from '../integration/support/program';
import { attempt, run } from '../integration/support/run';

// The commands as users type them, in copies of our applications.

const COMMANDS = [
  ['npm run synth', ['dist', 'cdktf.out']],
  ['npx cdk8s synth', ['dist']],
  ['npx cdktf synth', ['cdktf.out']],
] as const;

/** What `npm run synth` has written to. */
let plain = '';
beforeAll(async () => {
  plain = programFolder();
  await run('npm', ['run', 'synth'], { cwd: plain });
});
afterAll(removeTemporaryFolders);

test('cdk8s synth and cdktf synth write the same bytes as npm run synth, in another folder', async () => {
  const other = programFolder();
  await run('npx', ['cdk8s', 'synth'], { cwd: other });
  await run('npx', ['cdktf', 'synth'], { cwd: other });

  for (const folder of ['dist', 'cdktf.out']) {
    expect(contents(join(plain, folder)).size).toBeGreaterThan(0);
    expect(contents(join(other, folder))).toEqual(contents(join(plain, folder)));
  }
});

test('no output names a folder of this machine', () => {
  const output = [...contents(join(plain, 'dist')), ...contents(join(plain, 'cdktf.out'))];
  const places = [dirname(plain), process.cwd(), process.env.HOME ?? '/home'];
  for (const [path, text] of output) for (const place of places) expect(text, path).not.toContain(place);
});

test.each(COMMANDS)(
  'fails: %s of a wrong program shows its problems alone, and leaves what was there',
  async (command, folders) => {
    const folder = temporaryFolder();
    cpSync(plain, folder, { recursive: true, verbatimSymlinks: true });
    const training = join(folder, 'apps/mnist/training.ts');
    const source = readFileSync(training, 'utf8');
    writeFileSync(training, source.replace('workers: 2', 'workers: 16'));

    const [program = '', ...args] = command.split(' ');
    const { status, output } = await attempt(program, args, { cwd: folder });
    expect(status).not.toBe(0);
    expect(output).toMatch(/\[mnist-dev\/training\/mnist\] .*16 workers.*\(gpu-capacity\)/);
    expect(output.split('\n').filter(isOurFrame)).toEqual([]);
    for (const name of folders) expect(contents(join(folder, name))).toEqual(contents(join(plain, name)));
  },
);

/** A line of a stack trace that is not the command-line tool's own. */
function isOurFrame(line: string): boolean {
  return /^\s+at /.test(line) && !/node_modules\/(cdk8s-cli|cdktf-cli)|\(node:/.test(line);
}
