import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'vitest';

// What the tests have shown of pairs of strategy and engine. docs/training/engines.md is made of it. Only a run of the tests
// writes it, and CI begins without any and fails if the same does not come out.

export const SHOWN_FOLDER = join(__dirname, '../shown');

/** The steps that a pair can be shown to take, beside its schema. */
export type Step = 'webhook' | 'scheduled' | 'ran';

/** Records that the test that calls it has shown this. */
export function shown(step: Step, name: string, engineName: string): void {
  const file = join(SHOWN_FOLDER, basename(expect.getState().testPath ?? '', '.test.ts') + '.json');
  const before: Record<string, Step> = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const all = Object.entries({ ...before, [`${name} × ${engineName}`]: step }).sort(([a], [b]) => (a < b ? -1 : 1));
  mkdirSync(SHOWN_FOLDER, { recursive: true });
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
}
