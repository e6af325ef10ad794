import { expect, test } from 'vitest';
import { imageProblems } from '../../../lib/core/names/image-name';
import { formatProblem } from '../../../lib/core/problems/problem';

const DIGEST = `sha256:${'a'.repeat(64)}`;

test.each([
  'mnist',
  'mnist:1',
  'acme/mnist:v1.0_b-2',
  'us-docker.pkg.dev/acme-ml/images/digits:1',
  'us-docker.pkg.dev/example.com/acme/images/digits:1',
  'localhost:5000/a',
  '[::1]:5000/a__b/c---d:1',
  'REGISTRY.example.com/a:LATEST',
  `mnist@${DIGEST}`,
  `mnist:1@${DIGEST}`,
  `${'x'.repeat(255)}:1`,
])('%s is the name of an image', (image) => {
  expect([...imageProblems('image', image)]).toEqual([]);
});

test.each([
  '',
  ' ',
  'A b',
  'Mnist',
  'ÄÖ-ü',
  '-x-',
  '../x',
  '$(X)',
  'a:b:c',
  'a..b',
  'https://example.com/a',
  'mnist:',
  'mnist@sha256:1',
  'a/',
])('fails: %j is none (image-form)', (image) => {
  expect([...imageProblems('image', image)].map(formatProblem)).toEqual([
    `${JSON.stringify(image)} is not the name of an image: use a name and a tag, such as "us-docker.pkg.dev/acme/train/mnist:1" (image-form)`,
  ]);
});

test('fails: a name of 256 characters, which no engine takes (image-form)', () => {
  const name = 'x'.repeat(256);
  expect([...imageProblems('image', `${name}:1`)]).toMatchObject([
    {
      code: 'image-form',
      message: `"${name}:1" is not the name of an image: it has 256 characters before its tag, more than 255`,
    },
  ]);
});
