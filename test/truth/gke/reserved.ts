import type { Machine } from './machines';

// The share of a machine that GKE keeps for itself. The rules are Google's: the page on node sizes, and the sources of
// GKE's cluster autoscaler (reserved.go and os-reserved.yaml, read on 2026-08-21). Nothing here comes from lib/.

export interface NodeSettings {
  readonly image: 'cos' | 'ubuntu';
  readonly bootDiskGiB: number;
  readonly podsPerNode: number;
  /** Local disks for the pods' files, each of 375 GiB. */
  readonly localDisks: number;
  readonly imageStreaming: boolean;
}

/** What `kubectl describe node` calls allocatable. */
export interface Allocatable {
  readonly cpuMillis: number;
  readonly memoryMiB: number;
  readonly storageMiB: number;
}

/** @see https://cloud.google.com/kubernetes-engine/docs/concepts/plan-node-sizes */
export function allocatableOf(machine: Machine, settings: NodeSettings): Allocatable {
  return {
    cpuMillis: machine.vcpu * 1000 - keptCpu(machine, settings),
    memoryMiB: Math.floor(machine.memoryMiB - keptMemory(machine, settings)),
    storageMiB: Math.floor((settings.localDisks > 0 ? localDisks(settings) : bootDisk(machine, settings)) * 1024),
  };
}

function keptCpu({ name, vcpu }: Machine, { podsPerNode }: NodeSettings): number {
  const many = podsPerNode > 110 ? 400 : 0;
  if (/^e2-(micro|small|medium)$/.test(name)) return 1060 + many;
  // 6 % of the first core, 1 % of the second, 0.5 % of the next two, 0.25 % of all above: here in ten-thousandths.
  const rates = [600, 100, 50, 50];
  const tenThousandths = Array.from({ length: vcpu }, (_, core) => rates[core] ?? 25).reduce((sum, rate) => sum + rate);
  return Math.floor(tenThousandths / 10) + many;
}

function keptMemory({ memoryMiB, arm }: Machine, { image, imageStreaming }: NodeSettings): number {
  const upTo = (from: number, to: number) => Math.max(0, Math.min(Math.floor(memoryMiB), to) - from);
  const hundredths =
    25 * upTo(0, 4000) +
    20 * upTo(4000, 8000) +
    10 * upTo(8000, 16_000) +
    6 * upTo(16_000, 128_000) +
    2 * upTo(128_000, Infinity);
  const streaming = imageStreaming ? Math.floor((hundredths * 4) / 10_000) : 0;
  const eviction = 100;
  return Math.floor(hundredths / 100) + streaming + eviction + keptByImage(memoryMiB / 1024, arm ? 'arm' : image);
}

/** MiB that the kernel and the image keep, by the machine's GiB: measured points, and straight lines between them. */
const OF_IMAGE: Readonly<Record<'cos' | 'ubuntu' | 'arm', readonly (readonly [gib: number, mib: number])[]>> = {
  cos: [
    [0, 0],
    [1, 60.1],
    [1.7, 73.3],
    [2, 77.6],
    [3, 96.3],
    [3.75, 173.1],
    [4, 177.3],
    [8, 247.3],
    [16, 387.9],
    [32, 668.9],
    [64, 1231],
    [128, 2259.3],
    [256, 4222],
    [1922, 30885.5],
  ],
  ubuntu: [
    [0, 0],
    [1, 65.6],
    [1.7, 78.8],
    [2, 83.1],
    [3, 101.8],
    [3.75, 178.5],
    [4, 182.9],
    [8, 252.9],
    [16, 393.5],
    [32, 674.9],
    [64, 1237.7],
    [128, 2267.1],
    [256, 4232.5],
    [1922, 30897.2],
  ],
  arm: [
    [0, 0],
    [4, 174.6],
    [16, 409],
    [64, 1346.7],
    [192, 3753.4],
  ],
};

function keptByImage(gib: number, image: keyof typeof OF_IMAGE): number {
  return onLine(OF_IMAGE[image], gib);
}

function onLine(points: readonly (readonly [number, number])[], x: number): number {
  const end = Math.max(
    1,
    points.findIndex(([px]) => px >= x),
  );
  const [x0, y0] = points[end - 1]!;
  const [x1, y1] = points[end]!;
  return y0 + ((x - x0) * (y1 - y0)) / (x1 - x0);
}

function bootDisk({ arm }: Machine, { image, bootDiskGiB }: NodeSettings): number {
  const family = arm ? 'arm' : image;
  const system = onLine(
    {
      cos: [[10, 4.324] as const, [15, 4.407] as const, [100, 5.747] as const, [1000, 19.819] as const],
      ubuntu: [[10, 1.354] as const, [15, 1.512] as const, [100, 4.178] as const, [1000, 32.362] as const],
      arm: [[10, 4.386] as const, [15, 4.469] as const, [100, 5.809] as const, [1000, 19.881] as const],
    }[family],
    bootDiskGiB,
  );
  const third = 6 + Math.floor((35 * bootDiskGiB) / 100);
  const half = Math.floor(bootDiskGiB / 2);
  return (bootDiskGiB - system) * 0.9 - (third > half ? half : Math.min(third, 100));
}

/** KiB that the file system of one or two local disks takes. */
const FILE_SYSTEM = { cos: [0, 7_289_472, 13_725_224], ubuntu: [0, 7_219_840, 13_651_496] } as const;

function localDisks({ localDisks: count, image }: NodeSettings): number {
  const kib = FILE_SYSTEM[image][count];
  if (kib === undefined) throw new Error(`reserved.ts knows no more than two local disks, not ${count}`);
  const kept = [0, 50, 75][count] ?? 0;
  return (count * 375 - kib / 1024 ** 2) * 0.9 - kept;
}
