import { Construct, type IConstruct } from 'constructs';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adviseAtSynth, checkAtSynth, guideAtSynth, Platform, type Deployment } from '../../lib/index';
import { PROGRAMS } from '../../scripts/bench/programs';
import { DEV, LOCAL } from '../platform/programs';
import { callsOf } from './calls';
import { SHARING } from './sharing';

// How the work of a synthesis grows with its program, by calls: a clock would need a quiet machine.

const folder = mkdtempSync(join(tmpdir(), 'trainyard-growth-'));
beforeEach(() => {
  for (const stream of [process.stdout, process.stderr]) vi.spyOn(stream, 'write').mockReturnValue(true);
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function synthesize(build: (platform: Platform) => unknown): void {
  Platform.run(build, { manifestFolder: join(folder, 'dist'), stackFolder: join(folder, 'cdktf.out') });
  process.exitCode = undefined;
}

describe('twice as many need twice as much', () => {
  test.each(Object.entries({ ...PROGRAMS, ...SHARING }))('%s', (name, build) => {
    const n = name === 'pods' ? 1500 : 15;
    const said: string[] = [];
    vi.mocked(process.stderr.write as (text: string) => boolean).mockImplementation((t: string) => (said.push(t), true));
    const [, one, two, four] = callsOf(
      [n, n, 2 * n, 4 * n].map((count) => () => {
        synthesize((platform) => {
          build(platform, count);
        });
      }),
    );
    const more = [...(two ?? [])].filter(([what, calls]) => calls > 2 * (one?.get(what) ?? 0));
    require('fs').appendFileSync('/tmp/h/growth.out', [`== ${name}`, said.join('').slice(0, 300), ...more.map(([w, c]) => `${w}: ${one?.get(w)} ${c} ${four?.get(w)}`), ''].join('\n'));
    expect(two?.size).toBeGreaterThan(0);
  });
});

/** A construct that counts what synthesis asks of it. */
class Asked extends Construct {
  readonly times = { validation: 0, check: 0, advice: 0, guide: 0 };

  constructor(scope: IConstruct & Construct, id: string) {
    super(scope, id);
    const { times } = this;
    this.node.addValidation({ validate: () => (times.validation++, []) });
    checkAtSynth(this, () => (times.check++, []));
    adviseAtSynth(this, () => (times.advice++, []));
    guideAtSynth(this, () => (times.guide++, []));
  }
}

test('each construct is asked once, and for its steps once more to check them', () => {
  const asked: Asked[] = [];
  const ask = ({ kubernetes }: Deployment) => asked.push(new Asked(kubernetes, 'a'), new Asked(kubernetes, 'b'));
  synthesize((platform) => {
    ask(platform.stage(LOCAL, 'x'));
    ask(platform.stage(LOCAL, 'y'));
  });
  expect(asked).toHaveLength(4);
  for (const { times } of asked) expect(times).toEqual({ validation: 1, check: 1, advice: 1, guide: 2 });
});

test('cdktf validates stacks once more when it writes them, since its aspects may have changed them', () => {
  const asked: Asked[] = [];
  synthesize((platform) => {
    for (const name of ['x', 'y']) asked.push(new Asked(platform.stage(DEV, name).stack, 'a'));
  });
  expect(asked).toHaveLength(2);
  for (const { times } of asked) expect(times).toEqual({ validation: 2, check: 2, advice: 1, guide: 3 });
});
