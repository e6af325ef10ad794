import { expect, test } from 'vitest';
import { problemsBelow } from '../../../lib/core/problems/check';
import { TrainingCluster } from '../../../lib/infrastructure/training-cluster';
import { stackOf } from '../synthesized';
import { NodePool } from '../../../lib/infrastructure/node-pool';
import { cpuPool, newStack, problemsOf, regional, zonal } from './pools';

test('fails: a name that is too long with its generation (name)', () => {
  const tooLong = { poolName: 'p'.repeat(39), generation: 2 };
  expect(problemsOf(() => cpuPool(tooLong)).codes).toEqual(['name']);
  expect(problemsOf(() => cpuPool({ ...tooLong, poolName: 'p'.repeat(37) })).codes).toEqual([]);
});

test('fails: pool-name-taken for the second pool of one name, at synthesis', () => {
  const stack = newStack();
  new NodePool(stack, 'a', { cluster: zonal, poolName: 'same' });
  const second = new NodePool(stack, 'b', { cluster: zonal, poolName: 'same' });
  const elsewhere = new NodePool(stack, 'c', { cluster: regional, poolName: 'same' });
  expect(second.node.validate()).toEqual([
    '"same" is already the name of stack/a in cluster "theirs": give one of the two another poolName (pool-name-taken)',
  ]);
  expect(problemsBelow(stack).at(-1)).toMatchObject({ path: 'stack/b', property: 'poolName' });
  expect(elsewhere.node.validate()).toEqual([]);
});

test('pools of two clusters of one name are told at the clusters alone', () => {
  const stack = stackOf();
  const clusters = ['a', 'b'].map(
    (id) => new TrainingCluster(stack, id, { clusterName: 'same', location: 'us-east1-c' }),
  );
  const [, second] = clusters.map(
    (cluster, index) => new NodePool(stack, `pool-${index}`, { cluster, poolName: 'cpu' }),
  );
  expect(second?.node.validate()).toEqual([]);
});

test('fails: pool-name-taken for two pools of one cluster of the program, and for one that others made', () => {
  const stack = stackOf();
  const cluster = new TrainingCluster(stack, 'a', { clusterName: 'same', location: 'us-east1-c' });
  new NodePool(stack, 'one', { cluster, poolName: 'cpu' });
  const second = new NodePool(stack, 'two', { cluster, poolName: 'cpu' });
  const theirs = {
    clusterName: 'same',
    location: 'us-east1-c',
    nodeServiceAccountEmail: zonal.nodeServiceAccountEmail,
  };
  const third = new NodePool(stack, 'three', { cluster: theirs, poolName: 'cpu' });
  for (const pool of [second, third])
    expect(pool.node.validate()).toEqual([expect.stringMatching(/\(pool-name-taken\)$/)]);
});

test('a name is free again when its pool is gone', () => {
  const stack = newStack();
  new NodePool(stack, 'a', { cluster: zonal, poolName: 'same' });
  const second = new NodePool(stack, 'b', { cluster: zonal, poolName: 'same' });
  stack.node.tryRemoveChild('a');
  expect(second.node.validate()).toEqual([]);
});
