import type { Size } from 'cdk8s';
import { CLUSTER, type ICluster } from '../../core/contracts/cluster';
import { TAINT, type Taint } from '../../core/contracts/taint';
import { ACCELERATORS, type AcceleratorCount } from '../../core/hardware/accelerator';
import { CAPACITY, type Capacity } from '../../core/hardware/capacity';
import { DRIVER, type GpuDriver } from '../../core/hardware/gpu-driver';
import { SHARING, type GpuSharing } from '../../core/hardware/gpu-sharing';
import { MACHINE_TYPE, type MachineType } from '../../core/hardware/machine-type';
import { IMAGE, type NodeImage } from '../../core/hardware/node-image';
import { nameText } from '../../core/names/name';
import {
  either,
  FLAG,
  listOf,
  number,
  object,
  optional,
  recordOf,
  SIZE,
  text,
  type Rules,
} from '../../core/problems/rules';
import { ENCRYPTION_KEY } from '../encryption-key';
import { ACCOUNT_EMAIL } from '../service-account';
import { LOCAL_SSD, type LocalSsd } from './local-ssd';
import { NODES, type Nodes } from './nodes';
import { UPGRADE_STRATEGY, type UpgradeStrategy } from './upgrade-strategy';

/** The disk that a node starts from. */
export interface BootDisk {
  /** `pd-balanced`, `pd-ssd`, `pd-standard`, `hyperdisk-balanced` … @default - pd-balanced, or the first type that the machine takes */
  readonly type?: string;
  /** Whole GiB, 10 to 65,536. @default Size.gibibytes(100) */
  readonly size?: Size;
  /** The full name of the key of Cloud KMS that encrypts it. A change replaces the pool. @default - the cluster's `security.diskKey` */
  readonly encryptionKey?: string;
}

/** Options of pools with and without GPUs. */
interface CommonPoolOptions {
  /** How many nodes, over all zones. @default Nodes.between(0, 3) - as many as the pods need, up to three */
  readonly nodes?: Nodes;
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
  /** How the machines are bought. @default Capacity.ON_DEMAND */
  readonly capacity?: Capacity;
  /** @default - 100 GiB of pd-balanced, or of the first type that the machine takes */
  readonly bootDisk?: BootDisk;
  /** Local disks. @default - none but those that come with the machine */
  readonly localSsd?: LocalSsd;
  /** Kubernetes labels of the nodes. Keys of Kubernetes and of Google are refused. @default {} */
  readonly labels?: Readonly<Record<string, string>>;
  /** Further taints of the nodes; a GPU pool declares its own. @default [] */
  readonly taints?: readonly Taint[];
  /** Google Cloud labels of the machines, for the bill. @default - the labels of the stack's stage */
  readonly resourceLabels?: Readonly<Record<string, string>>;
  /** 8 to 256. Only in VPC-native clusters, as TrainingCluster makes them. @default - the cluster's number, which is 110 by default */
  readonly maxPodsPerNode?: number;
  /**
   * Start containers before their whole image is pulled. Only with Container-Optimized OS. The account of the nodes gets
   * roles/serviceusage.serviceUsageConsumer for it; an existing account needs that role. If the project is not known, turn its service
   * containerfilesystem.googleapis.com on yourself.
   *
   * @default false
   */
  readonly imageStreaming?: boolean;
  /** Put the nodes close together. Refused over several zones, and for families without it, such as N1, N4, E2 and Z3. @default false */
  readonly compactPlacement?: boolean;
  /** How nodes are upgraded. Refused for flex-start and queued machines, where GKE decides. @default - UpgradeStrategy.surge(1, 0); in GPU pools surge(0, 1), which needs no spare GPU quota */
  readonly upgrade?: UpgradeStrategy;
  /**
   * Raise it by one to make the new pool before the old one is destroyed. Most changes of hardware replace a pool, and
   * at 1 the old pool is destroyed first. From 2 on it is part of the pool's name, `k80-g2`. Then raise it with every
   * change that replaces the pool, because two pools that exist at once need two names. Both pools need quota. Leave it
   * out in a change that replaces the cluster: Terraform would make the new cluster first, and Google refuses its name.
   *
   * @default 1
   */
  readonly generation?: number;
  /** The e-mail address of the service account that the nodes act as. @default - the cluster's node account */
  readonly serviceAccount?: string;
  /**
   * Whether only signed kernel modules can be loaded.
   *
   * @default - true, except on bare metal (`-metal`) and in GPU pools without a signed driver: GKE signs it on Container-Optimized OS
   */
  readonly secureBoot?: boolean;
}

const BOOT_DISK: Rules<BootDisk> = {
  type: optional(text('name a type of disk, such as "pd-ssd"')),
  size: optional(SIZE),
  encryptionKey: optional(ENCRYPTION_KEY),
};
const LABELS = recordOf(
  text("give texts by their names, such as { 'acme.com/use': 'training' }, and leave out what has none"),
);

const COMMON_POOL_OPTIONS: Rules<CommonPoolOptions> = {
  nodes: optional(NODES),
  zones: optional(listOf(text('name zones, such as ["us-east1-c"]'))),
  poolName: optional(nameText()),
  image: optional(IMAGE),
  capacity: optional(CAPACITY),
  bootDisk: optional(object(BOOT_DISK, 'give { type: …, size: … }')),
  localSsd: optional(LOCAL_SSD),
  labels: optional(LABELS),
  taints: optional(listOf(TAINT)),
  resourceLabels: optional(LABELS),
  maxPodsPerNode: optional(number('use a whole number from 8 to 256')),
  imageStreaming: optional(FLAG),
  compactPlacement: optional(FLAG),
  upgrade: optional(UPGRADE_STRATEGY),
  generation: optional(number('use a whole number of 1 or more')),
  serviceAccount: optional(ACCOUNT_EMAIL),
  secureBoot: optional(FLAG),
};

const POOL_CLUSTER = { ...CLUSTER, fix: 'give the cluster that the pool is in, or use cluster.addPool' };

/** The folder of the driver's libraries; `false` for none. */
export const DRIVER_LIBRARY_PATH = either(FLAG, text("give a path such as '/usr/local/nvidia/lib64', or false"));

/** Options of a pool without GPUs. */
export interface NodePoolOptions extends CommonPoolOptions {
  /** A machine type such as `n2-standard-8`. Types that carry GPUs are refused: see GpuNodePool. @default 'e2-standard-4' */
  readonly machineType?: string | MachineType;
}

/** A pool without GPUs, and its cluster. */
export interface NodePoolProps extends NodePoolOptions {
  /** The cluster that the pool is in: a TrainingCluster, or the result of TrainingCluster.fromAttributes. */
  readonly cluster: ICluster;
}

export const NODE_POOL_PROPS: Rules<NodePoolProps> = {
  ...COMMON_POOL_OPTIONS,
  machineType: optional(MACHINE_TYPE),
  cluster: POOL_CLUSTER,
};

/** Options of a pool with GPUs. */
export interface GpuNodePoolOptions extends CommonPoolOptions {
  /** The GPUs of each node, such as `Accelerator.L4.times(1)`. */
  readonly accelerators: AcceleratorCount;
  /** A machine type that can carry the accelerators. @default - the smallest one: `MachineType.smallestFor` */
  readonly machineType?: string | MachineType;
  /** Who installs NVIDIA's driver. @default GpuDriver.DEFAULT */
  readonly driver?: GpuDriver;
  /**
   * The folder of the driver's libraries in containers. Workloads get it as LD_LIBRARY_PATH; with `false` they get none.
   *
   * @default '/usr/local/nvidia/lib64'
   */
  readonly driverLibraryPath?: string | false;
  /** How several pods share one GPU. @default - a GPU belongs to one pod */
  readonly sharing?: GpuSharing;
}

/** A pool with GPUs, and its cluster. */
export interface GpuNodePoolProps extends GpuNodePoolOptions {
  /** The cluster that the pool is in: a TrainingCluster, or the result of TrainingCluster.fromAttributes. */
  readonly cluster: ICluster;
}

export const GPU_NODE_POOL_PROPS: Rules<GpuNodePoolProps> = {
  ...NODE_POOL_PROPS,
  accelerators: ACCELERATORS,
  driver: optional(DRIVER),
  driverLibraryPath: optional(DRIVER_LIBRARY_PATH),
  sharing: optional(SHARING),
};
