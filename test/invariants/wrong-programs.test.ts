import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { assert, constantFrom, nat, property, tuple, uniqueArray } from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { Platform } from '../../lib/index';
import { compiledProgram } from '../../scripts/compiled-program';
import { filesOf } from '../conformance/rendered-files';
import { FAULTS } from './faults';
import type { Fault } from './faults/fault';
import { build, goodPlan, type Plan } from './program';
import { faultsOfError } from './refusal';

const PROGRAMS = 300;
// Another seed is another 300 programs: SEED=1 npx vitest run test/invariants/wrong-programs.test.ts
const seed = Number(process.env['SEED'] ?? 20_171_014);

const folder = mkdtempSync(join(tmpdir(), 'trainyard-wrong-'));
const [manifestFolder, stackFolder] = [join(folder, 'dist'), join(folder, 'cdktf.out')];
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function synthesize(change: (plan: Plan) => void): void {
  const plan = goodPlan();
  change(plan);
  const platform = new Platform({ manifestFolder, stackFolder });
  build(platform, plan);
  platform.synth();
}

/** Every file of the last synthesis, with its content. */
function written(): string {
  return filesOf(folder)
    .map((file) => `${file}\n${readFileSync(join(folder, file), 'utf8')}`)
    .join('\n');
}

function errorOf(faults: readonly Fault[]): unknown {
  try {
    synthesize((plan) => {
      for (const fault of faults) fault.apply(plan);
    });
  } catch (error) {
    return error;
  }
  return 'nothing: the program synthesized';
}

synthesize(() => undefined);
const good = written();

test('the program that faults are put into is good', () => {
  expect(good).toContain('kind: JobSet');
  expect(good).toContain('google_container_cluster');
});

test('fails: a program that is good is not taken for a wrong one', () => {
  expect(faultsOfError(errorOf([]), ['x'])).toEqual(['it ended in nothing: the program synthesized']);
  expect(faultsOfError(new TypeError('x is not a function'), ['x'])).toEqual([
    'it ended in TypeError: x is not a function',
  ]);
});

const slots = [...new Set(FAULTS.map(({ slot }) => slot))];

/** One to three faults that do not undo each other. */
const wrongPrograms = uniqueArray(tuple(constantFrom(...slots), nat()), {
  minLength: 1,
  maxLength: 3,
  selector: ([slot]) => slot,
}).map((picks) =>
  picks.flatMap(([slot, pick]): Fault[] => {
    const faults = FAULTS.filter((fault) => fault.slot === slot);
    return faults.slice(pick % faults.length).slice(0, 1);
  }),
);

test(`fails: ${PROGRAMS} random wrong programs, each with its value, a fix and a code (seed ${seed})`, () => {
  assert(
    property(wrongPrograms, (faults) => {
      const names = faults.map(({ slot, name }) => `${slot}: ${name}`);
      const problems = faultsOfError(
        errorOf(faults),
        faults.map(({ shows }) => shows),
      );
      expect(problems, names.join(' + ')).toEqual([]);
      expect(written() === good, `${names.join(' + ')} wrote something`).toBe(true);
    }),
    { seed, numRuns: PROGRAMS },
  );
});

test('fails: a number of tasks that no memory holds is refused before they are written out', () => {
  const program = compiledProgram(join(__dirname, 'tasks-without-memory.ts'));
  const { stdout } = spawnSync(process.execPath, ['--max-old-space-size=400', program, folder], { encoding: 'utf8' });
  rmSync(dirname(program), { recursive: true });
  expect(stdout.trim().split('\n')).toEqual([
    expect.stringMatching(/1000000000.*workers.*\([a-z-]+\)$/),
    expect.stringMatching(/1000000000.*parameter servers.*\([a-z-]+\)$/),
  ]);
});
