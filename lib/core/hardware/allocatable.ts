import type { AcceleratorCount } from './accelerator';
import overheadJson from './catalog/node-overhead.json';
import type { MachineType } from './machine-type';

/** What GKE puts on every node of a cluster, by the cluster's features. */
export interface NodeDaemonSets {
  /** @default false, which is kube-proxy */
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
  /** Whether a DaemonSet of ClusterAddons installs the driver. @default false */
  readonly driverInstaller?: boolean;
  /** @default - as many as the machine type comes with */
  readonly accelerators?: AcceleratorCount;
  /** 'none': before DaemonSets, as `kubectl describe node` shows it. */
  readonly daemonSets: NodeDaemonSets | 'none';
}

/** What pods can have of one node. */
export interface Allocatable {
  readonly cpuMillis: number;
  readonly memoryMiB: number;
  readonly ephemeralStorageMiB: number;
}

interface OverheadFile {
  readonly memoryMiB: Readonly<Record<ImageTable, string>>;
  readonly bootDiskGiB: Readonly<Record<ImageTable, string>>;
  readonly localSsdKiB: Readonly<Record<'cos' | 'ubuntu', string>>;
  readonly daemonSets: Readonly<Record<'always' | 'withoutDataplaneV2' | keyof NodeDaemonSets, Requests>>;
  readonly planning: {
    readonly gpuNode: { readonly cpuMillis: number; readonly memoryMiB: number };
    readonly driverInstallerCpuMillis: number;
    readonly cpuNodeMemoryMiB: number;
  };
}

type ImageTable = 'cos-amd64' | 'cos-arm64' | 'ubuntu-amd64';
type Requests = Readonly<Record<string, number>>;
type Point = readonly [x: number, y: number];

const overhead: OverheadFile = overheadJson;

/** What the DaemonSet that installs drivers asks for on each node. */
export const DRIVER_INSTALLER_CPU_MILLIS = overhead.planning.driverInstallerCpuMillis;

/**
 * What pods can have of one node of a machine type, after what the node and GKE's own DaemonSets
 * take; `undefined` for a machine type that the catalogue does not know. Within 0.2 % of a published
 * node before DaemonSets; what DaemonSets take is a round figure on the safe side.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/plan-node-sizes
 */
export function allocatableOf(machineType: MachineType, options: AllocatableOptions): Allocatable | undefined {
  const { vcpu, memory } = machineType;
  if (vcpu === undefined || memory === undefined) return undefined;
  const { image, bootDiskGiB, maxPodsPerNode = 110, localSsdCount = 0, imageStreaming = false } = options;
  const table = tableOf(image, machineType.architecture);
  const taken = takenByDaemonSets(options.daemonSets, machineType, options);
  const storage = localSsdCount > 0 ? onLocalSsd(localSsdCount, image) : onBootDisk(bootDiskGiB, table);
  const cpuMillis = vcpu * 1000 - reservedCpu(machineType, vcpu, maxPodsPerNode);
  return {
    cpuMillis: Math.max(0, cpuMillis - taken.cpuMillis),
    memoryMiB: Math.max(0, memoryLeft(memory.toKibibytes() / 1024, table, imageStreaming) - taken.memoryMiB),
    ephemeralStorageMiB: Math.max(0, Math.floor(storage * 1024)),
  };
}

function tableOf(image: 'cos' | 'ubuntu', architecture: MachineType['architecture']): ImageTable {
  if (architecture === 'arm64') return 'cos-arm64'; // the only one measured on Arm
  return image === 'cos' ? 'cos-amd64' : 'ubuntu-amd64';
}

/** GKE's brackets: so much of what lies between the last bound and this one. */
const CPU_BRACKETS = [
  { upTo: 1, rate: 0.06 },
  { upTo: 2, rate: 0.01 },
  { upTo: 4, rate: 0.005 },
  { upTo: Infinity, rate: 0.0025 },
];
/** In MiB, but GKE counts 1000 to the GB here. */
const MEMORY_BRACKETS = [
  { upTo: 4000, rate: 0.25 },
  { upTo: 8000, rate: 0.2 },
  { upTo: 16_000, rate: 0.1 },
  { upTo: 128_000, rate: 0.06 },
  { upTo: Infinity, rate: 0.02 },
];
const SMALL_MEMORY = { upToMib: 1000, reservedMib: 255 };
const EVICTION_MIB = 100;
const IMAGE_STREAMING_SHARE = 0.04;
const DEFAULT_PODS = 110;
const MORE_PODS_CPU = 400;
const SHARED_CORE_E2_CPU = 1060;

function reservedCpu({ family, sharedCore }: MachineType, vcpu: number, maxPods: number): number {
  if (family === 'e2' && sharedCore) return SHARED_CORE_E2_CPU;
  // Rounded before it is truncated: 0.0025 has no exact binary form.
  const reserved = Math.floor(round(bracketSum(vcpu, CPU_BRACKETS) * 1000));
  return reserved + (maxPods > DEFAULT_PODS ? MORE_PODS_CPU : 0);
}

function memoryLeft(mebibytes: number, table: ImageTable, imageStreaming: boolean): number {
  const whole = Math.floor(mebibytes);
  const brackets = bracketSum(whole, MEMORY_BRACKETS);
  const kube = whole <= SMALL_MEMORY.upToMib ? SMALL_MEMORY.reservedMib : Math.floor(round(brackets));
  const streaming = imageStreaming ? Math.floor(round(brackets * IMAGE_STREAMING_SHARE)) : 0;
  const system = interpolate([[0, 0], ...points(overhead.memoryMiB[table])], mebibytes / 1024);
  return Math.floor(mebibytes - system - kube - streaming - EVICTION_MIB);
}

function onBootDisk(gib: number, table: ImageTable): number {
  const system = interpolate(points(overhead.bootDiskGiB[table]), gib);
  const share = 6 + Math.floor(round(0.35 * gib));
  const half = Math.floor(gib / 2);
  const kube = share > half ? half : Math.min(share, 100);
  return gib - system - kube - 0.1 * (gib - system);
}

function onLocalSsd(count: number, image: 'cos' | 'ubuntu'): number {
  const gib = count * 375;
  const kube = [0, 50, 75][count] ?? 100;
  return (gib - fileSystemOverhead(count, image)) * 0.9 - kube;
}

function fileSystemOverhead(count: number, image: 'cos' | 'ubuntu'): number {
  const table = points(overhead.localSsdKiB[image]);
  const listed = table.find(([disks]) => disks >= count);
  const [mostDisks, most] = table[table.length - 1] ?? [1, 0];
  const kib = listed ? listed[1] : (most * count) / mostDisks;
  return kib / 1024 ** 2;
}

function takenByDaemonSets(
  features: NodeDaemonSets | 'none',
  machineType: MachineType,
  { accelerators, driverInstaller = false }: AllocatableOptions,
): { readonly cpuMillis: number; readonly memoryMiB: number } {
  if (features === 'none') return { cpuMillis: 0, memoryMiB: 0 };
  const { daemonSets, planning } = overhead;
  if (accelerators || machineType.gpu) {
    const { cpuMillis, memoryMiB } = planning.gpuNode;
    return { cpuMillis: cpuMillis + (driverInstaller ? DRIVER_INSTALLER_CPU_MILLIS : 0), memoryMiB };
  }
  const requests = [
    daemonSets.always,
    features.dataplaneV2 ? daemonSets.dataplaneV2 : daemonSets.withoutDataplaneV2,
    ...(features.workloadIdentity ? [daemonSets.workloadIdentity] : []),
    ...(features.persistentDiskCsi ? [daemonSets.persistentDiskCsi] : []),
    ...(features.filestoreCsi ? [daemonSets.filestoreCsi] : []),
    ...(features.gcsFuseCsi ? [daemonSets.gcsFuseCsi] : []),
    ...(features.managedPrometheus ? [daemonSets.managedPrometheus] : []),
  ];
  const cpuMillis = requests.flatMap((pods) => Object.values(pods)).reduce((sum, cpu) => sum + cpu, 0);
  return { cpuMillis, memoryMiB: planning.cpuNodeMemoryMiB };
}

function bracketSum(amount: number, brackets: readonly { readonly upTo: number; readonly rate: number }[]): number {
  let sum = 0;
  let from = 0;
  for (const { upTo, rate } of brackets) {
    sum += Math.max(0, Math.min(amount, upTo) - from) * rate;
    from = upTo;
  }
  return sum;
}

/** On the line between the two points around x; past the ends, on the line of the nearest two. */
function interpolate(table: readonly Point[], x: number): number {
  const above = table.findIndex(([px]) => px >= x);
  const end = above === -1 ? table.length - 1 : Math.max(1, above);
  const [x0, y0] = table[end - 1] ?? [0, 0];
  const [x1, y1] = table[end] ?? [1, 0];
  return y0 + ((x - x0) * (y1 - y0)) / (x1 - x0);
}

/** `1:60.1 2:77.6` as points. */
function points(table: string): Point[] {
  return table.split(' ').map((pair): Point => {
    const [x = NaN, y = NaN] = pair.split(':').map(Number);
    return [x, y];
  });
}

function round(value: number): number {
  return Math.round(value * 1e6) / 1e6;
}
