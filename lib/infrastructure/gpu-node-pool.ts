import { Construct } from 'constructs';
import type { Accelerator } from '../core/hardware/accelerator';
import type { Architecture } from '../core/hardware/architecture';
import type { Capacity } from '../core/hardware/capacity';
import type { ICluster } from '../core/contracts/cluster';
import type { GpuDriver } from '../core/hardware/gpu-driver';
import type { GpuSharing } from '../core/hardware/gpu-sharing';
import type { NodeImage } from '../core/hardware/node-image';
import type { INodePool, NodeResources } from '../core/contracts/node-pool';
import type { Taint } from '../core/contracts/taint';
import { checkProps } from '../core/problems/check';
import { ownId } from '../core/problems/own-id';
import { definePool } from './pool/define-pool';
import { resolveGpu } from './pool/resolve-gpu';
import { GPU_NODE_POOL_PROPS, type GpuNodePoolProps } from './pool/pool-options';

/**
 * A node pool whose nodes have GPUs. Unlike a NodePool, it chooses the smallest machine that carries them, installs the
 * driver, declares the taint `nvidia.com/gpu=present:NoSchedule` (GKE adds it only to some pools), and upgrades without
 * spare GPU quota.
 *
 * A node with GPUs is never live-migrated: Google Cloud's maintenance stops its pods after a notice.
 * Secure boot is on only where GKE installs the driver on Container-Optimized OS.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/gpus
 */
export class GpuNodePool extends Construct implements INodePool {
  readonly cluster: ICluster;
  readonly poolName: string;
  readonly nodeLabels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly allocatable?: NodeResources;
  readonly minNodes?: number;
  readonly maxNodes?: number;
  readonly capacity: Capacity;
  readonly zones?: readonly string[];
  readonly machineType: string;
  readonly architecture?: Architecture;
  readonly image: NodeImage;
  readonly accelerator: Accelerator;
  readonly driver: GpuDriver;
  readonly driverLibraryPath?: string;
  readonly sharing?: GpuSharing;

  constructor(scope: Construct, id: string, props: GpuNodePoolProps) {
    super(scope, ownId(scope, id));
    const usable = checkProps(this, props, GPU_NODE_POOL_PROPS);
    const gpu = resolveGpu(this, usable);
    const facts = definePool(this, { ...usable, machineType: gpu.machineType }, gpu);
    this.cluster = facts.cluster;
    this.poolName = facts.poolName;
    this.nodeLabels = facts.nodeLabels;
    this.taints = facts.taints;
    this.allocatable = facts.allocatable;
    this.minNodes = facts.minNodes;
    this.maxNodes = facts.maxNodes;
    this.capacity = facts.capacity;
    this.zones = facts.zones;
    this.machineType = facts.machineType;
    this.architecture = facts.architecture;
    this.image = facts.image;
    this.accelerator = gpu.accelerators.accelerator;
    this.driver = gpu.driver;
    this.driverLibraryPath = gpu.driverLibraryPath;
    this.sharing = gpu.sharing;
  }
}
