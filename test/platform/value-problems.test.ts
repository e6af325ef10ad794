import { JsonPatch } from 'cdk8s';
import { expect, test } from 'vitest';
import { configMap, LOCAL, output, problemsOf } from './programs';

const CUT = 'cut texts between whole characters, such as by [...text].slice(0, 63).join("")';

test.each<[string, unknown, string, string]>([
  ['half of a character', { a: '😀'.slice(0, 1) }, 'half of a character ("\\ud83d") at data.a', CUT],
  ['the other half within a list', { a: ['b', 'x\udc00y'] }, 'half of a character ("\\udc00") at data.a.1', CUT],
  ['half of a character in a key', { 'a\ud800': 'b' }, 'half of a character ("\\ud800") at data.a key', CUT],
  ['a number that is none', { a: { b: NaN } }, 'NaN at data.a.b, which is no number', 'give a finite number'],
  ['a number without end', { a: Infinity }, 'Infinity at data.a, which is no number', 'give a finite number'],
])('fails: %s cannot stand in a manifest (manifest-value)', (_, data, holds, fix) => {
  const out = output();
  const platform = out.platform();
  configMap(platform.stage(LOCAL), data);
  const [found = '', ...others] = problemsOf(() => platform.synth());
  expect(found).toMatch(/^\[local\/settings\] ConfigMap "settings-config-\w+" holds /);
  expect(found).toContain(`holds ${holds}: ${fix} (manifest-value)`);
  expect(others).toEqual([]);
  expect(out.contents()).toEqual({});
});

test('fails: a patch cannot put one in either (manifest-value)', () => {
  const platform = output().platform();
  configMap(platform.stage(LOCAL), { a: 'b' }).addJsonPatch(JsonPatch.replace('/data/a', '\udfff'));
  expect(problemsOf(() => platform.synth())).toEqual([expect.stringMatching(/at data\.a: cut .*\(manifest-value\)$/)]);
});

test('whole characters and texts that look like halves are left alone', () => {
  const platform = output().platform();
  configMap(platform.stage(LOCAL), { a: '😀', b: '\\ud83d', c: '.nan' });
  expect(platform.synth().files.length).toBeGreaterThan(0);
});
