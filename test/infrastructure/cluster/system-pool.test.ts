import type { TerraformStack } from 'cdktf';
import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { ProvisioningModel } from '../../../lib/core/hardware/provisioning-model';
import { NodeCount } from '../../../lib/infrastructure/pool/node-count';
import { Taint } from '../../../lib/core/contracts/taint';
import { SystemPool } from '../../../lib/infrastructure/cluster/system-pool';
import { GpuNodePool } from '../../../lib/infrastructure/gpu-node-pool';
import { NodePool } from '../../../lib/infrastructure/node-pool';
import type { TrainingCluster } from '../../../lib/infrastructure/training-cluster';
import { all, messageOf, only, problemsOf, refusedFor, stackOf, synthesized, twoStacks } from '../synthesized';
import { clusterOf, poolNames } from '../clusters';

describe('the system pool', () => {
  const GPU = { accelerators: Accelerator.T4.times(1), nodes: NodeCount.between(0, 2) };

  test('a cluster whose other pools are tainted has a small one', () => {
    const stack = stackOf();
    clusterOf({}, stack).addGpuPool('t4', GPU);
    expect(poolNames(stack)).toEqual(expect.arrayContaining(['system', 't4']));
    expect(all(stack, 'google_container_node_pool').find(({ name }) => name === 'system')).toMatchObject({
      autoscaling: { total_min_node_count: 1, total_max_node_count: 3 },
      node_config: { machine_type: 'e2-standard-2' },
    });
  });

  test.each<[string, (cluster: TrainingCluster, stack: TerraformStack) => void]>([
    [
      'added',
      (cluster) => {
        cluster.addGpuPool('t4', GPU);
        cluster.addPool('cpu', { nodes: NodeCount.between(1, 3) });
      },
    ],
    [
      'made beside the cluster',
      (cluster, stack) => {
        new GpuNodePool(stack, 't4', { cluster, ...GPU });
        new NodePool(stack, 'cpu', { cluster, nodes: NodeCount.between(1, 3) });
      },
    ],
  ])('beside a steady pool, %s, it stays but may be empty, and GPU pools wait for the steady one', (_, makePools) => {
    const stack = stackOf();
    const cluster = clusterOf({}, stack);
    makePools(cluster, stack);
    const pools = synthesized(stack).google_container_node_pool ?? {};
    const idOf = (name: string) => Object.keys(pools).find((id) => pools[id]?.name === name) ?? '';
    expect(
      Object.values(pools)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['cpu', 'system', 't4']);
    expect(pools[idOf('system')]).toMatchObject({
      initial_node_count: 0,
      autoscaling: { total_min_node_count: 0, total_max_node_count: 3 },
      node_config: { machine_type: 'e2-standard-2' },
    });
    expect(pools[idOf('t4')]?.depends_on).toContain(`google_container_node_pool.${idOf('cpu')}`);
    expect(cluster.pools.map((pool) => pool.poolName).sort()).toEqual(['cpu', 'system', 't4']);
  });

  test('it has one address in every version of the program, so that Terraform changes it in place', () => {
    const addressIn = (...pools: string[]) => {
      const stack = stackOf();
      const cluster = clusterOf({}, stack);
      for (const id of pools) cluster.addPool(id, { nodes: NodeCount.between(1, 3) });
      const written = Object.entries(synthesized(stack).google_container_node_pool ?? {});
      return written.find(([, { name }]) => name === 'system')?.[0];
    };
    expect(addressIn('cpu')).toBe(addressIn());
    expect(addressIn('cpu', 'more')).toBe(addressIn());
  });

  test('a steady pool of a later stack does not empty it', () => {
    const { infra, appl } = twoStacks();
    const cluster = clusterOf({}, infra);
    new NodePool(appl, 'cpu', { cluster, nodes: NodeCount.fixed(1) });
    new GpuNodePool(appl, 't4', { cluster, ...GPU });
    expect(poolNames(infra)).toEqual(['system']);
    expect(appl.dependencies).toEqual([infra]);
    expect(problemsOf(appl)).toEqual([]);
  });

  test.each([
    ['can be empty', { nodes: NodeCount.between(0, 3) }],
    ['is tainted', { nodes: NodeCount.fixed(1), taints: [Taint.of('team', 'vision')] }],
    ['has Arm processors', { nodes: NodeCount.fixed(1), machineType: 't2a-standard-4' }],
    ['can be taken away', { nodes: NodeCount.fixed(1), provisioningModel: ProvisioningModel.SPOT }],
  ])('a pool that %s does not empty it', (_, options) => {
    const stack = stackOf();
    clusterOf({}, stack).addPool('cpu', options);
    expect(all(stack, 'google_container_node_pool').find(({ name }) => name === 'system')).toMatchObject({
      autoscaling: { total_min_node_count: 1 },
    });
  });

  test('it can be sized, and then stays', () => {
    const stack = stackOf();
    clusterOf({ systemPool: SystemPool.of('e2-standard-8', NodeCount.fixed(2)) }, stack).addPool('cpu', {
      nodes: NodeCount.fixed(1),
    });
    expect(all(stack, 'google_container_node_pool')).toContainEqual(
      expect.objectContaining({
        name: 'system',
        node_count: 2,
        node_config: expect.objectContaining({ machine_type: 'e2-standard-8' }),
      }),
    );
  });

  test('it can be elsewhere, and GPU pools then wait for the cluster alone', () => {
    const stack = stackOf();
    clusterOf({ systemPool: SystemPool.ELSEWHERE }, stack).addGpuPool('t4', GPU);
    const [clusterId = ''] = Object.keys(synthesized(stack).google_container_cluster ?? {});
    expect(only(stack, 'google_container_node_pool').depends_on).toContain(`google_container_cluster.${clusterId}`);
  });

  test('fails: another pool with its id', () => {
    expect(refusedFor(() => clusterOf().addPool('system'))).toEqual(['system-pool-id']);
    const cluster = clusterOf();
    cluster.addPool('cpu', { nodes: NodeCount.fixed(1) });
    expect(refusedFor(() => cluster.addPool('system'))).toEqual(['system-pool-id']);
  });

  test.each(['addPool', 'addGpuPool'] as const)('fails: id-taken for %s with the id of another pool', (add) => {
    const cluster = clusterOf({ clusterName: 'ours' });
    cluster.addPool('p');
    expect(messageOf(() => cluster[add]('p', GPU))).toBe(
      '[mnist-dev/cluster] cluster "ours" already has a child with the id "p": give this pool another id, such as "p-2" (id-taken)',
    );
  });

  test('pools made apart from the cluster are among its pools', () => {
    const stack = stackOf();
    const cluster = clusterOf({}, stack);
    const pool = new GpuNodePool(stack, 'apart', { cluster, ...GPU });
    expect(cluster.pools).toContain(pool);
  });
});
