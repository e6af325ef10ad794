import { Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { Taint } from '../../../lib/core/contracts/taint';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { LocalCluster } from '../../../lib/local/local-cluster';
import { Mount } from '../../../lib/pods/mounts/mount';
import { isGpuPool, memoryMounts, resolveResources } from '../../../lib/pods/containers/resources';
import { cpuPool, gpuPool } from '../../workload/pools';

const BUCKET = Mount.bucket({ bucketName: 'data', url: 'gs://data' }, '/data');

describe('on a GPU pool an accelerated task gets', () => {
  test('one GPU and the share of the node that goes with it', () => {
    const { gpus, cpuMillis, memory } = resolveResources({ pool: gpuPool(), accelerated: true, mounts: [] });
    expect([gpus, cpuMillis, memory.toGibibytes()]).toEqual([1, 3975, 16]);
  });

  test.each([
    [3, 11_925, 48],
    [4, 15_900, 64],
    [5, 1000, 2],
  ])('the share of the %i GPUs that it asks for, if the node has them', (asked, millis, gibibytes) => {
    const { gpus, cpuMillis, memory } = resolveResources({
      pool: gpuPool(),
      accelerated: true,
      options: { gpus: asked },
      mounts: [],
    });
    expect([gpus, cpuMillis, memory.toGibibytes()]).toEqual([asked, millis, gibibytes]);
  });

  test('less by what the bucket sidecar asks for', () => {
    const { cpuMillis, memory, sidecars } = resolveResources({ pool: gpuPool(), accelerated: true, mounts: [BUCKET] });
    expect(sidecars).toMatchObject({ cpuMillis: 250 });
    expect(sidecars.memory.toMebibytes()).toBe(256);
    expect(sidecars.ephemeralStorage?.toGibibytes()).toBe(5);
    expect([cpuMillis, memory.toMebibytes()]).toEqual([3725, 16 * 1024 - 256]);
  });

  test('its own requests instead of its share', () => {
    const options = { cpus: 0.25, memory: Size.mebibytes(100), gpus: 0, ephemeralStorage: Size.gibibytes(2) };
    expect(resolveResources({ pool: gpuPool(), accelerated: true, options, mounts: [] })).toMatchObject({
      cpuMillis: 250,
      memory: options.memory,
      gpus: 0,
      ephemeralStorage: options.ephemeralStorage,
    });
  });

  test.each([
    ['nodes that are not known', gpuPool({ allocatable: undefined }), {}, 0.1, 'unknown nodes'],
    ['sidecars that ask for the CPU of its GPU', gpuPool(), {}, 4, 'sidecars'],
    ['memory of its own', gpuPool(), { memory: Size.gibibytes(8) }, 4, undefined],
    ['a share', gpuPool(), {}, 0.1, undefined],
    ['more GPUs than a node has', gpuPool(), { gpus: 5 }, 0.1, undefined],
    ['no GPU', gpuPool({ allocatable: undefined }), { gpus: 0 }, 0.1, undefined],
  ])('with %s, its memory is known to be a guess or not', (_, pool, options, cpus, guessed) => {
    const sidecars = [{ name: 'log', resources: { cpus } }];
    expect(resolveResources({ pool, accelerated: true, options, mounts: [], sidecars }).guessed).toBe(guessed);
  });

  test('one GPU and fixed defaults if the resources of a node are not known', () => {
    const pool = gpuPool({ allocatable: undefined });
    const { gpus, cpuMillis, memory } = resolveResources({ pool, accelerated: true, mounts: [] });
    expect([gpus, cpuMillis, memory.toGibibytes()]).toEqual([1, 1000, 2]);
  });
});

test.each([
  ['an accelerated task on a CPU pool', cpuPool(), true, [0, 1000, 2048]],
  ['another task on a CPU pool', cpuPool(), false, [0, 500, 1024]],
  ['another task on a GPU pool', gpuPool(), false, [0, 500, 1024]],
  ['any task on a laptop', LocalCluster.kind().pool, true, [0, 200, 768]],
])('%s gets fixed defaults', (_what, pool, accelerated, expected) => {
  const { gpus, cpuMillis, memory } = resolveResources({ pool, accelerated, mounts: [] });
  expect([gpus, cpuMillis, memory.toMebibytes()]).toEqual(expected);
});

test('a fixed default grows by the memory mounts', () => {
  const mounts = [Mount.memory(Size.gibibytes(1))];
  expect(resolveResources({ pool: cpuPool(), accelerated: false, mounts }).memory.toGibibytes()).toBe(2);
});

test('parts of a thousandth of a CPU are rounded up, and what is less than one is left for its refusal', () => {
  const millis = (cpus: number) =>
    resolveResources({ pool: cpuPool(), accelerated: true, options: { cpus }, mounts: [] }).cpuMillis;
  expect([millis(0.0015), millis(0.001), millis(0.0005), millis(2)]).toEqual([2, 1, 0.5, 2000]);
});

test('memory is mounted by its own kind of mounts alone', () => {
  expect(
    memoryMounts({
      mounts: [
        Mount.memory(Size.mebibytes(64)),
        Mount.persistentVolumeClaim('a', '/a'),
        Mount.memory(Size.mebibytes(8)),
      ],
    }),
  ).toBe(72);
});

test('a share that leaves nothing beside the sidecars is none', () => {
  const share = (cpuMillis: number, mebibytes: number) => {
    const allocatable = { cpuMillis, memory: Size.mebibytes(mebibytes), extended: { 'nvidia.com/gpu': 1 } };
    const { cpuMillis: cpu, memory } = resolveResources({
      pool: gpuPool({ allocatable }),
      accelerated: true,
      mounts: [BUCKET],
    });
    return [cpu, memory.toMebibytes()];
  };
  expect(share(351, 257)).toEqual([1, 1]);
  expect(share(350, 257)).toEqual([1000, 2048]);
  expect(share(351, 256)).toEqual([1000, 2048]);
  const none = { pool: gpuPool(), accelerated: true, options: { gpus: 0 }, mounts: [] };
  expect(resolveResources(none)).toMatchObject({ cpuMillis: 1000, gpus: 0 });
});

test('a pool with a GPU, or with a known number of them, is a GPU pool too', () => {
  const plain = { taints: [], allocatable: undefined };
  expect(isGpuPool(gpuPool({ taints: [] }))).toBe(true);
  expect(isGpuPool(cpuPool({ ...plain, accelerator: Accelerator.T4 }))).toBe(true);
  expect(isGpuPool(cpuPool({ ...plain, taints: [Taint.of('a', 'b')] }))).toBe(false);
  expect(isGpuPool(cpuPool(plain))).toBe(false);
});

test('a pool with the taint of GPUs is a GPU pool', () => {
  expect(isGpuPool(gpuPool({ allocatable: undefined }))).toBe(true);
  expect(isGpuPool(cpuPool({ allocatable: undefined }))).toBe(false);
});
