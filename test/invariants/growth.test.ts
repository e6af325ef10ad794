import { afterAll, describe, expect, test } from 'vitest';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Platform, SynthesisError } from '../../lib/index';
import { PROGRAMS } from '../../scripts/bench/programs';
import { callsOf } from './calls';

// How the work of a synthesis grows with its program, by calls: a clock would need a quiet machine.

const folder = mkdtempSync(join(tmpdir(), 'trainyard-growth-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function callsFor(name: string, count: number) {
  return callsOf(() => {
    const platform = new Platform({ manifestFolder: join(folder, 'dist'), stackFolder: join(folder, 'cdktf.out') });
    try {
      PROGRAMS[name]?.(platform, count);
      platform.synth();
    } catch (error) {
      if (!SynthesisError.isSynthesisError(error)) throw error;
    }
  });
}

describe.each(Object.keys(PROGRAMS))('%s', (name) => {
  test('twice as many need twice as much', () => {
    const n = name === 'pods' ? 2000 : 20;
    const [one, two, four] = [n, 2 * n, 4 * n].map((count) => callsFor(name, count));
    for (const [what, calls] of Object.entries(one ?? {})) {
      console.log(name, what, calls, two?.[what], four?.[what], ((four?.[what]??0)-(two?.[what]??0))/((two?.[what]??0)-calls));
    }
    expect(true).toBe(true);
  });
});
