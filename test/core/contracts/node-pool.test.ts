import { Size } from 'cdk8s';
import { expect, test } from 'vitest';
import {
  gpusPerNode,
  poolKey,
  poolNumberProblems,
  poolText,
  type INodePool,
  type NodeResources,
  type PoolNumbers,
} from '../../../lib/core/contracts/node-pool';
import { formatProblem } from '../../../lib/core/problems/problem';

const POOL: INodePool = { cluster: { clusterName: 'main' }, poolName: 'big', nodeLabels: {}, taints: [] };
const NODE: NodeResources = { cpuMillis: 1000, memory: Size.gibibytes(4), extended: {} };

const said = (numbers: PoolNumbers) => [...poolNumberProblems(numbers)].map(formatProblem);
const ofNode = (resources: Partial<NodeResources>) => said({ allocatable: { ...NODE, ...resources } });

test('a pool is told from others by its cluster and its name', () => {
  expect(poolKey(POOL)).toBe('//main/big');
  expect(poolKey({ ...POOL, cluster: { clusterName: 'main', location: 'us-east1' } })).toBe('/us-east1/main/big');
});

test('messages name a pool with its machine type, if that is known', () => {
  expect(poolText(POOL)).toBe('pool "big"');
  expect(poolText({ ...POOL, machineType: 'n1-standard-8' })).toBe('pool "big" (n1-standard-8)');
});

test('the GPUs of a node are known if its resources are', () => {
  expect(gpusPerNode(POOL)).toBeUndefined();
  expect(gpusPerNode({ ...POOL, allocatable: NODE })).toBe(0);
  expect(gpusPerNode({ ...POOL, allocatable: { ...NODE, extended: { 'nvidia.com/gpu': 4 } } })).toBe(4);
});

test.each<PoolNumbers>([
  {},
  { minNodes: 0, maxNodes: 0 },
  { minNodes: 3, maxNodes: 3 },
  { minNodes: 3 },
  { maxNodes: 3 },
  { allocatable: { ...NODE, cpuMillis: 1.5, memory: Size.mebibytes(1), ephemeralStorage: Size.mebibytes(1) } },
  { allocatable: { ...NODE, pods: 0, extended: { 'nvidia.com/gpu': 0 } } },
])('a pool can have the numbers %j', (numbers) => {
  expect(said(numbers)).toEqual([]);
});

test('fails: numbers of nodes that no pool has (node-count)', () => {
  const fix = 'use a whole number of 0 or more (node-count)';
  expect(said({ minNodes: -1, maxNodes: 1.5 })).toEqual([
    `minNodes cannot be -1: ${fix}`,
    `maxNodes cannot be 1.5: ${fix}`,
  ]);
  expect(said({ minNodes: 3, maxNodes: 1 })).toEqual([
    'minNodes 3 is above maxNodes 1: use minNodes: 1 and maxNodes: 3 (node-count)',
  ]);
  expect([...poolNumberProblems({ minNodes: 3, maxNodes: 1 })]).toMatchObject([{ property: 'minNodes' }]);
});

test('fails: resources that no node has (resource-amount)', () => {
  const known = 'use a number of 1 or more (resource-amount)';
  const whole = 'use a whole number of 0 or more (resource-amount)';
  expect(ofNode({ cpuMillis: 0 })).toEqual([`allocatable.cpuMillis cannot be 0: ${known}`]);
  expect(ofNode({ cpuMillis: Infinity })).toEqual([`allocatable.cpuMillis cannot be Infinity: ${known}`]);
  expect(ofNode({ memory: Size.gibibytes(0) })).toEqual([`allocatable.memory in MiB cannot be 0: ${known}`]);
  expect(ofNode({ ephemeralStorage: Size.gibibytes(0) })).toEqual([
    `allocatable.ephemeralStorage in MiB cannot be 0: ${known}`,
  ]);
  expect(ofNode({ pods: -1 })).toEqual([`allocatable.pods cannot be -1: ${whole}`]);
  expect(ofNode({ extended: { 'a.com/b': 1.5, 'nvidia.com/gpu': 1 } })).toEqual([`a.com/b cannot be 1.5: ${whole}`]);
});
