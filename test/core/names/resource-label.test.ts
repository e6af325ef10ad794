import { expect, test } from 'vitest';
import { resourceLabelProblems } from '../../../lib/core/names/resource-label';

const codesOf = (labels: Readonly<Record<string, string>>) =>
  [...resourceLabelProblems('labels', labels)].map(({ code }) => code);
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));

test.each([
  ['a', ''],
  ['a_b-c1', '1-_x'],
  ['équipe', 'größe'],
  ['組', '機械学習'],
  ['k'.repeat(63), 'v'.repeat(63)],
  ['x-goog', 'goog'],
])('%s = %s is a label', (key, value) => {
  expect(codesOf({ [key]: value })).toEqual([]);
});

test.each([
  ['', 'v'],
  ['1a', 'v'],
  ['_a', 'v'],
  ['Team', 'v'],
  ['k'.repeat(64), 'v'],
  ['a', 'V'],
  ['a', 'v w'],
  ['a', 'v'.repeat(64)],
  ['goog-team', 'a'],
])('fails: %s = %s is no label (resource-label)', (key, value) => {
  expect(codesOf({ [key]: value })).toEqual(['resource-label']);
});

test('fails: more labels than a resource takes (resource-label)', () => {
  expect(codesOf(many(64))).toEqual([]);
  expect([...resourceLabelProblems('labels', many(65))]).toEqual([
    {
      code: 'resource-label',
      property: 'labels',
      message: 'labels has 65 entries, but 64 are taken',
      fix: 'keep 64 or fewer',
    },
  ]);
});
