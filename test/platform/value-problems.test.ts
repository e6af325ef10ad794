import { expect, test } from 'vitest';
import { configMap, LOCAL, output, problemsOf } from './programs';

test.each<[string, unknown, string]>([
  ['a number that is none', { a: { b: NaN } }, 'NaN at data.a.b'],
  ['a number without end', { a: Infinity }, 'Infinity at data.a'],
])('fails: %s cannot stand in a manifest (manifest-value)', (_, data, holds) => {
  const out = output();
  const platform = out.platform();
  configMap(platform.stage(LOCAL), data);
  const [found = '', ...others] = problemsOf(() => platform.synth());
  expect(found).toMatch(/^\[local\/settings\] ConfigMap "settings-config-\w+" holds /);
  expect(found).toContain(`holds ${holds}, which is no number: give a finite number (manifest-value)`);
  expect(others).toEqual([]);
  expect(out.contents()).toEqual({});
});

test('texts that look like one are left alone', () => {
  const platform = output().platform();
  configMap(platform.stage(LOCAL), { a: '.nan' });
  expect(platform.synth().files.length).toBeGreaterThan(0);
});
