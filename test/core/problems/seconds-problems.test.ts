import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { secondsProblems } from '../../../lib/core/problems/seconds-problems';
import { formatProblem } from '../../../lib/core/problems/problem';

test('whole seconds, and none at all, are right', () => {
  expect([...secondsProblems('grace', undefined, 1)]).toEqual([]);
  expect([...secondsProblems('grace', Duration.seconds(0), 0)]).toEqual([]);
  expect([...secondsProblems('grace', Duration.millis(2000), 1)]).toEqual([]);
});

test('fails: more than the most is refused with the code of its rule', () => {
  const rule = { code: 'max-run', atMost: 7 * 86_400 };
  expect([...secondsProblems('maxRun', Duration.days(7), 1, rule)]).toEqual([]);
  expect([...secondsProblems('maxRun', Duration.days(8), 1, rule)].map(formatProblem)).toEqual([
    'maxRun is 691200 s: use 7 days (604800 s) or less (max-run)',
  ]);
});

test.each([
  ['1.5', Duration.millis(1500)],
  ['0', Duration.seconds(0)],
  ['NaN', Duration.seconds(NaN)],
])('fails: %s s is refused with whole-seconds', (seconds, duration) => {
  expect([...secondsProblems('grace', duration, 1)].map(formatProblem)).toEqual([
    `grace is ${seconds} s: use whole seconds, 1 or more (whole-seconds)`,
  ]);
});
