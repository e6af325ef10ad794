import { expect, test } from 'vitest';
import { ADDED_LABELS, RESOURCE_LABELS, resourceLabelProblems } from '../../../lib/core/names/resource-label';

const problemsOf = (labels: Readonly<Record<string, string>>, added?: number) => [
  ...resourceLabelProblems('labels', labels, added),
];
const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, 'v']));
const FORM = 'use up to 63 lower-case letters of any language, digits, "-" and "_", and begin the key with a letter';

test.each([
  ['a', ''],
  ['team', 'vision'],
  ['a_b-c1', '1-_x'],
  ['équipe', 'größe'],
  ['組', '機械学習'],
  ['k'.repeat(63), 'v'.repeat(63)],
  ['x-goog', 'goog'],
])('%s = %s is a label', (key, value) => {
  expect(problemsOf({ [key]: value })).toEqual([]);
});

test.each([
  ['', 'v'],
  ['1a', 'v'],
  ['_a', 'v'],
  ['Team', 'v'],
  ['a b', 'v'],
  ['k'.repeat(64), 'v'],
  ['a', 'V'],
  ['a', 'v w'],
  ['a', 'v'.repeat(64)],
])('fails: %s = %s is no label (resource-label)', (key, value) => {
  const message = `resource label "${key}" = "${value}" is not of the form that Google Cloud takes`;
  expect(problemsOf({ [key]: value })).toEqual([{ code: 'resource-label', property: 'labels', message, fix: FORM }]);
});

test('fails: keys that Google keeps', () => {
  expect(problemsOf({ 'goog-team': 'a' })).toEqual([
    {
      code: 'resource-label',
      property: 'labels',
      message: 'key "goog-team" of labels begins with "goog", which Google Cloud keeps for itself',
      fix: 'use another key, such as "my-goog-team"',
    },
  ]);
});

test('fails: more labels than a resource takes', () => {
  expect([problemsOf(many(64)), problemsOf(many(62), ADDED_LABELS)]).toEqual([[], []]);
  expect(problemsOf(many(65))).toEqual([
    {
      code: 'resource-label',
      property: 'labels',
      message: 'labels has 65 labels, but a resource takes 64',
      fix: 'keep 64 or fewer',
    },
  ]);
  expect(problemsOf(many(63), ADDED_LABELS)).toEqual([
    {
      code: 'resource-label',
      property: 'labels',
      message: 'labels has 63 labels, but a resource takes 64, including 2 that the library adds',
      fix: 'keep 62 or fewer',
    },
  ]);
});

test('fails: labels that are no texts', () => {
  expect([...RESOURCE_LABELS.check('labels', 'a')][0]?.fix).toBe("give texts by their names, such as { team: 'a' }");
});
