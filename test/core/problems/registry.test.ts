import { Construct, RootConstruct } from 'constructs';
import { expect, test, vi } from 'vitest';
import { firstTime, isInTree, joinTrees, onlyOf, Topic, treesOf } from '../../../lib/core/problems/registry';
import type * as Registry from '../../../lib/core/problems/registry';

const COLOURS = new Topic<string>('colors');

test('what constructs register is found in the order of the program, in their own tree alone', () => {
  const [tree, other] = [new RootConstruct(), new RootConstruct()];
  const [a, b] = [new Construct(tree, 'a'), new Construct(tree, 'b')];
  COLOURS.add(a, 'red', 'green');
  COLOURS.add(b, 'blue');
  COLOURS.add(a, 'black');
  expect(COLOURS.of(a)).toEqual(['red', 'green', 'black']);
  expect(COLOURS.all(b).map(({ entry }) => entry)).toEqual(['red', 'green', 'black', 'blue']);
  expect(COLOURS.all(other)).toEqual([]);
});

test('what was taken out of the tree is left out, with all that stood below it', () => {
  const tree = new RootConstruct();
  const below = new Construct(new Construct(tree, 'a'), 'b');
  COLOURS.add(below, 'red');
  tree.node.tryRemoveChild('a');
  expect(isInTree(below)).toBe(false);
  expect(COLOURS.all(tree)).toEqual([]);
});

test('something is said for the first time once in a tree', () => {
  const tree = new RootConstruct();
  const construct = new Construct(tree, 'a');
  expect([firstTime(construct, 'x'), firstTime(tree, 'x'), firstTime(tree, 'y')]).toEqual([true, false, true]);
});

test('the one entry of a topic is made when it is first asked for, and once', () => {
  const tree = new RootConstruct();
  const below = new Construct(tree, 'a');
  expect([onlyOf(COLOURS, below, () => 'red'), onlyOf(COLOURS, tree, () => 'blue')]).toEqual(['red', 'red']);
  expect(COLOURS.all(tree)).toEqual([{ construct: tree, entry: 'red' }]);
});

test('the trees of a program know of each other, and of no others', () => {
  const [one, two, other] = [new RootConstruct(), new RootConstruct(), new RootConstruct()];
  const below = new Construct(one, 'a');
  for (const tree of [two, below, other]) COLOURS.add(tree, 'red');
  expect([treesOf(below), COLOURS.inProgram(one)]).toEqual([[one], [{ construct: below, entry: 'red' }]]);
  joinTrees([one, two]);
  expect(treesOf(below)).toEqual([one, two]);
  expect(COLOURS.inProgram(two).map(({ construct }) => construct)).toEqual([below, two]);
  expect(COLOURS.inProgram(other).map(({ construct }) => construct)).toEqual([other]);
});

test('another copy of the library reads what this one wrote', async () => {
  vi.resetModules();
  const other = await vi.importActual<typeof Registry>('../../../lib/core/problems/registry');
  expect(other.Topic).not.toBe(Topic);
  const tree = new RootConstruct();
  COLOURS.add(tree, 'red');
  expect(new other.Topic<string>('colors').of(tree)).toEqual(['red']);
  expect(onlyOf(new other.Topic<string>('colors'), tree, () => 'blue')).toBe('red');
});
