import { describe, expect, test } from 'vitest';
import { Nodes } from '../../../lib/infrastructure/pool/nodes';
import { SystemPool } from '../../../lib/infrastructure/cluster/system-pool';
import { addressesPerNode } from '../../../lib/infrastructure/cluster/address-problems';
import { Network, type NetworkProps } from '../../../lib/infrastructure/network';
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
      clusterOf({ network, maxPodsPerNode, systemPool }, stack).addPool('cpu', { nodes: Nodes.between(1, 9) });
      return problemsOf(stack);
    };
    expect(grow(110)).toEqual([
      'the pools grow to 9 nodes, which take 2304 addresses (256 a node), but podRange "10.4.0.0/21" has 2048: use a podRange such as "10.4.0.0/20", at most 8 nodes, or a lower maxPodsPerNode (pod-addresses)',
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
    expect(problemsOf(stack)).toEqual([
      'the pools grow to 16 nodes, but primaryRange "10.0.0.0/28" has addresses for 10 beside the 6 that Google keeps: use a primaryRange such as "10.0.0.0/27", or at most 10 nodes (node-addresses)',
    ]);
  });

  test('ranges that are just large enough are', () => {
    const stack = stackOf();
    const network = new Network(stack, 'network', { primaryRange: '10.0.0.0/28', podRange: '10.4.0.0/20' });
    clusterOf({ network, maxPodsPerNode: 110, systemPool }, stack).addPool('cpu', { nodes: Nodes.between(1, 11) });
    expect(problemsOf(stack)).toEqual([]);
    const full = stackOf();
    const pods = new Network(full, 'network', { podRange: '10.4.0.0/21' });
    clusterOf({ network: pods, systemPool }, full).addPool('cpu', { nodes: Nodes.between(1, 8) });
    expect(problemsOf(full)).toEqual([]);
  });

  test('fails: a regional cluster begins with a node in each zone, which need addresses', () => {
    const made = (location: string, podRange: string, nodeLocations?: readonly string[]) => {
      const stack = stackOf();
      clusterOf(
        {
          location,
          nodeLocations,
          systemPool: SystemPool.ELSEWHERE,
          network: new Network(stack, 'network', { podRange }),
        },
        stack,
      ).addPool('cpu', {
        maxPodsPerNode: 8,
      });
      return problemsOf(stack);
    };
    expect(made('us-east1', '10.4.0.0/23')).toEqual([
      'GKE makes a cluster with one node in each zone, so there are up to 3 nodes, which take 768 addresses (256 a node), but podRange "10.4.0.0/23" has 512: use a podRange such as "10.4.0.0/22", or a lower maxPodsPerNode (pod-addresses)',
    ]);
    expect(made('us-east1', '10.4.0.0/22')).toEqual([]);
    expect(made('us-east1', '10.4.0.0/23', ['us-east1-c', 'us-east1-d'])).toEqual([]);
    expect(made('us-east1-c', '10.4.0.0/24')).toEqual([]);
  });

  test('fails: nodes in each of the zones that GKE chooses', () => {
    const stack = stackOf();
    const network = new Network(stack, 'network', { primaryRange: '10.0.0.0/28' });
    const cluster = clusterOf({ location: 'us-east1', network, systemPool: SystemPool.ELSEWHERE }, stack);
    cluster.addPool('cpu', { nodes: Nodes.perZone(4), upgrade: UpgradeStrategy.surge(0, 1) });
    expect(problemsOf(stack)).toEqual([
      'the pools grow to 12 nodes, but primaryRange "10.0.0.0/28" has addresses for 11 beside the 5 that Google keeps: use a primaryRange such as "10.0.0.0/27", or at most 11 nodes (node-addresses)',
    ]);
  });

  test('fails: ranges without room for an upgrade are advised against with upgrade-addresses', () => {
    const adviceFor = (nodes: number, upgrade: UpgradeStrategy) => {
      const stack = stackOf();
      const network = new Network(stack, 'network', { primaryRange: '10.0.0.0/28' });
      clusterOf({ network, systemPool: SystemPool.ELSEWHERE }, stack).addPool('cpu', {
        nodes: Nodes.between(1, nodes),
        upgrade,
      });
      expect(problemsOf(stack)).toEqual([]);
      return openAdvice(stack).map(({ advice }) => formatProblem(advice));
    };
    expect(adviceFor(11, UpgradeStrategy.surge(1, 0))).toEqual([
      'an upgrade adds up to 1 nodes, but primaryRange has addresses only for the pools at their most nodes: use a primaryRange such as "10.0.0.0/27", or at most 11 nodes; or upgrade without further nodes, by UpgradeStrategy.surge(0, 1) (upgrade-addresses)',
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

  test('the range that a fix names is large enough, and free', () => {
    const ranges = [
      {},
      { primaryRange: '10.0.0.0/28' },
      { podRange: '10.0.64.0/24' },
      { primaryRange: '10.0.0.0/29', podRange: '10.1.16.0/24', serviceRange: '10.1.0.0/20' },
      { primaryRange: '192.168.0.0/29', podRange: '192.168.1.0/24', serviceRange: '192.168.16.0/20' },
    ];
    const made = (range: NetworkProps, nodes: number, location: string) => {
      const stack = stackOf();
      const cluster = clusterOf({ location, network: new Network(stack, 'network', range) }, stack);
      cluster.addPool('cpu', { nodes: Nodes.between(1, nodes) });
      return problemsOf(stack).flatMap((text) => /use a (\w+) such as "([^"]+)"/.exec(text)?.slice(1) ?? [text]);
    };
    for (const range of ranges) {
      for (const nodes of [30, 900]) {
        for (const location of ['us-east1', 'us-east1-c']) {
          const [a, b, c, d] = made(range, nodes, location);
          const better = { ...range, ...(a && b ? { [a]: b } : {}), ...(c && d ? { [c]: d } : {}) };
          expect([better, made(better, nodes, location)]).toEqual([better, []]);
        }
      }
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
