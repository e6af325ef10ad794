import { describe, expect, test } from 'vitest';
import { rangeProblems, type Ranges } from '../../../lib/infrastructure/network/range-problems';

const DEFAULTS = { primaryRange: '10.0.0.0/20', podRange: '10.4.0.0/14', serviceRange: '10.1.0.0/20' };
const found = (ranges: Ranges) => [...rangeProblems({ ...DEFAULTS, ...ranges })];

test('ranges that only touch do not share addresses', () => {
  expect(found({ podRange: '10.0.16.0/20' })).toEqual([]);
});

test('fails: a range inside another, whichever comes first', () => {
  expect(found({ primaryRange: '10.0.0.0/16', podRange: '10.0.9.0/24' })).toMatchObject([{ property: 'podRange' }]);
  expect(found({ primaryRange: '10.0.9.0/24', podRange: '10.0.0.0/16' })).toMatchObject([{ code: 'cidr-overlap' }]);
});

test('fails: a range over both others is one problem, and its fix shares no address with either', () => {
  expect(found({ podRange: '10.0.0.0/14' }).map(({ message, fix }) => `${message}: ${fix}`)).toEqual([
    'podRange "10.0.0.0/14" shares addresses with primaryRange "10.0.0.0/20": use "10.4.0.0/14", or move primaryRange',
  ]);
});

test.each([
  ['0.0.0.0/20', '0.0.0.0/8'],
  ['0.255.255.255/32', '0.0.0.0/8'],
  ['127.255.0.0/16', '127.0.0.0/8'],
  ['169.254.255.0/24', '169.254.0.0/16'],
  ['199.36.153.0/24', '199.36.153.4/30'],
  ['239.255.0.0/16', '224.0.0.0/4'],
  ['255.255.255.0/24', '255.255.255.255/32'],
  ['0.0.0.0/0', '0.0.0.0/8'],
])('fails: %s is not for hosts', (podRange, reserved) => {
  expect(found({ podRange })).toMatchObject([
    {
      code: 'cidr',
      property: 'podRange',
      message: `podRange "${podRange}" shares addresses with ${reserved}, which no network can use`,
    },
  ]);
});

test.each(['11.0.0.0/8', '100.64.0.0/10', '240.0.0.0/8'])('%s is not reserved', (podRange) => {
  expect(found({ podRange })).toEqual([]);
});

describe('the range of a fix', () => {
  /** Numbers that look random, and are the same in each run. */
  function* numbers(seed: number): Generator<number> {
    let state = seed;
    for (;;) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      yield state / 2 ** 32;
    }
  }

  function* ranges(count: number): Generator<Ranges> {
    const source = numbers(7);
    const upTo = (most: number) => Math.floor((source.next().value ?? 0) * most);
    const words = ['', 'ten', '10.0.0.0/33', '10.0.0.5/20', '0.0.0.0/0', '10.0.0.0/8', '172.16.0.0/12'];
    const range = () =>
      upTo(4) === 0
        ? words[upTo(words.length)]
        : `${[10, 10, 127, 172][upTo(4)]}.${upTo(8)}.${upTo(4)}.0/${8 + upTo(24)}`;
    for (let each = 0; each < count; each += 1) {
      yield {
        primaryRange: range(),
        podRange: upTo(2) ? range() : undefined,
        serviceRange: upTo(2) ? range() : undefined,
      };
    }
  }

  test('is right, alone and together with the ranges of all other fixes', () => {
    for (const given of ranges(2000)) {
      const problems = found(given);
      const fixes = problems.map(({ property = '', fix }) => [property, /"([^"]+)"/.exec(fix)?.[1] ?? '']);
      expect([given, found({ ...given, ...Object.fromEntries(fixes) })]).toEqual([given, []]);
      for (const [property = '', range] of fixes) {
        const left = found({ ...given, [property]: range }).filter((problem) => problem.property === property);
        expect([given, property, left]).toEqual([given, property, []]);
      }
    }
  });
});
