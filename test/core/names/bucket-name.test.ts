import { expect, test } from 'vitest';
import { bucketNameProblems } from '../../../lib/core/names/bucket-name';

const LENGTH = 'has N characters or parts that are too short or too long (3 to 63, with dots 222 in parts of 1 to 63)';
const FORM = 'is not of lower-case letters, digits, "-", "_" and ".", beginning and ending with a letter or digit';
const ADDRESS = 'is an IP address';
const GOOGLE = 'contains "google" or something near it, or begins with "goog"';

const faultsOf = (name: string) =>
  [...bucketNameProblems(name)].map(({ message }) =>
    message.replace(`bucket name "${name}" `, '').replace(/^has \d+/, 'has N'),
  );

test.each([
  'abc',
  '1a2',
  'a-b_c',
  'a'.repeat(63),
  'data.example.com',
  `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(30)}`,
  '10.0.0.x',
  'x10.0.0.1',
  '10.0.0.1.x',
  'agoog',
  'gogle',
])('%s can be a bucket', (name) => {
  expect(faultsOf(name)).toEqual([]);
});

test.each([
  ['', [LENGTH]],
  ['ab', [LENGTH]],
  ['a'.repeat(64), [LENGTH]],
  ['a..b', [LENGTH]],
  [`${'a'.repeat(64)}.com`, [LENGTH]],
  [`${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(31)}`, [LENGTH]],
  ['Data', [FORM]],
  ['-data', [FORM]],
  ['data-', [FORM]],
  ['da ta', [FORM]],
  ['10.20.30.40', [ADDRESS]],
  ['goog-data', [GOOGLE]],
  ['my-google-data', [GOOGLE]],
  ['my-g0ogle-data', [GOOGLE]],
  ['my-go0gle-data', [GOOGLE]],
  ['my-goog1e-data', [GOOGLE]],
  ['My-google', [`${FORM} and ${GOOGLE}`]],
])('fails: "%s" cannot be a bucket (bucket-name)', (name, faults) => {
  expect(faultsOf(name)).toEqual(faults);
  expect([...bucketNameProblems(name)]).toMatchObject([{ code: 'bucket-name', property: 'bucketName' }]);
});

test('fails: the fix says what a name is', () => {
  expect([...bucketNameProblems('gs://acme-data')][0]?.fix).toBe(
    'set bucketName to a name without "gs://" that no other bucket in the world has',
  );
});

test('fails: a value that only Terraform knows', () => {
  expect([...bucketNameProblems('${TfToken[TOKEN.1133]}')]).toEqual([
    {
      code: 'bucket-name',
      property: 'bucketName',
      message: 'bucket name "${TfToken[TOKEN.1133]}" holds a value that only Terraform knows',
      fix: 'write it as plain text, because Terraform learns such a value only when it deploys',
    },
  ]);
});
