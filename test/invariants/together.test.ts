import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { assert, constantFrom, property, uniqueArray } from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Platform, ValidationError } from '../../lib/index';
import { errorFor, WRONG } from './door-errors';
import { DOOR_OF } from './door-of';
import { DOORS } from './doors/doors';
import { build, goodPlan, type Plan } from './program';

// One run shows what is wrong anywhere in a program, and nothing that only follows from it.

const PROGRAMS = 100;
// Another seed is another 100 programs: SEED=1 npx vitest run test/invariants/together.test.ts
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

/** A prop of a part of the program, and a value of a type that it does not take. */
interface Slip {
  readonly part: string;
  readonly name: string;
  readonly value: unknown;
}

const CIRCLE: { a?: unknown } = {};
CIRCLE.a = CIRCLE;
/** Values of all types, also of those that only JavaScript gives. */
const VALUES: readonly unknown[] = [
  undefined,
  null,
  WRONG,
  3,
  'x',
  true,
  {},
  [],
  [undefined],
  { a: undefined },
  { a: 3 },
  3n,
  Symbol('x'),
  CIRCLE,
  Object.create(null),
];

const slips: readonly Slip[] = Object.entries(DOOR_OF)
  .flatMap(([part, door]) =>
    DOORS.filter(({ name }) => name === door).flatMap(({ props, required }) => [
      ...props.map((name) => ({ part, name, value: WRONG })),
      ...required.map((name) => ({ part, name, value: undefined })),
    ]),
  )
  // A part of its own.
  .filter(({ part, name }) => part !== 'strategy' || name !== 'parameterServers');

function planWith(wrong: readonly Slip[]): Plan {
  const plan = goodPlan();
  for (const { part, name, value } of wrong) {
    const props: unknown = Reflect.get(plan, part);
    if (typeof props === 'object' && props !== null) Reflect.set(props, name, value);
  }
  return plan;
}

/** What a run says of a program, without the number of problems. */
function saidInRun(wrong: readonly Slip[]): string[] {
  stderr.mockClear();
  Platform.run((platform) => {
    build(platform, planWith(wrong));
  }, folders);
  return stderr.mock.calls
    .flatMap(([text]) => String(text).trimEnd().split('\n'))
    .slice(1)
    .map(plain);
}

/** What is said where the wrong value is written. */
function saidAtOnce(slip: Slip): readonly string[] {
  const known = SAID.get(slip) ?? errorOf(slip);
  SAID.set(slip, known);
  return known;
}

const SAID = new Map<Slip, readonly string[]>();

function errorOf(slip: Slip): readonly string[] {
  try {
    build(new Platform(folders), planWith([slip]));
  } catch (error) {
    if (ValidationError.isValidationError(error)) return error.message.split('\n').map(plain);
    throw error;
  }
  return [];
}

/** Paths begin with the name of the stage, which is not known where it is wrong. */
function plain(line: string): string {
  return line.trim().replace(/^\[([^[\]]|\[[^\]]*\])*\] /, '');
}

test('fails: a run says of each wrong value what is said where it is written, and nothing that follows from it', () => {
  const differing = slips
    .map((slip) => ({ ...slip, run: saidInRun([slip]), once: saidAtOnce(slip) }))
    .filter(({ run, once }) => once.length === 0 || run.join('\n') !== once.join('\n'));
  expect(differing).toEqual([]);
});

/** A run needs a stage: it ends where these refuse something. */
const STAGES = /^(new Platform|platform\.stage, stage)/;

test.each(DOORS)('fails: a run goes on after any value of any prop of $name', (door) => {
  const thrown: string[] = [];
  Platform.run(() => {
    for (const prop of door.props)
      for (const value of VALUES) {
        const error = errorFor(door, prop, value);
        const where = `${door.name}, ${prop}`;
        const isExpected = STAGES.test(where) && ValidationError.isValidationError(error);
        if (error !== undefined && !isExpected) thrown.push(`${where} ${inspect(value)}: ${inspect(error)}`);
      }
  }, folders);
  expect(thrown).toEqual([]);
});

test(`fails: a run shows all wrong values of ${PROGRAMS} programs that have two to four (seed ${seed})`, () => {
  const some = uniqueArray(constantFrom(...slips), {
    minLength: 2,
    maxLength: 4,
    selector: ({ part, name }) => `${part}.${name}`,
  });
  assert(
    property(some, (wrong) => {
      expect(new Set(saidInRun(wrong))).toEqual(new Set(wrong.flatMap(saidAtOnce)));
    }),
    { seed, numRuns: PROGRAMS },
  );
});
