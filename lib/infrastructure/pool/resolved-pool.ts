import type { Size } from 'cdk8s';
import type { AcceleratorCount } from '../../core/hardware/accelerator';
import type { Capacity } from '../../core/hardware/capacity';
import type { ICluster } from '../../core/contracts/cluster';
import type { GpuDriver } from '../../core/hardware/gpu-driver';
import type { GpuSharing } from '../../core/hardware/gpu-sharing';
import type { MachineType } from '../../core/hardware/machine-type';
import type { NodeImage } from '../../core/hardware/node-image';
import type { INodePool } from '../../core/contracts/node-pool';
import type { Nodes } from './nodes';
import { Taint } from '../../core/contracts/taint';
import type { LocalSsd } from './local-ssd';
import type { UpgradeStrategy } from './upgrade-strategy';

/** The label by which GKE marks the nodes of a pool. */
export const GKE_POOL_LABEL = 'cloud.google.com/gke-nodepool';

/** The GPU options of a pool. */
export interface ResolvedGpu {
  readonly accelerators: AcceleratorCount;
  readonly machineType: string | MachineType;
  readonly driver: GpuDriver;
  readonly driverLibraryPath?: string;
  readonly sharing?: GpuSharing;
}

/** A pool with every default filled in. An `undefined` member is not known, or left to GKE. */
export interface ResolvedPool {
  readonly cluster: ICluster;
  readonly location?: string;
  readonly project?: string;
  /** The name without its generation. */
  readonly baseName: string;
  readonly poolName: string;
  readonly machine: MachineType;
  readonly nodes: Nodes;
  readonly zones?: readonly string[];
  /** The zones that the pool itself names. @default - it takes the cluster's */
  readonly ownZones?: readonly string[];
  readonly image: NodeImage;
  readonly capacity: Capacity;
  readonly bootDisk: { readonly type?: string; readonly size: Size };
  readonly localSsd?: LocalSsd;
  readonly labels: Readonly<Record<string, string>>;
  /** The taints that Terraform declares. GKE adds the taints of queued pools and of Arm nodes. */
  readonly taints: readonly Taint[];
  readonly resourceLabels: Readonly<Record<string, string>>;
  /** The number that the pool itself sets. */
  readonly maxPodsPerNode?: number;
  /** The number that the pool or its cluster sets; `undefined`: not known. */
  readonly podsPerNode?: number;
  readonly imageStreaming: boolean;
  readonly compactPlacement: boolean;
  /** Flex-start and queued pools have no default: GKE decides there. */
  readonly upgrade?: UpgradeStrategy;
  readonly generation: number;
  readonly serviceAccount?: string;
  readonly secureBoot: boolean;
  readonly gpu?: ResolvedGpu;
}

/** Whether GKE makes the machines when they become available. */
export function waitsForMachines({ kind }: Capacity): boolean {
  return kind === 'flexStart' || kind === 'queued';
}

export function architectureOf({ gpu, machine }: ResolvedPool) {
  return machine.architecture ?? gpu?.accelerators.accelerator.architecture;
}

/** The taints that GKE adds to those of Terraform. */
export function taintsOfGke(pool: ResolvedPool): Taint[] {
  return [
    ...(pool.capacity.kind === 'queued' ? [Taint.QUEUED] : []),
    ...(architectureOf(pool) === 'arm64' ? [Taint.ARM] : []),
  ];
}

/** The facts of a pool that the program makes. */
export type PoolFacts = INodePool & Required<Pick<INodePool, 'capacity' | 'machineType' | 'image'>>;
