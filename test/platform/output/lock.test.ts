import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { locked } from '../../../lib/platform/output/lock';
import { output, problemsOf } from '../programs';

// As where the user has no name.
vi.mock(import('node:os'), async (original) => ({
  ...(await original()),
  userInfo: () => {
    throw new Error('no such user');
  },
}));

test('a folder is free again when the work ends, well or not', () => {
  const { folder } = output();
  expect(locked([folder], () => 1, 0)).toBe(1);
  expect(() =>
    locked([folder], () => {
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(locked([folder, folder], () => 2, 0)).toBe(2);
});

test('a user without a name can lock a folder, such as a user of a container', () => {
  expect(locked([output().folder], () => 'locked', 0)).toBe('locked');
});

test('fails: a program that holds a folder for too long is a problem with its fix (output-folder)', () => {
  const { folder } = output();
  mkdirSync(join(folder, 'other'));
  const problems = locked([folder], () => {
    expect(locked([join(folder, 'other')], () => 'free', 0)).toBe('free');
    return problemsOf(() => locked([folder], () => 'both', 50));
  });
  expect(problems).toEqual([
    `[platform.synth] another program has been writing to ${JSON.stringify(folder)} for 0.05 seconds: end that program, or wait for its end; then synthesize again (output-folder)`,
  ]);
});
