import { Duration, Size } from 'cdk8s';
import { Construct, RootConstruct } from 'constructs';
import { expect, test } from 'vitest';
import { inOwnWords } from '../../../lib/core/problems/foreign-errors';

function thrownBy(expression: () => unknown): unknown {
  try {
    expression();
  } catch (error) {
    return error;
  }
  return undefined;
}

const said = (expression: () => unknown) => String(inOwnWords(thrownBy(expression)));

test.each<[string, () => unknown, string]>([
  ['duration', () => Duration.seconds(-1), 'a Duration cannot be -1: use a number of 0 or more (duration)'],
  [
    'duration',
    () => Duration.parse('x'),
    '"x" is not a Duration: use Duration.hours(4), or a text such as "PT4H" (duration)',
  ],
  [
    'duration',
    () => Duration.millis(1500).toSeconds(),
    '1500 millis is not a whole number of seconds: use a whole number of seconds (duration)',
  ],
  [
    'duration',
    () => Duration.seconds(1.5).toSeconds(),
    '1.5 is not a whole number of seconds: use a whole number of seconds (duration)',
  ],
  ['size', () => Size.gibibytes(-4), 'a Size cannot be -4: use a number of 0 or more (size)'],
])('fails: an error of cdk8s is said in our words, with the line of the program (%s)', (_, expression, message) => {
  expect(said(expression)).toMatch(/^ValidationError: \[.*foreign-errors\.test\.ts:\d+:\d+\] /);
  expect(said(expression)).toContain(message);
});

test('fails: a construct of version 3 of constructs in a tree of version 10 (constructs-twice)', () => {
  const old = 'construct does not have an associated node. All constructs must extend the "Construct" base class';
  const expression = () => {
    throw new Error(old);
  };
  expect(said(expression)).toContain(
    'a construct of version 3 of the package constructs is given a scope of version 10: ask for one version of constructs in package.json and run npm dedupe; npm ls constructs shows who brings another copy (constructs-twice)',
  );
});

test('fails: an id that a construct of another library takes twice (id-taken)', () => {
  const scope = new Construct(new RootConstruct(), 'training');
  const twice = () => [new Construct(scope, 'a'), new Construct(scope, 'a')];
  expect(said(twice)).toContain(
    '"training" already has a child with the id "a": use another id, such as "a-2" (id-taken)',
  );
});

test('fails: an id that is taken below the app itself (id-taken)', () => {
  const scope = new RootConstruct();
  const twice = () => [new Construct(scope, 'a'), new Construct(scope, 'a')];
  expect(said(twice)).toContain('the app already has a child with the id "a": use another id');
});

test.each([
  ['    at main (/a/b.ts:1:2)', '/a/b.ts:1:2'],
  ['    at /a/b.ts:1:2', '/a/b.ts:1:2'],
  ['    at main (file:///a/b.mts:1:2)', 'file:///a/b.mts:1:2'],
  ['    at main (C:\\a\\b.ts:1:2)', 'C:\\a\\b.ts:1:2'],
  ['    at async Promise.all (index 0)', 'at async Promise.all (index 0)'],
  ['    at x (/a/node_modules/b.js:1:2)\n    at y (node:fs:1:2)\n    at z (/c.ts:3:4)', '/c.ts:3:4'],
  ['    at Array.map (<anonymous>)\n    at z (/c.ts:3:4)', '/c.ts:3:4'],
  ['no frame', 'program'],
])('the frame %j is the line %j of the program', (frames, line) => {
  const error = new Error('Not a valid ISO duration: x');
  error.stack = `Error: Not a valid ISO duration: x\n${frames}`;
  expect(String(inOwnWords(error))).toBe(
    `ValidationError: [${line}] "x" is not a Duration: use Duration.hours(4), or a text such as "PT4H" (duration)`,
  );
});

test('any other error stays as it is', () => {
  const error = new TypeError('oops');
  expect(inOwnWords(error)).toBe(error);
  for (const other of ['oops', undefined, null, { message: 'Not a valid ISO duration: x' }])
    expect(inOwnWords(other)).toBe(other);
});
