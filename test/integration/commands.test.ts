import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contents, programFolder, removeTemporaryFolders, temporaryFolder } from './support/program';
import { attempt, type Outcome } from './support/run';

// The commands as users type them, in copies of our applications. They take seconds of other processes: tests run side by side.

/** What `npm run synth` has written to. */
let plain = '';
beforeAll(async () => {
  plain = programFolder();
  await succeeded('npm run synth', plain);
});
afterAll(removeTemporaryFolders);

test.concurrent('cdk8s synth and cdktf synth write the same bytes as npm run synth, in another folder', async () => {
  const other = programFolder();
  await Promise.all(['cdk8s synth', 'cdktf synth'].map((command) => succeeded(command, other)));

  for (const folder of ['dist', 'cdktf.out']) {
    expect(contents(join(plain, folder)).size).toBeGreaterThan(0);
    expect(contents(join(other, folder))).toEqual(contents(join(plain, folder)));
  }
});

test.concurrent.each([
  ['cdk8s', 'dist', './out/'],
  ['cdktf', 'cdktf.out', '/absolute'],
])('%s synth writes the same files as in %s where --output is %s', async (command, usual, output) => {
  const folder = programFolder();
  const place = output.startsWith('/') ? join(folder, output) : output;
  await succeeded(`${command} synth --output ${place}`, folder);
  expect(contents(resolve(folder, place))).toEqual(contents(join(plain, usual)));
});

test.concurrent('cdk8s synth --stdout prints all manifests, and leaves no copies of them', async () => {
  const temporary = temporaryFolder();
  const folder = programFolder();
  const printed = await succeeded('cdk8s synth --output= --stdout', folder, { TMPDIR: temporary });
  expect(printed).toContain('kind: TFJob');
  expect(readdirSync(temporary).filter((name) => name.startsWith('.') || name.startsWith('cdk8s'))).toEqual([]);
});

test('no output names a folder of this machine', () => {
  const output = [...contents(join(plain, 'dist')), ...contents(join(plain, 'cdktf.out'))];
  const places = [plain, process.cwd(), process.env.HOME ?? '/home'];
  for (const [path, text] of output) for (const place of places) expect(text, path).not.toContain(place);
});

/** A mistake: the file it is in, what it replaces, and what commands say of it. */
const MISTAKES: Record<string, [file: string, text: string, wrong: string, message: RegExp]> = {
  'too many workers': [
    'apps/mnist/training.ts',
    'workers: 2',
    'workers: 16',
    /\[mnist-dev\/training\/mnist\] .*16 workers.*\(gpu-capacity\)/,
  ],
  'a misspelt prop': [
    'apps/mnist/training.ts',
    'workers: 2',
    'wokers: 2',
    /apps\/mnist\/training\.ts.*error TS\d+: .*'wokers'.*'workers'/,
  ],
  'a missing prop': ['apps/stages.ts', "name: 'dev',", '', /apps\/stages\.ts.*error TS\d+: .*[^]*'name' is missing/],
  'a value refused while modules load': [
    'apps/stages.ts',
    "name: 'dev'",
    "name: 'DEV!'",
    /"DEV!" cannot be the name of a stage.*\(stage-form\)/,
  ],
};

/** What each command writes, and the mistakes that it is tried with: the others run the same program as the first. */
const COMMANDS = [
  ['npm run synth', ['dist', 'cdktf.out'], Object.keys(MISTAKES)],
  ['cdk8s synth', ['dist'], ['too many workers', 'a misspelt prop']],
  ['cdktf synth', ['cdktf.out'], ['too many workers', 'a value refused while modules load']],
] as const;

test.concurrent.each(
  COMMANDS.flatMap(([command, folders, mistakes]) => mistakes.map((mistake) => [command, mistake, folders] as const)),
)(
  'fails: %s of a program with %s shows its problems alone, and leaves what was there',
  async (command, mistake, folders) => {
    const { status, output, folder } = await runWith(command, MISTAKES[mistake]);
    expect(status).not.toBe(0);
    expect(output).toMatch(MISTAKES[mistake]?.[3] ?? /never/);
    expect(output.split('\n').filter(isOurFrame)).toEqual([]);
    for (const name of folders) expect(contents(join(folder, name))).toEqual(contents(join(plain, name)));
  },
);

test.concurrent.each([
  ['no program at all', 'apps/main.ts', 'Platform', 'Platform ('],
  ['an end of its own', 'apps/main.ts', 'Platform.run', 'process.exit(3); Platform.run'],
])('fails: cdk8s synth of %s leaves what was there', async (_, file, text, wrong) => {
  const { status, folder } = await runWith('cdk8s synth', [file, text, wrong, /./]);
  expect(status).not.toBe(0);
  expect(contents(join(folder, 'dist'))).toEqual(contents(join(plain, 'dist')));
});

/** Runs a command with the programs of the packages, as npx finds them: it takes half a second itself. */
function ran(command: string, cwd: string, env: Record<string, string> = {}): Promise<Outcome> {
  const [program = '', ...args] = command.split(' ');
  const PATH = `${join(cwd, 'node_modules/.bin')}:${process.env.PATH ?? ''}`;
  return attempt(program, args, { cwd, env: { PATH, ...env } });
}

/** @returns what it printed on its standard output */
async function succeeded(command: string, cwd: string, env?: Record<string, string>): Promise<string> {
  const { status, stdout, output } = await ran(command, cwd, env);
  expect(status, output).toBe(0);
  return stdout;
}

async function runWith(command: string, mistake: (typeof MISTAKES)[string] | undefined) {
  const [file = '', text = '', wrong = ''] = mistake ?? [];
  const folder = temporaryFolder();
  cpSync(plain, folder, { recursive: true, verbatimSymlinks: true });
  const source = readFileSync(join(folder, file), 'utf8');
  expect(source).toContain(text);
  writeFileSync(join(folder, file), source.replace(text, wrong));
  return { ...(await ran(command, folder)), folder };
}

/** A line of a stack trace that is neither of a command-line tool nor of the program itself. */
function isOurFrame(line: string): boolean {
  return /^\s+at /.test(line) && !/node_modules\/(cdk8s-cli|cdktf-cli)|\(node:|\/apps\//.test(line);
}
