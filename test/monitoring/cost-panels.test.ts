import { expect, test } from 'vitest';
import { hourlyPrice, PRICES_AS_OF } from '../../lib/core/hardware/catalog/prices';
import { Accelerator, GpuSharing, NodeCount, ProvisioningModel, TrainingCluster } from '../../lib/index';
import { costPanels } from '../../lib/monitoring';
import { stackOf } from '../infrastructure/synthesized';

const cluster = new TrainingCluster(stackOf(), 'cluster', { location: 'us-central1-a' });
const pool = (id: string, props: Partial<Parameters<typeof cluster.addGpuPool>[1]>) =>
  cluster.addGpuPool(id, { accelerators: Accelerator.L4.times(1), nodes: NodeCount.between(0, 2), ...props });
const query = (...[pools, prices]: Parameters<typeof costPanels>) =>
  Object.values(costPanels(pools, prices)[0]?.lines ?? {})[0]?.('') ?? '';

test.each([
  ['a machine with its GPU', pool('l4', { machineType: 'g2-standard-4' }), 0.7068],
  [
    'a machine with two GPUs',
    pool('two', { machineType: 'g2-standard-24', accelerators: Accelerator.L4.times(2) }),
    1.0004,
  ],
  ['a spot machine', pool('spot', { machineType: 'g2-standard-4', provisioningModel: ProvisioningModel.SPOT }), 0.3973],
  ['GPUs on N1', pool('t4', { machineType: 'n1-standard-8', accelerators: Accelerator.T4.times(2) }), 0.54],
  ['a shared GPU', pool('shared', { machineType: 'g2-standard-4', sharing: GpuSharing.timeSharing(4) }), 0.1767],
])('the price of a GPU with its share of %s', (_, each, at) => {
  const [, price] = /([\d.]+) \* max by \(node\)/.exec(query([each])) ?? [];
  expect(Number(price)).toBe(at);
});

test('prices are dated, and unknown where the machine is not', () => {
  expect(PRICES_AS_OF).toMatch(/^2026-/);
  const machine = { machineType: 'g2-standard-4', spot: false };
  expect(hourlyPrice({ ...machine, region: 'us-central1' })).toBeGreaterThan(0);
  expect(hourlyPrice({ ...machine, region: 'mars-north1' })).toBeUndefined();
  expect(hourlyPrice({ ...machine, machineType: 'x9-huge-1', region: 'us-central1' })).toBeUndefined();
});

test('a price of the program takes the place of the list price', () => {
  const each = pool('ours', { machineType: 'g2-standard-4' });
  expect(query([each], { ours: 0.25 })).toContain('(0.25 * max by (node) (kube_node_labels{');
});

test('fails: a machine without a list price, and a price below nothing (gpu-price)', () => {
  const unknown = { cluster, poolName: 'new', nodeLabels: {}, taints: [], machineType: 'x9-huge-8' };
  expect(() => costPanels([unknown])).toThrow('(gpu-price)');
  expect(() => costPanels([unknown], { new: -1 })).toThrow('(gpu-price)');
  expect(costPanels([unknown], { new: 4 })).toHaveLength(2);
});
