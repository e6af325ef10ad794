import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { allocatableOf, clusterPodsOfGke, type AllocatableOptions } from '../../../lib/core/hardware/allocatable';
import { allMachines } from '../../../lib/core/hardware/catalog/machine-types';
import { MachineType } from '../../../lib/core/hardware/machine-type';

const BARE = { image: 'cos', bootDiskGiB: 100, daemonSets: 'none' } as const;

function allocatable(name: string, options: Partial<AllocatableOptions> = {}) {
  const found = allocatableOf(MachineType.of(name), { ...BARE, ...options });
  if (!found) throw new Error(`${name} is not known`);
  return found;
}

describe('what pods can have of a node, before DaemonSets', () => {
  // Worked out for GKE 1.33; the catalogue has 1.34, which keeps 3 to 5 MiB more.
  test.each([
    ['e2-medium', 940, 2802],
    ['e2-standard-2', 1930, 6028],
    ['e2-standard-4', 3920, 13276],
    ['n1-standard-1', 940, 2609],
    ['n1-standard-4', 3920, 12356],
    ['n1-standard-8', 7910, 26506],
    ['n1-highmem-8', 7910, 47296],
    ['n1-standard-16', 15890, 54856],
    ['n1-standard-32', 31850, 111640],
    ['n1-highmem-96', 95690, 609229],
    ['g2-standard-4', 3920, 13276],
    ['g2-standard-24', 23870, 88924],
    ['g2-standard-96', 95690, 372225],
    ['a2-highgpu-1g', 11900, 78512],
    ['a3-highgpu-1g', 25865, 224083],
    ['a3-highgpu-8g', 207410, 1841649],
    ['a3-ultragpu-8g', 223370, 2908166],
    ['a4-highgpu-8g', 223370, 3911482],
    ['a4x-highgpu-4g', 139580, 863487],
    ['g4-standard-48', 47810, 170721],
  ])('%s: %i millicores, %i MiB within 6 MiB', (name, cpuMillis, memoryMiB) => {
    expect(allocatable(name).cpuMillis).toBe(cpuMillis);
    expect(Math.abs(allocatable(name).memoryMiB - memoryMiB)).toBeLessThanOrEqual(6);
  });

  test('agrees with a published node (T4 on n1-standard-4) to 0.2 %', () => {
    const node = allocatable('n1-standard-4');
    expect(node.cpuMillis).toBe(3920);
    expect(Math.abs((node.memoryMiB * 1024) / 12_663_300 - 1)).toBeLessThan(0.002);
    expect(Math.abs((node.ephemeralStorageMiB * 1024 ** 2) / 47_093_746_742 - 1)).toBeLessThan(0.002);
  });

  test.each([
    [30, 7.8, 10.2],
    [50, 17.5, 19.7],
    [100, 43.8, 45.2],
    [200, 97.4, 97.4],
    [300, 162.0, 160.6],
    [500, 339.2, 335.0],
    [1000, 782.2, 770.9],
    [2000, 1668.1, 1642.7],
  ])('a boot disk of %i GiB: %f GiB on COS, %f on Ubuntu', (bootDiskGiB, cos, ubuntu) => {
    const gib = (image: 'cos' | 'ubuntu') =>
      allocatable('n1-standard-8', { image, bootDiskGiB }).ephemeralStorageMiB / 1024;
    expect(gib('cos')).toBeCloseTo(cos, 1);
    expect(gib('ubuntu')).toBeCloseTo(ubuntu, 1);
  });

  test.each([
    [1, (375 - 7_289_472 / 1024 ** 2) * 0.9 - 50],
    [2, (750 - 13_725_224 / 1024 ** 2) * 0.9 - 75],
    [8, (3000 - 51_556_096 / 1024 ** 2) * 0.9 - 100],
    [9, (3375 - 52_837_800 / 1024 ** 2) * 0.9 - 100],
    [32, (12_000 - (78_686_620 / 24) * (32 / 1024 ** 2)) * 0.9 - 100],
  ])('%i local SSDs hold the ephemeral storage instead of the boot disk', (localSsdCount, gib) => {
    expect(allocatable('n1-standard-8', { localSsdCount }).ephemeralStorageMiB).toBe(Math.floor(gib * 1024));
  });

  test('is less with more pods, with image streaming and on Ubuntu', () => {
    const plain = allocatable('n1-standard-8');
    expect(allocatable('n1-standard-8', { maxPodsPerNode: 256 }).cpuMillis).toBe(plain.cpuMillis - 400);
    expect(allocatable('n1-standard-8', { maxPodsPerNode: 32 }).cpuMillis).toBe(plain.cpuMillis);
    expect(allocatable('e2-medium').cpuMillis - allocatable('e2-medium', { maxPodsPerNode: 111 }).cpuMillis).toBe(400);
    // 4 % of 25 % of 4000, 20 % of 4000, 10 % of 8000 and 6 % of 14720 MiB
    expect(allocatable('n1-standard-8', { imageStreaming: true }).memoryMiB).toBe(plain.memoryMiB - 139);
    expect(plain.memoryMiB - allocatable('n1-standard-8', { image: 'ubuntu' }).memoryMiB).toBeGreaterThanOrEqual(5);
  });

  test('is more than nothing and less than the machine, whatever the machine (property)', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...allMachines().filter((machine) => machine.memoryMib > 1024)),
        fc.constantFrom('cos' as const, 'ubuntu' as const),
        fc.integer({ min: 20, max: 5000 }),
        fc.boolean(),
        (machine, image, bootDiskGiB, imageStreaming) => {
          const node = allocatable(machine.name, { image, bootDiskGiB, imageStreaming });
          expect(node.cpuMillis).toBeGreaterThan(0);
          expect(node.cpuMillis).toBeLessThan(machine.vcpu * 1000);
          expect(node.memoryMiB).toBeGreaterThan(0);
          expect(node.memoryMiB).toBeLessThan(machine.memoryMib);
          expect(node.ephemeralStorageMiB).toBeGreaterThan(0);
          expect(node.ephemeralStorageMiB).toBeLessThan(bootDiskGiB * 1024);
          for (const amount of Object.values(node)) expect(Number.isInteger(amount)).toBe(true);
        },
      ),
    );
  });

  test('is not known for a machine type that is not known', () => {
    expect(allocatableOf(MachineType.of('z9-standard-4'), BARE)).toBeUndefined();
  });
});

test('GKE runs its DNS, metrics and way to the control plane once in a cluster', () => {
  const pods = clusterPodsOfGke().map(({ count, cpuMillis, memory }) => [count, cpuMillis, memory.toMebibytes()]);
  expect(pods).toEqual([
    [2, 265, 140],
    [1, 105, 130],
    [1, 48, 105],
    [8, 12, 40],
  ]);
});

describe("what GKE's DaemonSets take", () => {
  const bare = allocatable('n1-standard-8');

  test.each([
    ['no feature', {}, 105 + 21 + 8 + 10 + 100, 5],
    ['Dataplane V2, which has no kube-proxy', { dataplaneV2: true }, 105 + 21 + 8 + 10 + 205, 5],
    ['Workload Identity', { workloadIdentity: true }, 244 + 100, 6],
    ['both disk drivers', { persistentDiskCsi: true, filestoreCsi: true }, 244 + 35, 7],
    ['Cloud Storage FUSE and managed Prometheus', { gcsFuseCsi: true, managedPrometheus: true }, 244 + 30, 7],
  ])('of a CPU node, with %s', (_, daemonSets, cpu, pods) => {
    const node = allocatable('n1-standard-8', { daemonSets });
    expect(bare.cpuMillis - node.cpuMillis).toBe(cpu);
    // At least what outputs of `kubectl describe node` show of them.
    expect(bare.memoryMiB - node.memoryMiB).toBe(1024);
    expect(node.memoryMiB).toBeLessThan(bare.memoryMiB - 621);
    expect(bare.pods - node.pods).toBe(pods);
    expect(node.ephemeralStorageMiB).toBe(bare.ephemeralStorageMiB);
  });

  test('of a GPU node is a round 800 m and 1 GiB, which every sum of a CPU node stays below', () => {
    const features = {
      dataplaneV2: true,
      workloadIdentity: true,
      persistentDiskCsi: true,
      filestoreCsi: true,
      gcsFuseCsi: true,
      managedPrometheus: true,
    };
    const gpu = allocatable('n1-standard-8', { daemonSets: features, accelerators: Accelerator.K80.times(1) });
    expect(bare.cpuMillis - gpu.cpuMillis).toBe(800);
    expect(bare.memoryMiB - gpu.memoryMiB).toBe(1024);
    expect(bare.pods - gpu.pods).toBe(13);
    expect(allocatable('n1-standard-8', { daemonSets: features }).cpuMillis).toBeGreaterThan(gpu.cpuMillis);
    expect(allocatable('g2-standard-8').cpuMillis - allocatable('g2-standard-8', { daemonSets: {} }).cpuMillis).toBe(
      800,
    );
  });

  test('of a GPU node whose driver a DaemonSet installs is what that asks for more', () => {
    const options = { daemonSets: {}, accelerators: Accelerator.T4.times(1) };
    const gpu = allocatable('n1-standard-8', options);
    expect(gpu.cpuMillis - allocatable('n1-standard-8', { ...options, driverInstaller: true }).cpuMillis).toBe(150);
  });

  test('counts among the pods of a node, of which there are at most as many as the pool says', () => {
    const pods = (maxPodsPerNode: number) =>
      allocatable('n1-standard-8', { maxPodsPerNode, daemonSets: { dataplaneV2: true } }).pods;
    expect(bare.pods).toBe(110);
    expect([pods(32), pods(8), allocatable('n1-standard-8', { maxPodsPerNode: 4, daemonSets: {} }).pods]).toEqual([
      27, 3, 0,
    ]);
  });

  test('never leaves less than nothing', () => {
    const tiny = allocatable('f1-micro', { daemonSets: { dataplaneV2: true } });
    expect(tiny.memoryMiB).toBe(0);
    expect(tiny.cpuMillis).toBeGreaterThanOrEqual(0);
  });
});
