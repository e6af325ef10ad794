import { Size } from 'cdk8s';
import { Lazy, Token } from 'cdktf';
import { expect, test } from 'vitest';
import { formatProblem } from '../../../lib/core/problems/problem';
import { GpuSharing } from '../../../lib/core/hardware/gpu-sharing';
import { Mount } from '../../../lib/pods/mounts/mount';
import { fitProblems } from '../../../lib/pods/placement/fit-problems';
import { resolveResources } from '../../../lib/pods/containers/resources';
import { cpuPool, demand, gpuPool } from '../../workload/pools';

const texts = (...args: Parameters<typeof demand>) => [...fitProblems(demand(...args))].map(formatProblem);

test('what a task gets by default fits into its node', () => {
  expect(texts(gpuPool(), 1)).toEqual([]);
  expect(texts(gpuPool(), 1, { gpus: 4 })).toEqual([]);
  expect(texts(cpuPool(), 1)).toEqual([]);
});

test('fails: a pod that asks for more than a node has free is told how much there is', () => {
  expect(texts(cpuPool(), 1, { cpus: 4.5, memory: Size.gibibytes(9) })).toEqual([
    'each worker asks for 4500m CPU but a node of pool "cpu" (n1-standard-4) has 4 CPU free: lower cpus to 4, or use a larger machine type (pod-too-large)',
    'each worker asks for 9Gi of memory but a node of pool "cpu" (n1-standard-4) has 8Gi free: lower memory to Size.mebibytes(8192), or use a larger machine type (pod-too-large)',
  ]);
});

test('fails: a pod that leaves no room for its bucket sidecar is pod-too-large', () => {
  const pool = gpuPool();
  const mounts = [Mount.bucket({ bucketName: 'data', url: 'gs://data' }, '/data')];
  const options = { cpus: 16, ephemeralStorage: Size.gibibytes(36) };
  const resources = resolveResources({ pool, accelerated: true, options, mounts });
  expect([...fitProblems({ ...demand(pool, 1), resources })].map(formatProblem)).toEqual([
    'each worker asks for 16 CPU, and its sidecars for 250m, but a node of pool "k80" (n1-standard-16) has 16 CPU free: lower cpus to 15.75, or use a larger machine type (pod-too-large)',
    'each worker asks for 36Gi of local disk, and its sidecars for 5Gi, but a node of pool "k80" (n1-standard-16) has 40Gi free: lower ephemeralStorage to Size.mebibytes(35840), or use a larger machine type (pod-too-large)',
  ]);
});

test('a pod that takes all that a node has free fits', () => {
  const all = { cpus: 16, memory: Size.gibibytes(64), gpus: 4, ephemeralStorage: Size.gibibytes(40) };
  expect(texts(gpuPool(), 1, all)).toEqual([]);
});

test('fails: a node that is just large enough for the bucket sidecar has nothing to lower to', () => {
  const pool = cpuPool({ allocatable: { cpuMillis: 250, memory: Size.gibibytes(8), extended: {} } });
  const mounts = [Mount.bucket({ bucketName: 'data', url: 'gs://data' }, '/data')];
  const resources = resolveResources({ pool, accelerated: false, options: { cpus: 0.1 }, mounts });
  expect([...fitProblems({ ...demand(pool, 1), resources })].map(({ fix }) => fix)).toEqual([
    'use fewer sidecars, or mounts of buckets, or use a larger machine type',
  ]);
});

test('fails: a node that its own pods fill has no place for a task (pods-per-node)', () => {
  const allocatable = { cpuMillis: 4000, memory: Size.gibibytes(8), pods: 0, extended: {} };
  expect(texts(cpuPool({ allocatable }), 1)).toEqual([
    'a node of pool "cpu" (n1-standard-4) has no place for a worker beside the pods that GKE runs on every node: set maxPodsPerNode of the pool to 16 or more (pods-per-node)',
  ]);
  expect(texts(cpuPool({ allocatable: { ...allocatable, pods: 1 } }), 1)).toEqual([]);
});

test('fails: GPUs of a pool without GPUs are a gpu-pool-mismatch', () => {
  expect(texts(cpuPool(), 1, { gpus: 2 })).toEqual([
    'each worker asks for 2 GPUs but pool "cpu" (n1-standard-4) has none: give it a GPU pool, or leave gpus out of its resources (gpu-pool-mismatch)',
  ]);
});

test('fails: more GPUs than one node has are refused with gpu-per-node', () => {
  expect(texts(gpuPool(), 1, { gpus: 8, cpus: 1, memory: Size.gibibytes(1) })).toEqual([
    'each worker asks for 8 GPUs but a node of pool "k80" (n1-standard-16) has 4: ask for 4 or fewer, or use a pool with 8 GPUs on each node (gpu-per-node)',
  ]);
});

test('fails: two GPUs of nodes that share theirs by time-sharing are refused', () => {
  const pool = gpuPool({ sharing: GpuSharing.timeSharing(4) });
  expect([...fitProblems(demand(pool, 1, { gpus: 2 }))].map(({ code }) => code)).toEqual(['shared-gpu-request']);
});

test('several clients of a single GPU under MPS can go to one pod', () => {
  expect(texts(gpuPool({ sharing: GpuSharing.mps(4) }), 1, { gpus: 2 })).toEqual([]);
});

test.each([
  [{ cpus: 0 }, 'worker cannot ask for cpus of 0: use 0.001 or more, such as 0.5 (resource-amount)'],
  [{ cpus: NaN }, 'worker cannot ask for cpus of NaN: use 0.001 or more, such as 0.5 (resource-amount)'],
  [{ cpus: 0.0001 }, 'worker cannot ask for cpus of 0.0001: use 0.001 or more, such as 0.5 (resource-amount)'],
  [
    { memory: Size.kibibytes(1) },
    'worker cannot ask for memory of 1Ki: use Size.mebibytes(256) or more, as no container starts with less than 4Mi (resource-amount)',
  ],
  [
    { memory: Size.mebibytes(0) },
    'worker cannot ask for memory of 0Mi: use Size.mebibytes(256) or more (resource-amount)',
  ],
  [{ gpus: 0.5 }, 'worker cannot ask for gpus of 0.5: use a whole number of 0 or more (resource-amount)'],
  [
    { ephemeralStorage: Size.mebibytes(0) },
    'worker cannot ask for ephemeralStorage of 0Mi: use Size.gibibytes(1) or more, or leave it out (resource-amount)',
  ],
  [
    { ephemeralStorage: Size.gibibytes(NaN) },
    'worker cannot ask for ephemeralStorage of NaNKi: use Size.gibibytes(1) or more, or leave it out (resource-amount)',
  ],
])('fails: %j is no amount', (options, expected) => {
  expect(texts(cpuPool(), 1, options)).toEqual([expected]);
});

test('the least that can be asked for is no problem', () => {
  expect(texts(cpuPool(), 1, { cpus: 0.001, memory: Size.mebibytes(4) })).toEqual([]);
});

test.each(['cpus', 'gpus'])(
  'fails: %s that only Terraform knows are refused as such (token-in-manifest)',
  (property) => {
    expect(texts(cpuPool(), 1, { [property]: Token.asNumber(Lazy.anyValue({ produce: () => 1 })) })).toEqual([
      `${property} of worker is a value that only Terraform knows: use a plain number, which the infrastructure can share (token-in-manifest)`,
    ]);
  },
);

test('fails: each is told with its prop, and one GPU as one', () => {
  const found = (...args: Parameters<typeof demand>) => [...fitProblems(demand(...args))];
  expect(found(cpuPool(), 1, { gpus: 1 })).toMatchObject([
    { property: 'pool', message: expect.stringContaining('asks for 1 GPU but') as unknown },
  ]);
  expect(found(gpuPool(), 1, { gpus: 8, cpus: 1, memory: Size.gibibytes(1) })).toMatchObject([{ property: 'gpus' }]);
  const allocatable = { cpuMillis: 4000, memory: Size.gibibytes(8), pods: 0, extended: {} };
  expect(found(cpuPool({ allocatable }), 1)).toMatchObject([{ property: 'pool' }]);
});

test('fails: GPUs that are shared are refused by the way in which they are shared, and no more (shared-gpu-request)', () => {
  const codes = (sharing: GpuSharing, gpus: number, allocatableGpus: number) => {
    const allocatable = {
      cpuMillis: 16_000,
      memory: Size.gibibytes(64),
      extended: { 'nvidia.com/gpu': allocatableGpus },
    };
    return [
      ...fitProblems(demand(gpuPool({ sharing, allocatable }), 1, { gpus, cpus: 1, memory: Size.gibibytes(1) })),
    ].map(({ code }) => code);
  };
  expect(codes(GpuSharing.mps(4), 5, 4)).toEqual(['gpu-per-node']);
  expect(codes(GpuSharing.mps(4), 2, 8)).toEqual(['shared-gpu-request']);
  expect(codes(GpuSharing.timeSharing(4), 9, 8)).toEqual(['shared-gpu-request']);
  expect(codes(GpuSharing.mps(8), 2, 3)).toEqual([]);
});

test('fails: memory that is no whole number of MiB, and what sidecars leave of it (pod-too-large)', () => {
  const allocatable = { cpuMillis: 4000, memory: Size.kibibytes(300 * 1024 + 512), extended: {} };
  const mounts = [Mount.bucket({ bucketName: 'data', url: 'gs://data' }, '/data')];
  const fixOf = (mebibytes: number, mounted: boolean) => {
    const pool = cpuPool({ allocatable });
    const options = { cpus: 1, memory: Size.mebibytes(mebibytes) };
    const resources = resolveResources({ pool, accelerated: false, options, mounts: mounted ? mounts : [] });
    return [...fitProblems({ ...demand(pool, 1), resources })].map(formatProblem);
  };
  expect(fixOf(400, false)).toEqual([
    'each worker asks for 400Mi of memory but a node of pool "cpu" (n1-standard-4) has 300Mi free: lower memory to Size.mebibytes(300), or use a larger machine type (pod-too-large)',
  ]);
  expect(fixOf(400, true)).toEqual([
    'each worker asks for 400Mi of memory, and its sidecars for 256Mi, but a node of pool "cpu" (n1-standard-4) has 300Mi free: lower memory to Size.mebibytes(44), or use a larger machine type (pod-too-large)',
  ]);
  const tight = cpuPool({ allocatable: { ...allocatable, memory: Size.mebibytes(256) } });
  const resources = resolveResources({
    pool: tight,
    accelerated: false,
    options: { cpus: 1, memory: Size.mebibytes(64) },
    mounts,
  });
  expect([...fitProblems({ ...demand(tight, 1), resources })].map(({ fix }) => fix)).toEqual([
    'use fewer sidecars, or mounts of buckets, or use a larger machine type',
  ]);
});

test('unknown facts of a pool are not checked', () => {
  expect(texts(gpuPool({ allocatable: undefined }), 1, { gpus: 64, cpus: 500 })).toEqual([]);
});
