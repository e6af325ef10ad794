import type { ContainerNodePoolUpgradeSettings } from '@cdktf/provider-google/lib/container-node-pool';
import type { IConstruct } from 'constructs';
import type { INodePool } from '../../core/contracts/node-pool';
import type { Advice } from '../../core/problems/check';
import { problem, type Problem } from '../../core/problems/problem';
import { parseCidr } from '../../core/network/cidr';
import { google } from '../google';
import { freeRangeBeside, type Ranges } from '../network/range-problems';
import type { INetwork } from '../network';

/** Problems of `maxPodsPerNode`, of a cluster or a pool. */
export function* maxPodsProblems(maxPodsPerNode: number): Generator<Problem> {
  if (Number.isInteger(maxPodsPerNode) && maxPodsPerNode >= 8 && maxPodsPerNode <= 256) return;
  yield problem(
    'max-pods',
    'maxPodsPerNode',
    `${maxPodsPerNode} is not a number of pods that a node can have`,
    'use a whole number from 8 to 256; the default of GKE is 110',
  );
}

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
/** The zones that GKE chooses for a regional cluster. */
const ZONES_OF_A_REGION = 3;

/** Nodes, and the addresses of the pod range that they take. */
interface Demand {
  readonly nodes: number;
  readonly podAddresses: number;
}

/** What a cluster asks of its network. */
export interface ClusterSize {
  /** The one node in each zone that a new cluster has until Terraform removes its first pool. */
  readonly first: Demand;
  /** All pools at their most nodes. */
  readonly pools: Demand;
  /** The nodes that are added while the pool with the most of them is upgraded. */
  readonly upgrade: Demand;
}

interface SizedCluster {
  readonly maxPodsPerNode: number;
  readonly nodeLocations?: readonly string[];
  readonly pools: readonly (INodePool & IConstruct)[];
}

/** A pool of unknown size counts as empty. */
export function clusterSize({ maxPodsPerNode, nodeLocations, pools }: SizedCluster): ClusterSize {
  const zones = nodeLocations?.length ?? ZONES_OF_A_REGION;
  const sizes = pools.map((pool) => poolSize(pool, maxPodsPerNode, zones));
  return {
    first: demandOf(zones, addressesPerNode(maxPodsPerNode)),
    pools: sum(sizes.map(({ most }) => most)),
    upgrade: sizes.map(({ upgrade }) => upgrade).reduce((a, b) => (b.podAddresses > a.podAddresses ? b : a), NOTHING),
  };
}

function poolSize(pool: INodePool & IConstruct, maxPodsPerNode: number, zones: number) {
  const child = pool.node.defaultChild;
  const resource = child instanceof google.ContainerNodePool ? child : undefined;
  const perNode = addressesPerNode(resource?.maxPodsPerNodeInput ?? maxPodsPerNode);
  const nodes = pool.maxNodes ?? (resource?.nodeCountInput ?? 0) * zones;
  return {
    most: demandOf(nodes, perNode),
    upgrade: demandOf(nodesOfUpgrade(nodes, resource?.upgradeSettingsInput), perNode),
  };
}

/** A blue-green upgrade makes a second set of the pool's nodes. */
function nodesOfUpgrade(nodes: number, settings?: ContainerNodePoolUpgradeSettings): number {
  return settings?.strategy === 'BLUE_GREEN' ? nodes : (settings?.maxSurge ?? 0);
}

/**
 * Problems of a network's ranges when all pools of its clusters have their most nodes. The ranges that two fixes name
 * share no address.
 */
export function* addressProblems(network: INetwork, clusters: readonly ClusterSize[]): Generator<Problem> {
  const prefix = wantedPrefix(network.primaryRange, peak(clusters, 'nodes').nodes + kept(clusters));
  const larger = prefix === undefined ? undefined : freeRangeBeside('primaryRange', prefix, network);
  yield* podRangeProblems({ ...rangesOf(network), primaryRange: larger ?? network.primaryRange }, clusters);
  if (larger !== undefined) yield nodeAddresses(network, clusters, larger);
}

/** Advice on ranges that have room for the pools, but not for an upgrade of one of them in each cluster. */
export function* upgradeAdvice(network: INetwork, clusters: readonly ClusterSize[]): Generator<Advice> {
  if ([...addressProblems(network, clusters)].length > 0) return;
  const upgraded = clusters.map((cluster) => ({ ...cluster, pools: sum([cluster.pools, cluster.upgrade]) }));
  const added = sum(clusters.map(({ upgrade }) => upgrade)).nodes;
  for (const { property, fix = '' } of addressProblems(network, upgraded)) {
    yield problem(
      'upgrade-addresses',
      'network',
      `an upgrade adds up to ${added} nodes, but ${property ?? ''} has addresses only for the pools at their most nodes`,
      `${fix}; or upgrade without further nodes, by UpgradeStrategy.surge(0, 1)`,
    );
  }
}

function* podRangeProblems(ranges: Ranges, clusters: readonly ClusterSize[]): Generator<Problem> {
  const { nodes, podAddresses } = peak(clusters, 'podAddresses');
  const prefix = wantedPrefix(ranges.podRange, podAddresses);
  if (prefix === undefined) return;
  const { podRange = '' } = ranges;
  const has = sizeOf(podRange);
  const perNode = podAddresses / nodes;
  const most = Math.floor(has / perNode);
  const fewer = Number.isInteger(perNode) && fitsFirst(clusters, most) ? `at most ${most} nodes, ` : '';
  yield problem(
    'pod-addresses',
    'podRange',
    `${growth(clusters, 'podAddresses')}, which take ${podAddresses} addresses (${Math.round(perNode)} a node), but podRange "${podRange}" has ${has}`,
    `use a podRange such as "${freeRangeBeside('podRange', prefix, ranges)}", ${fewer}or a lower maxPodsPerNode`,
  );
}

function nodeAddresses({ primaryRange = '' }: INetwork, clusters: readonly ClusterSize[], larger: string): Problem {
  const most = Math.max(0, sizeOf(primaryRange) - kept(clusters));
  return problem(
    'node-addresses',
    'primaryRange',
    `${growth(clusters, 'nodes')}, but primaryRange "${primaryRange}" has addresses for ${most} beside the ${kept(clusters)} that Google keeps`,
    `use a primaryRange such as "${larger}"${fitsFirst(clusters, most) ? `, or at most ${most} nodes` : ''}`,
  );
}

function kept({ length }: readonly ClusterSize[]): number {
  return KEPT + length * KEPT_PER_CLUSTER;
}

/** The prefix of a range that has so many addresses; `undefined` if the given range has them, or is not known. */
function wantedPrefix(range: string | undefined, addresses: number): number | undefined {
  return range === undefined || addresses <= sizeOf(range) ? undefined : 32 - Math.ceil(Math.log2(addresses));
}

function sizeOf(range: string): number {
  return parseCidr(range)?.size ?? 0;
}

function rangesOf({ primaryRange, podRange, serviceRange }: INetwork): Ranges {
  return { primaryRange, podRange, serviceRange };
}

/** How there come to be so many nodes. */
function growth(clusters: readonly ClusterSize[], by: keyof Demand): string {
  const most = peak(clusters, by);
  return sum(clusters.map(({ pools }) => pools))[by] === most[by]
    ? `the pools grow to ${most.nodes} nodes`
    : `GKE makes a cluster with one node in each zone, so there are up to ${most.nodes} nodes`;
}

/** Whether fewer nodes in the pools would be enough. */
function fitsFirst(clusters: readonly ClusterSize[], nodes: number): boolean {
  return sum(clusters.map(({ first }) => first)).nodes <= nodes;
}

const NOTHING: Demand = { nodes: 0, podAddresses: 0 };

function demandOf(nodes: number, perNode: number): Demand {
  return { nodes, podAddresses: nodes * perNode };
}

function sum(demands: readonly Demand[]): Demand {
  return demands.reduce(
    (total, { nodes, podAddresses }) => ({
      nodes: total.nodes + nodes,
      podAddresses: total.podAddresses + podAddresses,
    }),
    NOTHING,
  );
}

/** The most that clusters ask for, each with its first nodes or with all of its pools. */
function peak(clusters: readonly ClusterSize[], by: keyof Demand): Demand {
  return sum(clusters.map(({ first, pools }) => (first[by] > pools[by] ? first : pools)));
}
