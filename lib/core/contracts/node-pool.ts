import { boundsProblems, problem, type Problem } from '../problems';
import type { Size } from 'cdk8s';
import { mebibytes } from '../mebibytes';
import type { Accelerator } from '../hardware/accelerator';
import type { Architecture } from '../hardware/architecture';
import type { ProvisioningModel } from '../hardware/provisioning-model';
import { clusterKey, type ICluster } from './cluster';
import type { ClusterPods } from './cluster-pods';
import type { GpuDriver } from '../hardware/gpu-driver';
import type { GpuSharing } from '../hardware/gpu-sharing';
import type { NodeImage } from '../hardware/node-image';
import { reservedProblems, type ReservedResources } from './reserved-resources';
import type { Taint } from './taint';

/** The resources of one node that pods can use. */
export interface NodeResources {
  readonly cpuMillis: number;
  readonly memory: Size;
  /** The ephemeral storage. @default - not known, not checked */
  readonly ephemeralStorage?: Size;
  /** The most pods beside those of DaemonSets. @default - not known, not checked */
  readonly pods?: number;
  /** Extended resources by name, such as `{ 'nvidia.com/gpu': 4 }`. */
  readonly extended: Readonly<Record<string, number>>;
}

/**
 * The facts of a node pool that a workload needs: plain values, known at synthesis. A fact that is left out is not known,
 * and checks that need it are skipped.
 */
export interface INodePool {
  readonly cluster: ICluster;
  /** The pool's name in its cluster. */
  readonly poolName: string;
  /** Labels of every node of the pool that select it. Empty: every node of the cluster is of this pool. */
  readonly nodeLabels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  /** The resources of one node that are left for pods beside its DaemonSets. @default - not known */
  readonly allocatable?: NodeResources;
  /** The resources of one node that are kept for further DaemonSets. `allocatable` is without them. @default - none */
  readonly reserved?: ReservedResources;
  /** Pods that a cluster runs once, such as its DNS, which any of the pool's nodes may hold. @default - none, or not known */
  readonly clusterPods?: readonly ClusterPods[];
  /** The least nodes over all zones. @default - not known */
  readonly minNodes?: number;
  /** The most nodes over all zones. @default - not known */
  readonly maxNodes?: number;
  /** The way in which Google Cloud provides the machines. @default - not known */
  readonly provisioningModel?: ProvisioningModel;
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
  /** The installation of the GPUs' driver. @default - not known */
  readonly driver?: GpuDriver;
  /** The folder of the driver's libraries in GPU containers, which becomes their LD_LIBRARY_PATH. @default - nothing is set */
  readonly driverLibraryPath?: string;
  /** The sharing of GPUs between pods. @default - not known to be shared */
  readonly sharing?: GpuSharing;
}

/** A key that is equal for all references to the same pool. */
export function poolKey(pool: INodePool): string {
  return `${clusterKey(pool.cluster)}/${pool.poolName}`;
}

/** A pool in messages: `pool "k80" (n1-standard-8)`. */
export function poolText({ poolName, machineType }: INodePool): string {
  return `pool "${poolName}"${machineType === undefined ? '' : ` (${machineType})`}`;
}

/** The resource name of NVIDIA GPUs. */
export const GPU_RESOURCE = 'nvidia.com/gpu';

/** The GPUs that pods can request on one node of a pool; `undefined` when not known. */
export function gpusPerNode(pool: INodePool): number | undefined {
  return pool.allocatable && (pool.allocatable.extended[GPU_RESOURCE] ?? 0);
}

/** The numbers of a pool. */
export type PoolNumbers = Pick<INodePool, 'minNodes' | 'maxNodes' | 'allocatable' | 'clusterPods' | 'reserved'>;

/** Problems of the numbers of an existing pool that no pool can have. */
export function* poolNumberProblems({ minNodes, maxNodes, allocatable, reserved }: PoolNumbers): Generator<Problem> {
  yield* reservedProblems(reserved);
  yield* boundsProblems('node-count', { minNodes, maxNodes });
  if (minNodes !== undefined && maxNodes !== undefined && minNodes > maxNodes) {
    const fix = `use minNodes: ${maxNodes} and maxNodes: ${minNodes}`;
    yield problem('node-count', 'minNodes', `minNodes ${minNodes} is above maxNodes ${maxNodes}`, fix);
  }
  if (!allocatable) return;
  const { cpuMillis, memory, ephemeralStorage, pods, extended } = allocatable;
  const amounts = {
    'allocatable.cpuMillis': cpuMillis,
    'allocatable.memory in MiB': mebibytes(memory),
    'allocatable.ephemeralStorage in MiB': ephemeralStorage && mebibytes(ephemeralStorage),
  };
  yield* boundsProblems('resource-amount', amounts, { least: 1, fractions: true });
  yield* boundsProblems('resource-amount', { 'allocatable.pods': pods, ...extended });
}
