import { describe, expect, test } from 'vitest';
import { NodeCount } from '../../../lib/infrastructure/pool/node-count';
import { SystemPool } from '../../../lib/infrastructure/cluster/system-pool';
import { addressesPerNode } from '../../../lib/infrastructure/cluster/address-problems';
import { Network } from '../../../lib/infrastructure/network';
import { TrainingCluster } from '../../../lib/infrastructure/training-cluster';
import { UpgradeStrategy } from '../../../lib/infrastructure/pool/upgrade-strategy';
import { openAdvice } from '../../../lib/core/problems/check';
import { formatProblem } from '../../../lib/core/problems/problem';
import { problemsOf, refusedFor, stackOf } from '../synthesized';
import { clusterOf, blockOf } from '../clusters';

describe('addresses', () => {
  const systemPool = SystemPool.ELSEWHERE;

  test.each([
    [8, 16],
    [32, 64],
    [110, 256],
    [256, 512],
  ])('a node with %i pods takes %i addresses', (pods, addresses) => {
    expect(addressesPerNode(pods)).toBe(addresses);
  });

  test('fails: more nodes than the pod range holds, at 110 pods; at 32 they fit', () => {
    const grow = (maxPodsPerNode: number) => {
      const stack = stackOf();
      const network = new Network(stack, 'network', { podRange: '10.4.0.0/21' });
      clusterOf({ network, maxPodsPerNode, systemPool }, stack).addPool('cpu', { nodes: NodeCount.between(1, 9) });
      return problemsOf(stack);
    };
    expect(grow(110)).toEqual([
      'the pools grow to 9 nodes, which take 2304 addresses (256 a node), but podRange "10.4.0.0/21" has 2048: use a podRange of /20 or larger, fewer nodes, or a lower maxPodsPerNode (pod-addresses)',
    ]);
    expect(grow(32)).toEqual([]);
  });

  test('fails: two clusters on one network together have more nodes than it has addresses', () => {
    const stack = stackOf();
    const network = new Network(stack, 'network', { primaryRange: '10.0.0.0/28' });
    clusterOf({ network, systemPool }, stack).addPool('cpu', { nodes: NodeCount.between(1, 8) });
    expect(problemsOf(stack)).toEqual([]);
    new TrainingCluster(stack, 'second', { network, location: 'us-east1-b', systemPool }).addPool('cpu', {
      nodes: NodeCount.between(1, 8),
    });
    expect(problemsOf(stack)).toEqual([
      'the pools grow to 16 nodes, but primaryRange "10.0.0.0/28" has addresses for 10 beside the 6 that Google keeps: use a primaryRange of /27 or larger, or at most 10 nodes (node-addresses)',
    ]);
  });

  test('ranges that are just large enough are', () => {
    const stack = stackOf();
    const network = new Network(stack, 'network', { primaryRange: '10.0.0.0/28', podRange: '10.4.0.0/20' });
    clusterOf({ network, maxPodsPerNode: 110, systemPool }, stack).addPool('cpu', { nodes: NodeCount.between(1, 11) });
    expect(problemsOf(stack)).toEqual([]);
    const full = stackOf();
    const pods = new Network(full, 'network', { podRange: '10.4.0.0/21' });
    clusterOf({ network: pods, systemPool }, full).addPool('cpu', { nodes: NodeCount.between(1, 8) });
    expect(problemsOf(full)).toEqual([]);
  });

  test('fails: nodes in each of the zones that GKE chooses', () => {
    const stack = stackOf();
    const network = new Network(stack, 'network', { primaryRange: '10.0.0.0/28' });
    const cluster = clusterOf({ location: 'us-east1', network, systemPool: SystemPool.ELSEWHERE }, stack);
    cluster.addPool('cpu', { nodes: NodeCount.perZone(4), upgrade: UpgradeStrategy.surge(0, 1) });
    expect(problemsOf(stack)).toEqual([
      'the pools grow to 12 nodes, but primaryRange "10.0.0.0/28" has addresses for 11 beside the 5 that Google keeps: use a primaryRange of /27 or larger, or at most 11 nodes (node-addresses)',
    ]);
  });

  test('fails: ranges without room for an upgrade are advised against with upgrade-addresses', () => {
    const adviceFor = (nodes: number, upgrade: UpgradeStrategy) => {
      const stack = stackOf();
      const network = new Network(stack, 'network', { primaryRange: '10.0.0.0/28' });
      clusterOf({ network, systemPool: SystemPool.ELSEWHERE }, stack).addPool('cpu', {
        nodes: NodeCount.between(1, nodes),
        upgrade,
      });
      expect(problemsOf(stack)).toEqual([]);
      return openAdvice(stack).map(({ advice }) => formatProblem(advice));
    };
    expect(adviceFor(11, UpgradeStrategy.surge(1, 0))).toEqual([
      'an upgrade adds up to 1 nodes, but primaryRange has addresses only for the pools at their most nodes: use a primaryRange of /27 or larger, or at most 10 nodes; or upgrade without further nodes, by UpgradeStrategy.surge(0, 1) (upgrade-addresses)',
    ]);
    expect(adviceFor(6, UpgradeStrategy.blueGreen()).join()).toContain('an upgrade adds up to 6 nodes');
    for (const [nodes, upgrade] of [
      [10, UpgradeStrategy.surge(1, 0)],
      [11, UpgradeStrategy.surge(0, 1)],
      [5, UpgradeStrategy.blueGreen()],
    ] as const) {
      expect(adviceFor(nodes, upgrade)).toEqual([]);
    }
  });

  test('two clusters of one network share its range of services, as GKE lets them', () => {
    const stack = stackOf();
    const network = new Network(stack, 'network');
    clusterOf({ network }, stack);
    new TrainingCluster(stack, 'second', { network, location: 'us-east1-b' });
    expect(problemsOf(stack)).toEqual([]);
  });

  test.each([7, 257, 8.5])('fails: %d pods on a node, which GKE does not take', (maxPodsPerNode) => {
    expect(refusedFor(() => clusterOf({ maxPodsPerNode }))).toEqual(['max-pods']);
  });

  test.each([8, 256])('%i pods on a node are taken', (maxPodsPerNode) => {
    expect(blockOf({ maxPodsPerNode })).toMatchObject({ default_max_pods_per_node: maxPodsPerNode });
  });
});
