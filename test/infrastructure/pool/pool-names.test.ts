import { expect, test } from 'vitest';
import { NodePool } from '../../../lib/infrastructure/node-pool';
import { cpuPool, newStack, problemsOf, regional, zonal } from './pools';

test('fails: a name that is too long with its generation, with one that would do (name)', () => {
  const tooLong = { poolName: 'p'.repeat(39), generation: 2 };
  const { codes, fixes } = problemsOf(() => cpuPool(tooLong));
  expect(codes).toEqual(['name']);
  const [, poolName = ''] = /to "([^"]*)"/.exec(fixes[0] ?? '') ?? [];
  expect(problemsOf(() => cpuPool({ ...tooLong, poolName })).codes).toEqual([]);
});

test('fails: pool-name-taken for the second pool of one name, at synthesis', () => {
  const stack = newStack();
  new NodePool(stack, 'a', { cluster: zonal, poolName: 'same' });
  const second = new NodePool(stack, 'b', { cluster: zonal, poolName: 'same' });
  const elsewhere = new NodePool(stack, 'c', { cluster: regional, poolName: 'same' });
  expect(second.node.validate()).toEqual([
    expect.stringMatching(/"same" is already the name of stack\/a .*\(pool-name-taken\)$/),
  ]);
  expect(elsewhere.node.validate()).toEqual([]);
});

test('a name is free again when its pool is gone', () => {
  const stack = newStack();
  new NodePool(stack, 'a', { cluster: zonal, poolName: 'same' });
  const second = new NodePool(stack, 'b', { cluster: zonal, poolName: 'same' });
  stack.node.tryRemoveChild('a');
  expect(second.node.validate()).toEqual([]);
});
