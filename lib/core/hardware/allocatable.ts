import { Size } from 'cdk8s';
import type { ClusterPods } from '../contracts/cluster-pods';
import type { AcceleratorCount } from './accelerator';
import { NODE_OVERHEAD } from './catalog/node-overhead';
import type { MachineType } from './machine-type';
import { DEFAULT_PODS, memoryLeft, onBootDisk, onLocalSsd, reservedCpu, tableOf } from './node-reservation';

/** The features of a cluster that add DaemonSets to every node. */
export interface NodeDaemonSets {
  /** Without it kube-proxy runs on every node. @default false */
  readonly dataplaneV2?: boolean;
  /** @default false */
  readonly workloadIdentity?: boolean;
  /** @default false */
  readonly persistentDiskCsi?: boolean;
  /** @default false */
  readonly filestoreCsi?: boolean;
  /** @default false */
  readonly gcsFuseCsi?: boolean;
  /** @default false */
  readonly managedPrometheus?: boolean;
}

export interface AllocatableOptions {
  readonly image: 'cos' | 'ubuntu';
  /** Size of the boot disk in GiB. */
  readonly bootDiskGiB: number;
  /** @default 110 */
  readonly maxPodsPerNode?: number;
  /** Local SSDs that hold the pods' ephemeral storage, each of 375 GiB. @default 0, which leaves it on the boot disk */
  readonly localSsdCount?: number;
  /** @default false */
  readonly imageStreaming?: boolean;
  /** True if a DaemonSet of ClusterAddons installs the driver. @default false */
  readonly driverInstaller?: boolean;
  /** @default - as many as the machine type comes with */
  readonly accelerators?: AcceleratorCount;
  /** 'none': before DaemonSets, as `kubectl describe node` shows it. */
  readonly daemonSets: NodeDaemonSets | 'none';
}

/** The resources of one node that pods can use. */
export interface Allocatable {
  readonly cpuMillis: number;
  readonly memoryMiB: number;
  readonly ephemeralStorageMiB: number;
  /** The number of pods beside those of DaemonSets. */
  readonly pods: number;
}

/** The CPU that the DaemonSet that installs drivers requests on each node. */
export const DRIVER_INSTALLER_CPU_MILLIS = NODE_OVERHEAD.planning.driverInstallerCpuMillis;

/**
 * The resources of a node of a machine type that are left for pods; `undefined` for a machine type that the catalogue does
 * not know. Before DaemonSets it is within 0.2 % of a published node. The requests of GKE's own DaemonSets are a round
 * figure on the safe side.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/plan-node-sizes
 */
export function allocatableOf(machineType: MachineType, options: AllocatableOptions): Allocatable | undefined {
  const { vcpu, memory } = machineType;
  if (vcpu === undefined || memory === undefined) return undefined;
  const { image, bootDiskGiB, maxPodsPerNode = DEFAULT_PODS, localSsdCount = 0, imageStreaming = false } = options;
  const table = tableOf(image, machineType.architecture);
  const taken = takenByDaemonSets(options.daemonSets, machineType, options);
  const storage = localSsdCount > 0 ? onLocalSsd(localSsdCount, image) : onBootDisk(bootDiskGiB, table);
  const cpuMillis = vcpu * 1000 - reservedCpu(machineType, vcpu, maxPodsPerNode);
  return {
    cpuMillis: Math.max(0, cpuMillis - taken.cpuMillis),
    memoryMiB: Math.max(0, memoryLeft(memory.toKibibytes() / 1024, table, imageStreaming) - taken.memoryMiB),
    ephemeralStorageMiB: Math.max(0, Math.floor(storage * 1024)),
    pods: Math.max(0, maxPodsPerNode - taken.pods),
  };
}

function takenByDaemonSets(
  features: NodeDaemonSets | 'none',
  machineType: MachineType,
  { accelerators, driverInstaller = false }: AllocatableOptions,
): { readonly cpuMillis: number; readonly memoryMiB: number; readonly pods: number } {
  if (features === 'none') return { cpuMillis: 0, memoryMiB: 0, pods: 0 };
  const { daemonSets, planning } = NODE_OVERHEAD;
  const requests = [
    daemonSets.always,
    features.dataplaneV2 ? daemonSets.dataplaneV2 : daemonSets.withoutDataplaneV2,
    ...(features.workloadIdentity ? [daemonSets.workloadIdentity] : []),
    ...(features.persistentDiskCsi ? [daemonSets.persistentDiskCsi] : []),
    ...(features.filestoreCsi ? [daemonSets.filestoreCsi] : []),
    ...(features.gcsFuseCsi ? [daemonSets.gcsFuseCsi] : []),
    ...(features.managedPrometheus ? [daemonSets.managedPrometheus] : []),
  ].flatMap((pods) => Object.values(pods));
  if (accelerators || machineType.gpu) {
    const { cpuMillis, memoryMiB, pods } = planning.gpuNode;
    const installer = driverInstaller ? DRIVER_INSTALLER_CPU_MILLIS : 0;
    return { cpuMillis: cpuMillis + installer, memoryMiB, pods: requests.length + pods };
  }
  const cpuMillis = requests.reduce((sum, cpu) => sum + cpu, 0);
  return { cpuMillis, memoryMiB: planning.cpuNodeMemoryMiB, pods: requests.length };
}

/** The pods that GKE runs once in a cluster: DNS, metrics, the connection to the control plane. */
export function clusterPodsOfGke(): readonly ClusterPods[] {
  return NODE_OVERHEAD.clusterPods.pods.map(({ count, cpuMillis, memoryMiB }) => ({
    count,
    cpuMillis,
    memory: Size.mebibytes(memoryMiB),
  }));
}
