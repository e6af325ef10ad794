import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assert, constantFrom, property, uniqueArray } from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Platform, ValidationError } from '../../lib/index';
import { FAULTS } from './faults';
import type { Fault } from './faults/fault';
import { build, goodPlan } from './program';

// One run shows what is wrong anywhere in a program, and nothing that only follows from it.

const PROGRAMS = 60;
// Another seed is another 60 programs: SEED=1 npx vitest run test/invariants/together.test.ts
const seed = Number(process.env['SEED'] ?? 20_171_014);

const folder = mkdtempSync(join(tmpdir(), 'trainyard-together-'));
const folders = { manifestFolder: join(folder, 'dist'), stackFolder: join(folder, 'cdktf.out') };
const stderr = vi.spyOn(process.stderr, 'write');
beforeAll(() => {
  stderr.mockReturnValue(true);
});
afterAll(() => {
  stderr.mockRestore();
  process.exitCode = 0;
  rmSync(folder, { recursive: true });
});

/** What a run says of a program, without the number of problems. */
function saidInRun(faults: readonly Fault[]): string[] {
  stderr.mockClear();
  Platform.run((platform) => {
    const plan = goodPlan();
    for (const { apply } of faults) apply(plan);
    build(platform, plan);
  }, folders);
  return stderr.mock.calls
    .flatMap(([text]) => String(text).trimEnd().split('\n'))
    .slice(1)
    .map(plain);
}

/** What a factory, or a stage, says of a value that it refuses; nothing, if something else finds it. */
function saidAtOnce({ apply }: Fault): readonly string[] {
  try {
    const plan = goodPlan();
    apply(plan);
    build(new Platform(folders), plan);
  } catch (error) {
    if (!ValidationError.isValidationError(error)) throw error;
    // A construct goes on with a wrong value of its own.
    return /^[\w-]+(\/|$)/.test(error.place) ? [] : error.message.split('\n').map(plain);
  }
  return [];
}

/** Paths begin with the name of the stage, which is not known where it is wrong. */
function plain(line: string): string {
  return line
    .trim()
    .replace(/^\[([^[\]]|\[[^\]]*\])*\] /, '')
    .replace(/ at \S+:\d+$/, '');
}

const SAID = new Map(FAULTS.map((fault) => [fault, saidAtOnce(fault)]));
const known = FAULTS.filter((fault) => SAID.get(fault)?.length !== 0);

test('fails: a run says of each wrong value what is said where it is written, and nothing that follows from it', () => {
  expect(known.length).toBeGreaterThan(100);
  const differing = known
    .map((fault) => ({ ...fault, run: saidInRun([fault]), once: SAID.get(fault) ?? [] }))
    .filter(({ run, once }) => run.join('\n') !== once.join('\n'));
  expect(differing).toEqual([]);
});

test(`fails: a run shows all wrong values of ${PROGRAMS} programs that have two to four (seed ${seed})`, () => {
  const some = uniqueArray(constantFrom(...known), { minLength: 2, maxLength: 4, selector: ({ slot }) => slot });
  assert(
    property(some, (faults) => {
      expect(new Set(saidInRun(faults))).toEqual(new Set(faults.flatMap((fault) => SAID.get(fault) ?? [])));
    }),
    { seed, numRuns: PROGRAMS },
  );
});
