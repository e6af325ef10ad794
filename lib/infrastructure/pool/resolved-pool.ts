import type { AcceleratorCount } from '../../core/hardware/accelerator';
import type { ProvisioningModel } from '../../core/hardware/provisioning-model';
import type { GpuDriver } from '../../core/hardware/gpu-driver';
import type { GpuSharing } from '../../core/hardware/gpu-sharing';
import type { MachineType } from '../../core/hardware/machine-type';
import type { INodePool } from '../../core/contracts/node-pool';
import { Taint } from '../../core/contracts/taint';
import type { BootDisk, NodePoolProps } from './pool-options';

/** GKE's name for the project's default account. */
export const DEFAULT_ACCOUNT = 'default';

/** GKE's label of a pool's nodes. */
export const GKE_POOL_LABEL = 'cloud.google.com/gke-nodepool';

/** The GPU options of a pool. */
export interface ResolvedGpu {
  readonly accelerators: AcceleratorCount;
  readonly machineType: string | MachineType;
  readonly driver: GpuDriver;
  readonly driverLibraryPath?: string;
  readonly sharing?: GpuSharing;
}

/** Options that every pool has, once defaults are filled in. */
type Filled =
  | 'nodes'
  | 'image'
  | 'provisioningModel'
  | 'labels'
  | 'taints'
  | 'resourceLabels'
  | 'imageStreaming'
  | 'compactPlacement'
  | 'generation'
  | 'secureBoot';

/**
 * A pool with every default filled in. An `undefined` member is not known, or left to GKE. `taints` are those that
 * Terraform declares. GKE adds the taints of queued pools and of Arm nodes.
 */
export interface ResolvedPool
  extends Required<Pick<NodePoolProps, Filled>>, Omit<NodePoolProps, Filled | 'bootDisk' | 'machineType' | 'poolName'> {
  readonly location?: string;
  readonly project?: string;
  /** The name without its generation. */
  readonly baseName: string;
  readonly poolName: string;
  readonly machine: MachineType;
  /** The zones that the pool itself names. @default - the cluster's */
  readonly ownZones?: readonly string[];
  readonly bootDisk: BootDisk & Required<Pick<BootDisk, 'size'>>;
  /** The number that the pool or its cluster sets; `undefined`: not known. */
  readonly podsPerNode?: number;
  readonly gpu?: ResolvedGpu;
}

/** True if nodes wait until machines are available. */
export function waitsForMachines({ kind }: ProvisioningModel): boolean {
  return kind === 'flexStart' || kind === 'queued';
}

export function architectureOf({ gpu, machine }: ResolvedPool) {
  return machine.architecture ?? gpu?.accelerators.accelerator.architecture;
}

/** The taints that GKE adds to those of Terraform. */
export function taintsOfGke(pool: ResolvedPool): Taint[] {
  return [
    ...(pool.provisioningModel.kind === 'queued' ? [Taint.QUEUED] : []),
    ...(architectureOf(pool) === 'arm64' ? [Taint.ARM] : []),
  ];
}

/** The facts of a pool that the program makes. */
export type PoolFacts = INodePool & Required<Pick<INodePool, 'provisioningModel' | 'machineType' | 'image'>>;
