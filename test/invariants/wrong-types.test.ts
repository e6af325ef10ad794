import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert, constantFrom, property } from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { Platform, SynthesisError, ValidationError } from '../../lib/index';
import { PROPS, put } from './javascript';
import { build, goodPlan } from './program';

const PROGRAMS = 100;
// Another seed is another 100 programs: SEED=1 npx vitest run test/invariants/wrong-types.test.ts
const seed = Number(process.env['SEED'] ?? 20_171_014);

const folder = mkdtempSync(join(tmpdir(), 'trainyard-types-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const VALUES: readonly unknown[] = [undefined, null, 3, 'x', true, {}, [], [undefined], { a: undefined }, () => 1];

const slips = Object.entries(PROPS).flatMap(([of, names]) =>
  names.split(' ').flatMap((name) => VALUES.map((value) => ({ of, name, value }))),
);

/** How a program ends in which one prop has a value of any type: well, refused, or as nobody can make sense of. */
function endOf(of: string, name: string, value: unknown): unknown {
  const plan = goodPlan();
  put(plan, of, name, value);
  try {
    const platform = new Platform({ manifestFolder: join(folder, 'dist'), stackFolder: join(folder, 'cdktf.out') });
    build(platform, plan);
    platform.synth();
    return 'well';
  } catch (error) {
    return ValidationError.isValidationError(error) || SynthesisError.isSynthesisError(error) ? 'refused' : error;
  }
}

test(`fails: ${PROGRAMS} programs with a value of any type in any prop are refused or good (seed ${seed})`, () => {
  assert(
    property(constantFrom(...slips), ({ of, name, value }) => {
      expect(['well', 'refused']).toContain(endOf(of, name, value));
    }),
    { seed, numRuns: PROGRAMS },
  );
}, 120_000);
