import { expect, test } from 'vitest';
import { machineOf } from './machines';
import { allocatableOf, type NodeSettings } from './reserved';

const SETTINGS: NodeSettings = {
  image: 'cos',
  bootDiskGiB: 100,
  podsPerNode: 110,
  localDisks: 0,
  imageStreaming: false,
};

test('a node with a T4 has what the page on time-sharing of GPUs prints', () => {
  const { cpuMillis, memoryMiB, storageMiB } = allocatableOf(machineOf('n1-standard-4'), SETTINGS);
  expect(cpuMillis).toBe(3920);
  expect(memoryMiB / (12_663_300 / 1024)).toBeCloseTo(1, 2);
  expect((storageMiB * 1024 ** 2) / 47_093_746_742).toBeCloseTo(1, 2);
});

test('the reservations are those of the tables on node sizes', () => {
  const of = (name: string, settings: Partial<NodeSettings> = {}) => {
    const { cpuMillis, memoryMiB } = allocatableOf(machineOf(name), { ...SETTINGS, ...settings });
    return [cpuMillis, memoryMiB];
  };
  expect(of('e2-medium')[0]).toBe(940);
  expect(of('n2-standard-8')[0]).toBe(7910);
  expect(of('n1-standard-32')[0]).toBe(31_850);
  expect(of('n2-standard-8', { podsPerNode: 200 })[0]).toBe(7510);
  // 25 % of 4000, 20 % of 4000, 10 % of 8000 and 6 % of 16768 MiB, 100 for eviction, 669 for the image.
  expect(of('n2-standard-8')[1]).toBe(32_768 - 1000 - 800 - 800 - 1006 - 100 - 669);
  expect(of('e2-custom-4-8192')[1]).toBe(8192 - 1000 - 800 - 19 - 100 - 248);
});

test('a name tells the size of a machine', () => {
  expect(machineOf('n1-highmem-8')).toMatchObject({ vcpu: 8, memoryMiB: 53_248 });
  expect(machineOf('custom-6-20480')).toMatchObject({ vcpu: 6, memoryMiB: 20_480 });
  expect(() => machineOf('x9-large')).toThrow('x9-large');
});
