import { describe, expect, test } from 'vitest';
import {
  annotationProblems,
  isDataKey,
  isLabelKey,
  labelProblems,
  objectNameProblems,
} from '../../../lib/core/names/kubernetes-name';
import { formatProblem } from '../../../lib/core/problems/problem';

const NO_NAMES = ['', ' ', 'A b', 'Secret', 'a_b', '-x-', 'a..b', '.a', 'a-.b', 'a\nb', '$(X)', 'x'.repeat(254)];

describe('the name of an object', () => {
  test.each(['a', '0', 'my-secret', 'a.b.c', 'x'.repeat(253)])('can be %s', (name) => {
    expect([...objectNameProblems('Secret', 'secretName', name)]).toEqual([]);
  });

  test.each(NO_NAMES)('fails: it cannot be %j (name)', (name) => {
    expect([...objectNameProblems('Secret', 'secretName', name)].map(formatProblem)).toEqual([
      expect.stringContaining(
        'cannot be the name of a Secret: use its name as Kubernetes has it: up to 253 lower-case letters',
      ),
    ]);
  });
});

describe('labels', () => {
  test('can have a prefix, and no value', () => {
    expect([...labelProblems('labels', { 'app.kubernetes.io/part-of': '', A_1: 'x.Y_z' })]).toEqual([]);
  });

  test('fails: keys and values of another form (label-form)', () => {
    const form = 'up to 63 letters, digits, "-", "_" and ".", beginning and ending with a letter or digit';
    expect([...labelProblems('labels', { '-a': 'b c' })].map(formatProblem)).toEqual([
      `"-a" is not of the form that Kubernetes takes in labels: use ${form}; before them may stand a domain in lower case and "/" (label-form)`,
      `"b c" is not of the form that Kubernetes takes in labels: use ${form} (label-form)`,
    ]);
  });

  test.each(['', '/', '/a', 'a/', 'a/b/c', 'A/b', 'a..b/c', '-a/b', `${'x'.repeat(254)}/a`, 'x'.repeat(64)])(
    'fails: %j cannot be a key (label-form)',
    (key) => {
      expect(isLabelKey(key)).toBe(false);
      expect([...annotationProblems('annotations', { [key]: '' })]).toMatchObject([{ code: 'label-form' }]);
    },
  );

  test('of which annotations have the keys alone', () => {
    expect([...annotationProblems('annotations', { a: 'any text\n' })]).toEqual([]);
    expect([...annotationProblems('annotations', { 'a b': '' })]).toMatchObject([{ code: 'label-form' }]);
  });
});

test('keys of ConfigMaps and Secrets are names of files without folders', () => {
  expect(['a', '.a', 'A_b-c.json', '-x-'].filter((key) => !isDataKey(key))).toEqual([]);
  expect(['', '.', '..', '..a', 'a/b', 'a b', 'ä', 'x'.repeat(254)].filter(isDataKey)).toEqual([]);
});
