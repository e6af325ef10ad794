import { ContainerNodePool } from '@cdktf/provider-google/lib/container-node-pool';
import type { IConstruct } from 'constructs';
import { parseCidr } from '../network/cidr';
import type { INodePool } from '../../core/contracts/node-pool';
import { problem, type Problem } from '../../core/problems/problem';
import type { INetwork } from '../network';

/** Addresses that Compute Engine reserves in every subnetwork. */
const RESERVED = 4;

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

/** The most nodes of a pool, and the addresses of the pod range that each node takes. */
export interface PoolSize {
  readonly maxNodes: number;
  readonly addressesPerNode: number;
}

/** A pool of unknown size counts as empty. */
export function poolSize(pool: INodePool & IConstruct, maxPodsPerNode: number): PoolSize {
  return {
    maxNodes: pool.maxNodes ?? 0,
    addressesPerNode: addressesPerNode(maxPodsOf(pool) ?? maxPodsPerNode),
  };
}

/** Problems of a network's ranges when all its pools have their most nodes. */
export function* addressProblems(network: INetwork, pools: readonly PoolSize[]): Generator<Problem> {
  const nodes = pools.reduce((sum, { maxNodes }) => sum + maxNodes, 0);
  const wanted = pools.reduce((sum, pool) => sum + pool.maxNodes * pool.addressesPerNode, 0);
  yield* podRangeProblems(network, nodes, wanted);
  yield* primaryRangeProblems(network, nodes);
}

function* podRangeProblems({ podRange }: INetwork, nodes: number, wanted: number): Generator<Problem> {
  const cidr = podRange === undefined ? undefined : parseCidr(podRange);
  if (!cidr || wanted <= cidr.size) return;
  const perNode = wanted / nodes;
  const fewer = Number.isInteger(perNode) ? `at most ${Math.floor(cidr.size / perNode)} nodes` : 'fewer nodes';
  yield problem(
    'pod-addresses',
    'podRange',
    `the pools grow to ${nodes} nodes, which take ${wanted} addresses (${Math.round(perNode)} a node), but podRange "${podRange ?? ''}" has ${cidr.size}`,
    `use a podRange of /${prefixFor(wanted)}, ${fewer}, or a lower maxPodsPerNode`,
  );
}

function* primaryRangeProblems({ primaryRange }: INetwork, nodes: number): Generator<Problem> {
  const cidr = primaryRange === undefined ? undefined : parseCidr(primaryRange);
  if (!cidr || nodes <= cidr.size - RESERVED) return;
  const most = Math.max(0, cidr.size - RESERVED);
  yield problem(
    'node-addresses',
    'primaryRange',
    `the pools grow to ${nodes} nodes, but primaryRange "${primaryRange ?? ''}" has addresses for ${most}`,
    `use a primaryRange of /${prefixFor(nodes + RESERVED)}, or at most ${most} nodes`,
  );
}

function prefixFor(addresses: number): number {
  return 32 - Math.ceil(Math.log2(addresses));
}

function maxPodsOf(pool: IConstruct): number | undefined {
  const resource = pool.node.defaultChild;
  return resource instanceof ContainerNodePool ? resource.maxPodsPerNodeInput : undefined;
}
