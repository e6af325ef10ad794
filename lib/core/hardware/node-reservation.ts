import { NODE_OVERHEAD, type ImageTable } from './catalog/node-overhead';
import type { MachineType } from './machine-type';

type Point = readonly [x: number, y: number];

export function tableOf(image: 'cos' | 'ubuntu', architecture: MachineType['architecture']): ImageTable {
  if (architecture === 'arm64') return 'cos-arm64'; // the only one measured on Arm
  return image === 'cos' ? 'cos-amd64' : 'ubuntu-amd64';
}

/** The share that GKE reserves of each bracket, from the last bound to this one. */
const CPU_BRACKETS = [
  { upTo: 1, rate: 0.06 },
  { upTo: 2, rate: 0.01 },
  { upTo: 4, rate: 0.005 },
  { upTo: Infinity, rate: 0.0025 },
];
/** Brackets of memory in MiB, with 1000 to the GB, as GKE counts. */
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
/** The pods of a node if nothing is set. */
export const DEFAULT_PODS = 110;
const MORE_PODS_CPU = 400;
const SHARED_CORE_E2_CPU = 1060;

export function reservedCpu({ family, sharedCore }: MachineType, vcpu: number, maxPods: number): number {
  const isShared = family === 'e2' && sharedCore;
  // Rounded before it is truncated: 0.0025 has no exact binary form.
  const reserved = isShared ? SHARED_CORE_E2_CPU : Math.floor(round(bracketSum(vcpu, CPU_BRACKETS) * 1000));
  return reserved + (maxPods > DEFAULT_PODS ? MORE_PODS_CPU : 0);
}

export function memoryLeft(mebibytes: number, table: ImageTable, imageStreaming: boolean): number {
  const whole = Math.floor(mebibytes);
  const brackets = bracketSum(whole, MEMORY_BRACKETS);
  const kube = whole <= SMALL_MEMORY.upToMib ? SMALL_MEMORY.reservedMib : Math.floor(round(brackets));
  const streaming = imageStreaming ? Math.floor(round(brackets * IMAGE_STREAMING_SHARE)) : 0;
  const system = interpolate([[0, 0], ...points(NODE_OVERHEAD.memoryMiB[table])], mebibytes / 1024);
  return Math.floor(mebibytes - system - kube - streaming - EVICTION_MIB);
}

export function onBootDisk(gib: number, table: ImageTable): number {
  const system = interpolate(points(NODE_OVERHEAD.bootDiskGiB[table]), gib);
  const share = 6 + Math.floor(round(0.35 * gib));
  const half = Math.floor(gib / 2);
  const kube = share > half ? half : Math.min(share, 100);
  return gib - system - kube - 0.1 * (gib - system);
}

export function onLocalSsd(count: number, image: 'cos' | 'ubuntu'): number {
  const gib = count * 375;
  const kube = [0, 50, 75][count] ?? 100;
  return (gib - fileSystemOverhead(count, image)) * 0.9 - kube;
}

function fileSystemOverhead(count: number, image: 'cos' | 'ubuntu'): number {
  const table = points(NODE_OVERHEAD.localSsdKiB[image]);
  const listed = table.find(([disks]) => disks >= count);
  const [mostDisks, most] = table[table.length - 1] ?? [1, 0];
  const kib = listed ? listed[1] : (most * count) / mostDisks;
  return kib / 1024 ** 2;
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

/** The value at x on the line between the two points around it, or past the ends on the line of the nearest two. */
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
