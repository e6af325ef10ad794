import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compiledProgram } from '../../scripts/compiled-program';
import { killedRuns } from '../../scripts/killed-runs';

// A few of the runs of `npm run killed-runs`; docs/testing.md has the figures of many.

let program = '';
beforeAll(() => {
  program = compiledProgram(join(__dirname, '../../scripts/killed-runs/program.ts'));
});
afterAll(() => {
  rmSync(dirname(program), { recursive: true });
});

test('every deployment is whole and of one version after a killed run or the run after it, and keeps files of others', async () => {
  const { runs, faults } = await killedRuns(program, 8);
  expect([runs, faults]).toEqual([8, []]);
});
