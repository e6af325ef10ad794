import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { boundsProblems, PORTS, secondsProblems, type Bounds } from '../../../lib/core/problems/bounds';
import { formatProblem } from '../../../lib/core/problems/problem';

const MOST_RUN = { least: 1, most: 604_800 };

test.each<[number | undefined, Bounds]>([
  [undefined, PORTS],
  [1, PORTS],
  [65_535, PORTS],
  [0, {}],
  [0.5, { least: 0.1, fractions: true }],
])('%s is within %j', (value, bounds) => {
  expect([...boundsProblems('count', { value }, bounds)]).toEqual([]);
});

test.each<[number, Bounds, string]>([
  [0, PORTS, 'a whole number from 1 to 65535'],
  [65_536, PORTS, 'a whole number from 1 to 65535'],
  [8.5, { least: 8 }, 'a whole number of 8 or more'],
  [-1, {}, 'a whole number of 0 or more'],
  [NaN, {}, 'a whole number of 0 or more'],
  [Infinity, { fractions: true }, 'a number of 0 or more'],
  [2 ** 53, {}, 'a whole number of 0 or more'],
])('fails: %s is not within %j', (value, bounds, text) => {
  expect([...boundsProblems('count', { other: 8, value }, bounds)].map(formatProblem)).toEqual([
    `value cannot be ${value}: use ${text} (count)`,
  ]);
});

test.each([
  [Duration.days(7), MOST_RUN],
  [Duration.seconds(0), {}],
  [Duration.millis(2000), MOST_RUN],
  [undefined, MOST_RUN],
])('times of whole seconds within their bounds are right', (time, bounds) => {
  expect([...secondsProblems({ time }, bounds)]).toEqual([]);
});

test.each([
  ['1.5', Duration.millis(1500)],
  ['0', Duration.seconds(0)],
  ['691200', Duration.days(8)],
  ['NaN', Duration.seconds(NaN)],
])('fails: %s s is refused with whole-seconds', (seconds, time) => {
  expect([...secondsProblems({ time }, MOST_RUN)].map(formatProblem)).toEqual([
    `time is ${seconds} s: use whole seconds, from 1 to 604800 (whole-seconds)`,
  ]);
});
