import { expect, test } from 'vitest';
import { refuse } from '../../../lib/core/problems/errors';
import { problem, type Problem } from '../../../lib/core/problems/problem';

function* lengthProblems(text: string): Generator<Problem> {
  if (text.length > 3) yield problem('too-long', `${text} is too long`, 'use 3 letters');
}

test('checks that find nothing refuse nothing', () => {
  expect(() => {
    refuse('it', [], lengthProblems('abc'));
  }).not.toThrow();
});

test('fails: the first check that finds something is thrown with all that it finds; later ones do not begin', () => {
  const types = [problem('a', 'one', 'x'), problem('b', 'two', 'y')];
  expect(() => {
    refuse('it', [], types, lengthProblems(undefined as never));
  }).toThrow(/^\[it\] one: x \(a\)\n\[it\] two: y \(b\)$/);
});
