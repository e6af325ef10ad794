import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert, constantFrom, property } from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { Platform, SynthesisError, ValidationError } from '../../lib/index';
import { DOOR_OF } from './door-of';
import { DOORS } from './doors/doors';
import { build, goodPlan } from './program';

// A value that a door accepts must not end the synthesis in an error that users cannot understand.

const PROGRAMS = 100;
// Another seed is another 100 programs: SEED=1 npx vitest run test/invariants/any-types.test.ts
const seed = Number(process.env['SEED'] ?? 20_171_014);

const folder = mkdtempSync(join(tmpdir(), 'trainyard-types-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const VALUES: readonly unknown[] = [undefined, null, 3, 'x', true, {}, [], [undefined], { a: undefined }, () => 1];

const slips = Object.entries(DOOR_OF).flatMap(([part, door]) =>
  (DOORS.find(({ name }) => name === door)?.props ?? []).flatMap((name) =>
    VALUES.map((value) => ({ part, name, value })),
  ),
);

/** The end of a program with a value of any type in one prop: written, refused, or an error that users cannot understand. */
function endOf(part: string, name: string, value: unknown): unknown {
  const plan = goodPlan();
  const props: unknown = Reflect.get(plan, part);
  if (typeof props === 'object' && props !== null) Reflect.set(props, name, value);
  try {
    const platform = new Platform({ manifestFolder: join(folder, 'dist'), stackFolder: join(folder, 'cdktf.out') });
    build(platform, plan);
    platform.synth();
    return 'well';
  } catch (error) {
    return ValidationError.isValidationError(error) || SynthesisError.isSynthesisError(error) ? 'refused' : error;
  }
}

test('every part of a program has a door', () => {
  const names = DOORS.map(({ name }) => name);
  expect(Object.values(DOOR_OF).filter((name) => !names.includes(name))).toEqual([]);
});

test(`fails: ${PROGRAMS} programs with a value of any type in any prop are refused or good (seed ${seed})`, () => {
  assert(
    property(constantFrom(...slips), ({ part, name, value }) => {
      expect(['well', 'refused']).toContain(endOf(part, name, value));
    }),
    { seed, numRuns: PROGRAMS },
  );
});
