import { describe, expect, test } from 'vitest';
import { Nodes } from '../../../lib/infrastructure/pool/nodes';
import { SystemPool } from '../../../lib/infrastructure/cluster/system-pool';
import { addressesPerNode } from '../../../lib/infrastructure/cluster/address-problems';
import { Network } from '../../../lib/infrastructure/network';
import { TrainingCluster } from '../../../lib/infrastructure/training-cluster';
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
      clusterOf({ network, maxPodsPerNode, systemPool }, stack).addPool('cpu', { nodes: Nodes.between(1, 9) });
      return problemsOf(stack);
    };
    expect(grow(110)).toEqual([
      'the pools grow to 9 nodes, which take 2304 addresses (256 a node), but podRange "10.4.0.0/21" has 2048: use a podRange of /20, at most 8 nodes, or a lower maxPodsPerNode (pod-addresses)',
    ]);
    expect(grow(32)).toEqual([]);
  });

  test('fails: two clusters on one network together have more nodes than it has addresses', () => {
    const stack = stackOf();
    const network = new Network(stack, 'network', { primaryRange: '10.0.0.0/28' });
    clusterOf({ network, systemPool }, stack).addPool('cpu', { nodes: Nodes.between(1, 8) });
    expect(problemsOf(stack)).toEqual([]);
    new TrainingCluster(stack, 'second', { network, location: 'us-east1-b', systemPool }).addPool('cpu', {
      nodes: Nodes.between(1, 8),
    });
    expect(problemsOf(stack)[0]).toContain(
      'the pools grow to 16 nodes, but primaryRange "10.0.0.0/28" has addresses for 12: use a primaryRange of /27, or at most 12 nodes (node-addresses)',
    );
  });

  test('ranges that are just large enough are', () => {
    const stack = stackOf();
    const network = new Network(stack, 'network', { primaryRange: '10.0.0.0/28', podRange: '10.4.0.0/20' });
    clusterOf({ network, maxPodsPerNode: 110, systemPool }, stack).addPool('cpu', { nodes: Nodes.between(1, 12) });
    expect(problemsOf(stack)).toEqual([]);
    const full = stackOf();
    const pods = new Network(full, 'network', { podRange: '10.4.0.0/21' });
    clusterOf({ network: pods, systemPool }, full).addPool('cpu', { nodes: Nodes.between(1, 8) });
    expect(problemsOf(full)).toEqual([]);
  });

  test.each([7, 257, 8.5])('fails: %d pods on a node, which GKE does not take', (maxPodsPerNode) => {
    expect(refusedFor(() => clusterOf({ maxPodsPerNode }))).toEqual(['max-pods']);
  });

  test.each([8, 256])('%i pods on a node are taken', (maxPodsPerNode) => {
    expect(blockOf({ maxPodsPerNode })).toMatchObject({ default_max_pods_per_node: maxPodsPerNode });
  });
});
