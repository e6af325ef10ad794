import type { Size } from 'cdk8s';
import type { Accelerator } from './accelerator';
import type { Capacity } from './capacity';
import type { ICluster } from './cluster';
import type { GpuDriver } from './gpu-driver';
import type { GpuSharing } from './gpu-sharing';
import type { NodeImage } from './node-image';
import type { Taint } from './taint';

/** What pods can have of one node. */
export interface NodeResources {
  readonly cpuMillis: number;
  readonly memory: Size;
  /** @default - not known, not checked */
  readonly ephemeralStorage?: Size;
  /** Extended resources by name, such as `{ 'nvidia.com/gpu': 4 }`. */
  readonly extended: Readonly<Record<string, number>>;
}

/**
 * What a workload needs to know of a node pool: plain values, known at synthesis. A fact that is
 * left out is not known; what depends on it is not checked.
 */
export interface INodePool {
  readonly cluster: ICluster;
  /** The pool's name in its cluster. */
  readonly poolName: string;
  /** Labels of every node of the pool that select it. Empty: every node of the cluster is of this pool. */
  readonly nodeLabels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  /** What pods can have of one node, after what the node and its DaemonSets reserve. */
  readonly allocatable?: NodeResources;
  /** The least and the most nodes over all zones. */
  readonly minNodes?: number;
  readonly maxNodes?: number;
  readonly capacity?: Capacity;
  readonly zones?: readonly string[];
  readonly machineType?: string;
  readonly architecture?: 'amd64' | 'arm64';
  readonly image?: NodeImage;
  readonly accelerator?: Accelerator;
  readonly driver?: GpuDriver;
  /** Where the node mounts the driver's libraries in a GPU container; LD_LIBRARY_PATH is set to it. @default - nothing is set */
  readonly driverLibraryPath?: string;
  readonly sharing?: GpuSharing;
}

/** The resource by which pods ask for NVIDIA GPUs. */
export const GPU_RESOURCE = 'nvidia.com/gpu';

/** GPUs that pods can ask for on one node of a pool; `undefined` when it is not known. */
export function gpusPerNode(pool: INodePool): number | undefined {
  return pool.allocatable && (pool.allocatable.extended[GPU_RESOURCE] ?? 0);
}
