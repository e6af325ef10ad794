import { Construct, RootConstruct } from 'constructs';
import { expect, test } from 'vitest';
import { checkProps, openAdvice } from '../../../lib/core/problems/check';
import { nearestTo } from '../../../lib/core/problems/nearest';
import { formatProblem, type Problem } from '../../../lib/core/problems/problem';
import { saysStandIn, standIn } from '../../../lib/core/problems/stand-in';
import {
  anyObject,
  anything,
  choice,
  contract,
  DURATION,
  either,
  FLAG,
  having,
  jsonObject,
  listOf,
  METHOD,
  number,
  object,
  optional,
  optionProblems,
  recordOf,
  text,
  typeProblems,
  unknownProps,
  valueOf,
  type Rules,
} from '../../../lib/core/problems/rules';

const texts = (problems: Iterable<Problem>) => [...problems].map(formatProblem);
const one = (rule: Parameters<typeof optional>[0], value: unknown) => texts(rule.check('it', value));

interface DiskProps {
  readonly type: string;
  readonly size?: number;
}
const ENGINE = contract('run', { run: METHOD, stop: METHOD }, 'give an engine');
const DISK: Rules<DiskProps> = { type: text('name a type of disk'), size: optional(number('use 10 or more')) };

test('what is there and of its type is no problem', () => {
  expect(texts(typeProblems({ type: 'ssd', size: 10 }, DISK))).toEqual([]);
  expect(texts(typeProblems({ type: 'ssd' }, DISK))).toEqual([]);
  expect(texts(optionProblems(undefined, { size: DISK.size }))).toEqual([]);
});

test.each([[undefined], [{}], [{ type: null }], [{ type: undefined }]])(
  'fails: in %j a required prop is missing',
  (props) => {
    expect(texts(typeProblems(props, DISK, 'bootDisk.'))).toEqual([
      'bootDisk.type is missing: name a type of disk (missing)',
    ]);
  },
);

test('fails: null in place of an optional prop is of the wrong-type', () => {
  expect(texts(typeProblems({ type: 'ssd', size: null }, DISK))).toEqual([
    'size cannot be null: use 10 or more, or leave it out (wrong-type)',
  ]);
});

test.each([
  ['a text', text('x'), 3, 'it cannot be 3: x (wrong-type)'],
  ['a number', number('x'), '3', 'it cannot be "3": x (wrong-type)'],
  ['a flag', FLAG, 'false', 'it cannot be "false": use true or false (wrong-type)'],
  [
    'a choice that is near',
    choice('RAPID', 'REGULAR', 'STABLE'),
    'regular',
    'it cannot be "regular": use "REGULAR" (wrong-type)',
  ],
  [
    'a choice that is far',
    choice('RAPID', 'STABLE'),
    'slow',
    'it cannot be "slow": use "RAPID" or "STABLE" (wrong-type)',
  ],
  [
    'a choice without a text',
    choice('RAPID', 'STABLE'),
    Object.create(null),
    'it cannot be [Object: null prototype] {}: use "RAPID" or "STABLE" (wrong-type)',
  ],
  ['something by a member', having('nodeLabels', 'x'), {}, 'it cannot be {}: x (wrong-type)'],
  ['a value by its class', valueOf('Taint', 'x'), { key: 'a' }, 'it cannot be [Object]: x (wrong-type)'],
  ['a time', DURATION, 60, "it cannot be 60: use cdk8s' Duration, such as Duration.hours(4) (wrong-type)"],
  ['either of two', either(valueOf('Taint', 'x'), text('y')), 3, 'it cannot be 3: y (wrong-type)'],
  ['a list', listOf(text('x')), 'a', 'it cannot be "a": give a list: x (wrong-type)'],
  ['an entry of a list', listOf(text('x')), ['a', 1], 'it[1] cannot be 1: x (wrong-type)'],
  ['a hole of a list', listOf(text('x')), Array(1), 'it[0] is missing: x (missing)'],
  ['a record', recordOf(text('x')), ['a'], 'it cannot be [Array]: x (wrong-type)'],
  ['an entry of a record', recordOf(text('x')), { a: undefined }, 'it.a is missing: x (missing)'],
  ['an object', object(DISK, 'x'), 'ssd', 'it cannot be "ssd": x (wrong-type)'],
  ['a prop of an object', object(DISK, 'x'), { type: 1 }, 'it.type cannot be 1: name a type of disk (wrong-type)'],
  ['any object', anyObject('x'), () => 1, 'it cannot be [Function (anonymous)]: x (wrong-type)'],
  ['an object for JSON', jsonObject('x'), [], 'it cannot be []: x (wrong-type)'],
  ['an object for JSON with a BigInt', jsonObject('x'), { a: 1n }, 'it cannot be [Object]: x (wrong-type)'],
  ['a contract', ENGINE, {}, 'it cannot be {}: give an engine (wrong-type)'],
  [
    'a contract without one of its methods',
    ENGINE,
    { run: () => 1 },
    'it.stop is missing: write it as a method (missing)',
  ],
  [
    'a contract with a wrong method',
    ENGINE,
    { run: 1, stop: () => 1 },
    'it.run cannot be 1: write it as a method (wrong-type)',
  ],
  ['a choice by its beginning', choice('RAPID', 'REGULAR'), 'reg', 'it cannot be "reg": use "REGULAR" (wrong-type)'],
  [
    'a choice by its beginning, and more',
    choice('RAPID', 'REGULAR'),
    'regular-channel',
    'it cannot be "regular-channel": use "REGULAR" (wrong-type)',
  ],
  ['one of two choices', choice('a', 'ab', 'x'), 'abc', 'it cannot be "abc": use "a" or "ab" (wrong-type)'],
])('fails: %s of another type (missing, wrong-type)', (_, rule, value, message) => {
  expect(one(rule, value)).toEqual([message]);
});

test.each([
  ['a text', text('x'), ''],
  ['a number', number('x'), NaN],
  ['a flag', FLAG, false],
  ['a choice', choice('RAPID', 'STABLE'), 'STABLE'],
  ['something by a member', having('nodeLabels', 'x'), { nodeLabels: undefined }],
  ['a value by its class', valueOf('Taint', 'x'), { '~type': 'Taint' }],
  ['the first of two', either(text('x'), number('y')), 'a'],
  ['the second of two', either(text('x'), number('y')), 1],
  ['a list', listOf(text('x')), ['a', 'b']],
  ['a record', recordOf(text('x')), { a: 'b' }],
  ['an object', object(DISK, 'x'), { type: 'ssd' }],
  ['any object', anyObject('x'), {}],
  ['an object for JSON', jsonObject('x'), { a: [1] }],
  ['a contract', ENGINE, { run: () => 1, stop: () => 1, further: 1 }],
  ['anything', anything('x'), Symbol('x')],
])('%s of its type is no problem', (_, rule, value) => {
  expect(one(rule, value)).toEqual([]);
});

test('a table for the compiler says which props may be left out', () => {
  expect([DISK.type.isOptional, DISK.size.isOptional]).toEqual([false, true]);
});

test('fails: a choice that is missing, with all that there are (missing)', () => {
  expect(texts(typeProblems({}, { zone: choice('a', 'b') }))).toEqual(['zone is missing: use "a" or "b" (missing)']);
});

test('a stand-in for a refused value, or for all props, is told as one', () => {
  const refused = standIn();
  const [problem] = typeProblems({ run: refused }, { run: METHOD });
  expect(problem).toMatchObject({ code: 'wrong-type', property: 'run' });
  expect(saysStandIn(problem?.message ?? '')).toBe(true);
  expect([...typeProblems(refused, { type: DISK.type })].every(({ message }) => saysStandIn(message))).toBe(true);
});

test('what is no list has no props that are unknown', () => {
  const rules = { disks: optional(listOf(object(DISK, 'x'))), types: optional(listOf(text('x'))) };
  expect(texts(unknownProps({ disks: 'ssd', types: [{ typ: 'ssd' }] }, rules))).toEqual([]);
  expect(texts(unknownProps('ssd', rules))).toEqual([]);
});

test('fails: options that are no object (wrong-type)', () => {
  expect(texts(optionProblems(null, {}))).toEqual([
    'options cannot be null: give them by their names, or leave them out (wrong-type)',
  ]);
});

test('fails: a prop that does not exist is advice that names the nearest one (unknown-prop)', () => {
  const construct = new Construct(new RootConstruct(), 'disk');
  checkProps(construct, { type: 'ssd', sise: 10, colour: 'red' } as DiskProps, DISK);
  expect(openAdvice(construct).map(({ advice }) => formatProblem(advice))).toEqual([
    'there is no prop sise, so its value has no effect: write size, or leave it out (unknown-prop)',
    'there is no prop colour, so its value has no effect: leave it out (unknown-prop)',
  ]);
});

test('fails: so is one within an object of options (unknown-prop)', () => {
  const rules = { bootDisk: optional(object(DISK, 'x')) };
  expect(texts(unknownProps({ bootDisk: { typ: 'ssd' } }, rules))).toEqual([
    'there is no prop bootDisk.typ, so its value has no effect: write bootDisk.type, or leave it out (unknown-prop)',
  ]);
});

test('fails: so is one within a list of objects (unknown-prop)', () => {
  const rules = { disks: optional(listOf(object(DISK, 'x'))) };
  expect(texts(unknownProps({ disks: [{ type: 'ssd' }, { typ: 'ssd' }] }, rules))).toEqual([
    'there is no prop disks[1].typ, so its value has no effect: write disks[1].type, or leave it out (unknown-prop)',
  ]);
});

test('the nearest name is the one with the fewest letters to change, if it is near at all', () => {
  const names = ['machineType', 'maxPodsPerNode', 'zones', 'nodes'];
  expect(nearestTo('MachinType', names)).toBe('machineType');
  expect(nearestTo('node', names)).toBe('nodes');
  expect(nearestTo('acceleratorCount', names)).toBeUndefined();
});

test.each([
  ['abcdef', 'abcdxy', true],
  ['abcdef', 'abcxyz', false],
  ['abc', 'axy', true],
  ['abcdefghijkl', 'abcdefghwxyz', true],
  ['abcdefghijkl', 'abcdefgvwxyz', false],
  ['xxxabc', 'abc', false],
  ['a', 'abcdefgh', false],
  ['ABC', 'abc', true],
])('%s may stand for %s: %j, as two letters or a third of them may differ', (name, candidate, isNear) => {
  expect(nearestTo(name, [candidate])).toBe(isNear ? candidate : undefined);
});

test('fails: a misspelt option of a factory is a problem, as a factory cannot advise (unknown-prop)', () => {
  expect(texts(optionProblems({ sise: 10 }, { size: DISK.size }))).toEqual([
    'there is no prop sise, so its value has no effect: write size, or leave it out (unknown-prop)',
  ]);
  expect(texts(optionProblems({ colour: 'red' }, { size: DISK.size }))).toEqual([]);
});

test('fails: a misspelt choice names the nearest (wrong-type)', () => {
  expect(one(choice('RAPID', 'REGULAR'), 'REGULER')).toEqual(['it cannot be "REGULER": use "REGULAR" (wrong-type)']);
});
