import type { IConstruct } from 'constructs';
import type { ICluster } from '../core/contracts/cluster';
import type { INodePool } from '../core/contracts/node-pool';
import type { PodDemand } from './pod/pool-demand';

/** What one workload asks of one pool. */
export interface PoolUse {
  readonly workload: IConstruct;
  readonly demands: readonly PodDemand[];
}

/** What the charts of one tree know of each other without referring to each other. */
export interface TreeFacts {
  /** By the key of the pool, in the order of the program. */
  readonly poolUses: Map<string, PoolUse[]>;
  /** As a ClusterChart says, or the pools of what runs in a plain chart. */
  readonly clusterOfChart: Map<IConstruct, ICluster>;
  /** Keys of the pools whose driver ClusterAddons installs. */
  readonly driverPools: Set<string>;
  /** What is said or emitted once in a tree, such as a namespace. */
  readonly once: Set<string>;
}

const factsByRoot = new WeakMap<IConstruct, TreeFacts>();

/** The facts of the tree that a construct belongs to. */
export function treeFacts(construct: IConstruct): TreeFacts {
  const root = construct.node.root;
  const known = factsByRoot.get(root);
  if (known) return known;
  const facts: TreeFacts = {
    poolUses: new Map(),
    clusterOfChart: new Map(),
    driverPools: new Set(),
    once: new Set(),
  };
  factsByRoot.set(root, facts);
  return facts;
}

/** Whether this is the first time that something is said in a tree. */
export function firstTime(construct: IConstruct, what: string): boolean {
  const { once } = treeFacts(construct);
  if (once.has(what)) return false;
  once.add(what);
  return true;
}

/** The cluster that a construct is for; `undefined`: its chart does not say, and nothing in it runs anywhere. */
export function clusterOf(construct: IConstruct): ICluster | undefined {
  const { clusterOfChart } = treeFacts(construct);
  const chart = construct.node.scopes.findLast((scope) => clusterOfChart.has(scope));
  return chart && clusterOfChart.get(chart);
}

/** The same for every reference to one cluster. */
export function clusterKey(cluster: ICluster): string {
  return `${cluster.location ?? ''}/${cluster.clusterName}`;
}

/** The same for every reference to one pool. */
export function poolKey(pool: INodePool): string {
  return `${clusterKey(pool.cluster)}/${pool.poolName}`;
}
