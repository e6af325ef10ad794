import { SizeRoundingBehavior, type Size } from 'cdk8s';
import type { Accelerator } from '../hardware/accelerator';
import type { Architecture } from '../hardware/architecture';
import type { Capacity } from '../hardware/capacity';
import { CLUSTER, clusterKey, type ICluster } from './cluster';
import type { ClusterPods } from './cluster-pods';
import type { GpuDriver } from '../hardware/gpu-driver';
import type { GpuSharing } from '../hardware/gpu-sharing';
import type { NodeImage } from '../hardware/node-image';
import { problem, type Problem } from '../problems/problem';
import {
  anyObject,
  contract,
  listOf,
  number,
  object,
  optional,
  recordOf,
  SIZE,
  text,
  type Rules,
} from '../problems/rules';
import { TAINT, type Taint } from './taint';

/** The resources of one node that pods can use. */
export interface NodeResources {
  readonly cpuMillis: number;
  readonly memory: Size;
  /** @default - not known, not checked */
  readonly ephemeralStorage?: Size;
  /** The number of pods beside those of DaemonSets. @default - not known, not checked */
  readonly pods?: number;
  /** Extended resources by name, such as `{ 'nvidia.com/gpu': 4 }`. */
  readonly extended: Readonly<Record<string, number>>;
}

/**
 * The facts of a node pool that a workload needs: plain values, known at synthesis. A fact that is
 * left out is not known; checks that need it are skipped.
 */
export interface INodePool {
  readonly cluster: ICluster;
  /** The pool's name in its cluster. */
  readonly poolName: string;
  /** Labels of every node of the pool that select it. Empty: every node of the cluster is of this pool. */
  readonly nodeLabels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  /** The resources of one node that pods can use: those that the node and its DaemonSets leave. @default - not known */
  readonly allocatable?: NodeResources;
  /** Pods that a cluster runs once, such as its DNS, and that may lie on any of the pool's nodes. @default - none, or not known */
  readonly clusterPods?: readonly ClusterPods[];
  /** The least nodes over all zones. @default - not known */
  readonly minNodes?: number;
  /** The most nodes over all zones. @default - not known */
  readonly maxNodes?: number;
  /** How the machines are bought. @default - not known */
  readonly capacity?: Capacity;
  /** The zones of the nodes. @default - not known */
  readonly zones?: readonly string[];
  /** The machine type by its name. @default - not known */
  readonly machineType?: string;
  /** The processor of the nodes. @default - not known */
  readonly architecture?: Architecture;
  /** The operating system of the nodes. @default - not known */
  readonly image?: NodeImage;
  /** The GPUs of the nodes. @default - none, or not known */
  readonly accelerator?: Accelerator;
  /** Who installs the driver of the GPUs. @default - not known */
  readonly driver?: GpuDriver;
  /** Where the node mounts the driver's libraries in a GPU container; LD_LIBRARY_PATH is set to it. @default - nothing is set */
  readonly driverLibraryPath?: string;
  /** How pods share a GPU. @default - not known to be shared */
  readonly sharing?: GpuSharing;
}

/** The facts that every pool has. */
const POOL_FACTS: Rules<Pick<INodePool, 'cluster' | 'poolName' | 'nodeLabels' | 'taints'>> = {
  cluster: CLUSTER,
  poolName: text('give the name of the pool in its cluster'),
  nodeLabels: anyObject('give the labels by which its nodes are selected, or {}'),
  taints: listOf(TAINT),
};

export const POOL = contract(
  'nodeLabels',
  POOL_FACTS,
  'give a node pool, such as cluster.addPool(…) or the pool of a LocalCluster',
);

/** The same text for every reference to the same pool. */
export function poolKey(pool: INodePool): string {
  return `${clusterKey(pool.cluster)}/${pool.poolName}`;
}

/** How messages name a pool: `pool "k80" (n1-standard-8)`. */
export function poolText({ poolName, machineType }: INodePool): string {
  return `pool "${poolName}"${machineType === undefined ? '' : ` (${machineType})`}`;
}

/** The resource by which pods ask for NVIDIA GPUs. */
export const GPU_RESOURCE = 'nvidia.com/gpu';

/** GPUs that pods can ask for on one node of a pool; `undefined` when it is not known. */
export function gpusPerNode(pool: INodePool): number | undefined {
  return pool.allocatable && (pool.allocatable.extended[GPU_RESOURCE] ?? 0);
}

/** The numbers of a pool. */
export type PoolNumbers = Pick<INodePool, 'minNodes' | 'maxNodes' | 'allocatable' | 'clusterPods'>;

const COUNT = 'use a whole number of 0 or more';
const NODE_RESOURCES: Rules<NodeResources> = {
  cpuMillis: number('give CPUs × 1000'),
  memory: SIZE,
  ephemeralStorage: optional(SIZE),
  pods: optional(number(COUNT)),
  extended: recordOf(number(COUNT), "use {}, or { 'nvidia.com/gpu': 1 }"),
};
const CLUSTER_PODS: Rules<ClusterPods> = {
  count: number(COUNT),
  cpuMillis: number('give CPUs × 1000'),
  memory: SIZE,
};
const ALLOCATABLE = object(NODE_RESOURCES, 'give { cpuMillis: …, memory: …, extended: {} }');

export const POOL_NUMBERS: Rules<PoolNumbers> = {
  minNodes: optional(number(COUNT)),
  maxNodes: optional(number(COUNT)),
  allocatable: optional(ALLOCATABLE),
  clusterPods: optional(listOf(object(CLUSTER_PODS, 'give { count: …, cpuMillis: …, memory: … }'))),
};

/** Problems of the numbers of an existing pool: no pool can have them. */
export function* poolNumberProblems({ minNodes, maxNodes, allocatable }: PoolNumbers): Generator<Problem> {
  const counts = [...countProblems('minNodes', minNodes), ...countProblems('maxNodes', maxNodes)];
  yield* counts;
  if (counts.length === 0 && minNodes !== undefined && maxNodes !== undefined && minNodes > maxNodes) {
    const fix = `use minNodes: ${maxNodes} and maxNodes: ${minNodes}`;
    yield problem('node-count', 'minNodes', `minNodes ${minNodes} is above maxNodes ${maxNodes}`, fix);
  }
  if (!allocatable) return;
  const { cpuMillis, memory, ephemeralStorage, pods, extended } = allocatable;
  yield* amountProblems('cpuMillis', cpuMillis);
  yield* amountProblems('memory', mebibytes(memory));
  if (ephemeralStorage) yield* amountProblems('ephemeralStorage', mebibytes(ephemeralStorage));
  if (pods !== undefined && !isCount(pods)) yield amountProblem('pods', pods, COUNT);
  for (const [resource, amount] of Object.entries(extended)) {
    if (!isCount(amount)) yield amountProblem(`extended["${resource}"]`, amount, COUNT);
  }
}

function* countProblems(property: string, count: number | undefined): Generator<Problem> {
  if (count === undefined || isCount(count)) return;
  yield problem('node-count', property, `${property} ${count} is not a number of nodes`, COUNT);
}

function* amountProblems(property: string, amount: number): Generator<Problem> {
  if (amount > 0 && Number.isFinite(amount)) return;
  yield amountProblem(property, amount, 'use a number above 0, or leave allocatable out if it is not known');
}

function amountProblem(property: string, amount: number, fix: string): Problem {
  return problem('resource-amount', 'allocatable', `no node has ${property} of ${amount} for its pods`, fix);
}

function mebibytes(size: Size): number {
  return size.toMebibytes({ rounding: SizeRoundingBehavior.NONE });
}

function isCount(count: number): boolean {
  return Number.isInteger(count) && count >= 0;
}
