import type { Size } from 'cdk8s';
import type { ICluster } from '../../core/contracts/cluster';
import type { ReservedResources } from '../../core/contracts/reserved-resources';
import type { Taint } from '../../core/contracts/taint';
import type { AcceleratorCount } from '../../core/hardware/accelerator';
import type { ProvisioningModel } from '../../core/hardware/provisioning-model';
import type { GpuDriver } from '../../core/hardware/gpu-driver';
import type { GpuSharing } from '../../core/hardware/gpu-sharing';
import type { MachineType } from '../../core/hardware/machine-type';
import type { NodeImage } from '../../core/hardware/node-image';
import type { LocalSsd } from './local-ssd';
import type { NodeCount } from './node-count';
import type { UpgradeStrategy } from './upgrade-strategy';

/** The boot disk of a node. */
export interface BootDisk {
  /** The disk type: `pd-balanced`, `pd-ssd`, `pd-standard`, `hyperdisk-balanced` … @default - pd-balanced, or the first type that the machine takes */
  readonly type?: string;
  /** The size in whole GiB, 10 to 65,536. @default Size.gibibytes(100) - pods have some 40 of it, too few for a large model */
  readonly size?: Size;
  /** The full name of the key of Cloud KMS that encrypts it. A change replaces the pool. @default - the cluster's `security.diskKey` */
  readonly encryptionKey?: string;
}

interface CommonPoolOptions {
  /** The number of nodes over all zones. @default NodeCount.between(0, 3) - as many as the pods need, up to three; the first pod waits some minutes for its machine */
  readonly nodes?: NodeCount;
  /**
   * The zones of the nodes, all in the cluster's region. A GPU pool in a region where only some zones
   * have the GPU must name them.
   *
   * @default - the cluster's
   */
  readonly zones?: readonly string[];
  /** The pool's name in its cluster, up to 40 characters. @default - the ids below the cluster */
  readonly poolName?: string;
  /** The operating system of the nodes. @default NodeImage.COS */
  readonly image?: NodeImage;
  /** The way in which Google Cloud provides the machines. @default ProvisioningModel.ON_DEMAND - at the full price, which work that can start again need not pay */
  readonly provisioningModel?: ProvisioningModel;
  /** The boot disk. @default - 100 GiB of pd-balanced, or of the first type that the machine takes */
  readonly bootDisk?: BootDisk;
  /** Local disks. @default - none but those that come with the machine */
  readonly localSsd?: LocalSsd;
  /** Kubernetes labels of the nodes. Keys that belong to Kubernetes or Google are refused. @default {} */
  readonly labels?: Readonly<Record<string, string>>;
  /** Further taints of the nodes; a GPU pool declares its own. @default [] */
  readonly taints?: readonly Taint[];
  /** Google Cloud labels of the machines, for the bill. @default - the labels of the stack's stage */
  readonly resourceLabels?: Readonly<Record<string, string>>;
  /** The most pods of a node, 8 to 256. Needs a VPC-native cluster, such as a TrainingCluster. @default - the cluster's number, which is 110 by default */
  readonly maxPodsPerNode?: number;
  /** The part of each node that your own DaemonSets take. Jobs get the rest. @default - the cluster's */
  readonly reserved?: ReservedResources;
  /**
   * Set to true to start containers before their whole image is pulled. Only with Container-Optimized OS. The node account
   * gets roles/serviceusage.serviceUsageConsumer for it; an existing account needs that role. If the project is not known,
   * turn on its service containerfilesystem.googleapis.com yourself.
   *
   * @default false - the first pod of a node waits for its whole image, which of GPUs takes minutes
   */
  readonly imageStreaming?: boolean;
  /** Set to true to place the nodes close together. Refused over several zones, and for families without it, such as N1, N4, E2 and Z3. @default false */
  readonly compactPlacement?: boolean;
  /** The upgrade strategy. Refused for flex-start and queued machines, where GKE decides. @default - UpgradeStrategy.surge(1, 0); in GPU pools surge(0, 1), which needs no spare GPU quota, but ends the pods of a node before another node is there */
  readonly upgrade?: UpgradeStrategy;
  /**
   * The generation of the pool. Most changes of hardware replace a pool, and the old one is destroyed first. To have both for
   * a while, raise the generation in the same change and give `keepGeneration` its former number. From 2 on the generation is
   * part of the pool's name: `k80-g2`.
   *
   * @default 1
   */
  readonly generation?: number;
  /**
   * An earlier generation that stays beside this one as it is, so that its pods can move. Both need quota. Leave it out in a
   * later deployment, which destroys the earlier pool. Refused if it is not below `generation`.
   *
   * @default - no other generation
   */
  readonly keepGeneration?: number;
  /** The e-mail address of the service account that the nodes act as, or `default`: that of the project, for an imported pool. @default - the cluster's node account */
  readonly serviceAccount?: string;
  /**
   * True if only signed kernel modules can be loaded.
   *
   * @default - true, except on bare metal (`-metal`) and in GPU pools without a signed driver: GKE signs it on Container-Optimized OS
   */
  readonly secureBoot?: boolean;
}

export interface NodePoolOptions extends CommonPoolOptions {
  /** A machine type such as `n2-standard-8`. Types that carry GPUs are refused: see GpuNodePool. @default 'e2-standard-4' */
  readonly machineType?: string | MachineType;
}

/** A pool without GPUs, and its cluster. */
export interface NodePoolProps extends NodePoolOptions {
  /** The cluster that the pool is in: a TrainingCluster, or the result of TrainingCluster.fromAttributes. */
  readonly cluster: ICluster;
}

export interface GpuNodePoolOptions extends CommonPoolOptions {
  /** The GPUs of each node, such as `Accelerator.L4.times(1)`. */
  readonly accelerators: AcceleratorCount;
  /** A machine type that can carry the accelerators. @default - the smallest one: `MachineType.smallestFor` */
  readonly machineType?: string | MachineType;
  /** The installation of NVIDIA's driver. @default GpuDriver.DEFAULT */
  readonly driver?: GpuDriver;
  /**
   * The folders of the driver's libraries in containers, which become their LD_LIBRARY_PATH; `false` sets none.
   *
   * @default '/usr/local/nvidia/lib64'
   */
  readonly driverLibraryPath?: string | false;
  /** The sharing of a GPU between pods. @default - a GPU belongs to one pod */
  readonly sharing?: GpuSharing;
}

/** A pool with GPUs, and its cluster. */
export interface GpuNodePoolProps extends GpuNodePoolOptions {
  /** The cluster that the pool is in: a TrainingCluster, or the result of TrainingCluster.fromAttributes. */
  readonly cluster: ICluster;
}
