import { problem, type Advice, type Bounds, type Problem } from '../../core/problems';
import type { IConstruct } from 'constructs';
import type { INodePool } from '../../core/contracts/node-pool';
import { parseCidr } from '../../core/network/cidr';
import { google } from '../google';
import type { INetwork } from '../network';
import { overridden } from '../overrides';
import { resourceOf } from './cluster-pools';

/** The bounds of the pods of a node. */
export const PODS_PER_NODE: Bounds = { least: 8, most: 256 };

/** The addresses of the pod range that one node takes: a power of two, at least twice its pods. */
export function addressesPerNode(maxPods: number): number {
  return 2 ** Math.ceil(Math.log2(2 * Math.max(maxPods, 8)));
}

/**
 * The addresses that Google keeps in a primary range: 4 of each range, and one for the control plane of each cluster.
 *
 * @see https://cloud.google.com/vpc/docs/subnets#unusable-ip-addresses-in-every-subnet
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/private-service-connect
 */
const KEPT = 4;
const KEPT_PER_CLUSTER = 1;

/** A number of nodes, and the pod addresses that they take. */
interface Demand {
  readonly nodes: number;
  readonly podAddresses: number;
}

/** The addresses that a cluster needs of its network. */
export interface ClusterSize {
  /** The demand of all pools with their most nodes. */
  readonly pools: Demand;
  /** The nodes that an upgrade adds to the pool with the most of them. */
  readonly upgrade: Demand;
}

interface SizedCluster extends IConstruct {
  readonly maxPodsPerNode: number;
  readonly pools: readonly (INodePool & IConstruct)[];
}

const NOTHING: Demand = { nodes: 0, podAddresses: 0 };

/** The demand of a cluster. A pool of unknown size counts as empty. */
export function clusterSize(cluster: SizedCluster): ClusterSize {
  const sizes = cluster.pools.map((pool): ClusterSize => {
    const child = pool.node.defaultChild;
    const resource = child instanceof google.ContainerNodePool ? child : undefined;
    const numberAt = (path: string) => {
      const value = overridden(resource, path);
      return typeof value === 'number' ? value : undefined;
    };
    const perNode = ownRange(pool, cluster)
      ? 0
      : addressesPerNode(numberAt('max_pods_per_node') ?? resource?.maxPodsPerNodeInput ?? cluster.maxPodsPerNode);
    const nodes = numberAt('autoscaling.total_max_node_count') ?? pool.maxNodes ?? 0;
    const { upgradeSettingsInput: upgrade } = resource ?? {};
    const strategy = overridden(resource, 'upgrade_settings.strategy') ?? upgrade?.strategy;
    const maxSurge = numberAt('upgrade_settings.max_surge') ?? upgrade?.maxSurge ?? 0;
    // A blue-green upgrade makes a second set of the pool's nodes.
    const added = strategy === 'BLUE_GREEN' ? nodes : maxSurge;
    return {
      pools: { nodes, podAddresses: nodes * perNode },
      upgrade: { nodes: added, podAddresses: added * perNode },
    };
  });
  return {
    pools: sum(sizes.map((size) => size.pools)),
    upgrade: sizes.reduce((a, { upgrade: b }) => (b.podAddresses > a.podAddresses ? b : a), NOTHING),
  };
}

/** True if an override gives the pods of a pool, or those of its cluster, another range than the network's. */
function ownRange(pool: IConstruct, cluster: IConstruct): boolean {
  const ofPool = ['pod_range', 'create_pod_range', 'pod_ipv4_cidr_block'].map((name) => `network_config.${name}`);
  const ofCluster = ['additional_pod_ranges_config', 'additional_ip_ranges_config'];
  return (
    ofPool.some((path) => overridden(resourceOf(pool), path) !== undefined) ||
    ofCluster.some((name) => overridden(resourceOf(cluster), `ip_allocation_policy.${name}`) !== undefined)
  );
}

/** Problems of a network's ranges when all pools of its clusters have their most nodes. @param added nodes among them that only an upgrade adds */
export function* addressProblems(
  { primaryRange, podRange }: INetwork,
  clusters: readonly ClusterSize[],
  added = 0,
): Generator<Problem> {
  const { nodes, podAddresses } = sum(clusters.map(({ pools }) => pools));
  const hasPods = sizeOf(podRange);
  if (podAddresses > hasPods) {
    yield problem(
      'pod-addresses',
      'podRange',
      `the pools grow to ${nodes} nodes, which take ${podAddresses} addresses (${Math.round(podAddresses / nodes)} a node), but podRange "${podRange ?? ''}" has ${hasPods}`,
      `use a podRange of ${prefixFor(podAddresses)} or larger, fewer nodes, or a lower maxPodsPerNode`,
    );
  }
  const kept = KEPT + clusters.length * KEPT_PER_CLUSTER;
  const most = Math.max(0, sizeOf(primaryRange) - kept);
  if (nodes <= most) return;
  yield problem(
    'node-addresses',
    'primaryRange',
    `the pools grow to ${nodes} nodes, but primaryRange "${primaryRange ?? ''}" has addresses for ${most} beside the ${kept} that Google keeps`,
    `use a primaryRange of ${prefixFor(nodes + kept)} or larger, or at most ${Math.max(0, most - added)} nodes`,
  );
}

/** Advice about ranges that have room for the pools, but not for an upgrade of one of them in each cluster. */
export function* upgradeAdvice(network: INetwork, clusters: readonly ClusterSize[]): Generator<Advice> {
  if ([...addressProblems(network, clusters)].length > 0) return;
  const upgraded = clusters.map(({ pools, upgrade }) => ({ pools: sum([pools, upgrade]), upgrade }));
  const added = sum(clusters.map(({ upgrade }) => upgrade)).nodes;
  for (const { property, fix } of addressProblems(network, upgraded, added)) {
    yield problem(
      'upgrade-addresses',
      'network',
      `an upgrade adds up to ${added} nodes, but ${property ?? ''} has addresses only for the pools at their most nodes`,
      `${fix}; or upgrade without further nodes, by UpgradeStrategy.surge(0, 1)`,
    );
  }
}

/** A range that is not known counts as large enough. */
function sizeOf(range: string | undefined): number {
  return range === undefined ? Infinity : (parseCidr(range)?.size ?? 0);
}

function prefixFor(addresses: number): string {
  return `/${32 - Math.ceil(Math.log2(addresses))}`;
}

function sum(demands: readonly Demand[]): Demand {
  return {
    nodes: demands.reduce((total, { nodes }) => total + nodes, 0),
    podAddresses: demands.reduce((total, { podAddresses }) => total + podAddresses, 0),
  };
}
