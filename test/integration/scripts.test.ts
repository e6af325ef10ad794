import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';

// Scripts that the package and the pages offer to contributors, each run once, as small as it can be.

const ROOT = resolve(__dirname, '../..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};

interface Run {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** What the end of its output says. */
  readonly says: RegExp;
}

const RUNS: Readonly<Record<string, Run>> = {
  bench: { args: ['--small'], says: /^\| cdktf synth, of the one deployment( \| [\d.]+){3} \|/m },
  'killed-runs': { args: ['2'], says: /^2 killed runs, .* 0 faults$/m },
  truth: {
    args: ['--model', 'first', '--seed', '1', '--count', '3'],
    says: /^seed 1: 3 programs from 0 on, \d+ pods placed or refused/m,
  },
  mutate: { env: { MUTATED: 'core/names/shell-word.ts' }, says: /^ *shell-word\.ts \| +100\.00 \|/m },
};

/** Scripts that `.ci/run` runs itself. */
const OF_CI = ['build', 'format', 'lint', 'synth', 'test', 'test:integration', 'typecheck'];
/** `npm pack` runs it. */
const OF_NPM = ['prepack'];

test('each script is run, here or by .ci/run', () => {
  expect([...Object.keys(RUNS), ...OF_CI, ...OF_NPM].sort()).toEqual(Object.keys(scripts).sort());
  const ci = readFileSync(join(ROOT, '.ci/run'), 'utf8');
  for (const name of OF_CI.filter((each) => each !== 'test:integration')) {
    expect(ci).toMatch(new RegExp(`npm (run )?(--silent )?${name}\\b`));
  }
  expect(ci).toContain('--config vitest.integration.config.mts');
});

test.each(Object.entries(RUNS))('npm run %s ends well', (name, { args = [], env, says }) => {
  const output = execFileSync('npm', ['run', '--silent', name, '--', ...args], {
    cwd: ROOT,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1', ...env },
    maxBuffer: 2 ** 26,
  });
  expect(output).toMatch(says);
});
