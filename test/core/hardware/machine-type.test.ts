import { Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { allMachines } from '../../../lib/core/hardware/catalog/machine-types';
import { hostProblems } from '../../../lib/infrastructure/pool/machine-problems';
import { machinesFor, MachineType } from '../../../lib/core/hardware/machine-type';

describe('a machine type', () => {
  test.each([
    ['n1-standard-8', 'n1', 8, 30, 'amd64'],
    ['n1-highcpu-2', 'n1', 2, 1.8, 'amd64'],
    ['g2-standard-24', 'g2', 24, 96, 'amd64'],
    ['n2d-highmem-96', 'n2d', 96, 768, 'amd64'],
    ['a4x-highgpu-4g', 'a4x', 140, 884, 'arm64'],
    ['t2a-standard-4', 't2a', 4, 16, 'arm64'],
    ['f1-micro', 'n1', 1, 0.6, 'amd64'],
    ['custom-8-53248', 'n1', 8, 52, 'amd64'],
    ['n1-custom-2-7680', 'n1', 2, 7.5, 'amd64'],
    ['custom-2-20480-ext', 'n1', 2, 20, 'amd64'],
    ['n2-custom-6-24576', 'n2', 6, 24, 'amd64'],
    ['n2-custom-128-884736', 'n2', 128, 864, 'amd64'],
    ['n2-custom-4-65536-ext', 'n2', 4, 64, 'amd64'],
    ['n2d-custom-16-8192', 'n2d', 16, 8, 'amd64'],
    ['e2-custom-6-12288', 'e2', 6, 12, 'amd64'],
    ['n4-custom-80-655360', 'n4', 80, 640, 'amd64'],
    ['n4d-custom-32-524288-ext', 'n4d', 32, 512, 'amd64'],
    ['n4a-custom-3-6144', 'n4a', 3, 6, 'arm64'],
    ['c3-standard-8-lssd', 'c3', 8, 32, 'amd64'],
    ['c4a-highmem-8', 'c4a', 8, 64, 'arm64'],
    ['h3-standard-88', 'h3', 88, 352, 'amd64'],
    ['m1-ultramem-40', 'm1', 40, 961, 'amd64'],
    ['z3-highmem-14-standardlssd', 'z3', 14, 112, 'amd64'],
    ['n4d-standard-96', 'n4d', 96, 384, 'amd64'],
  ])('%s has its family, size and processor', (name, family, vcpu, gib, architecture) => {
    const machine = MachineType.of(name);
    expect(machine).toMatchObject({ name, family, vcpu, architecture, known: true });
    expect(machine.memory?.toKibibytes()).toBe(Math.round(gib * 1024) * 1024);
  });

  test.each([
    ['g2-standard-24', { type: 'nvidia-l4', count: 2 }],
    ['a3-megagpu-8g', { type: 'nvidia-h100-mega-80gb', count: 8 }],
    ['g4-standard-6', { type: 'nvidia-rtx-pro-6000', count: 1, fraction: '1/8' }],
    ['n1-standard-8', undefined],
  ])('%s comes with its GPUs', (name, gpu) => {
    expect(MachineType.of(name).gpu).toEqual(gpu);
  });

  test.each([
    ['n1-standard-1', 'chosen', [1, 2, 3, 4, 5, 6, 7, 8, 16, 24]],
    ['custom-8-53248', 'chosen', [1, 2, 3, 4, 5, 6, 7, 8, 16, 24]],
    ['n2-standard-48', 'chosen', [8, 16, 24]],
    ['a2-highgpu-2g', 'chosen', [2, 4, 8]],
    ['a3-highgpu-8g', 'bundled', [16]],
    ['a3-highgpu-8g-nolssd', 'none', []],
    ['e2-standard-4', 'none', []],
    ['c3-standard-8', 'none', []],
    ['c3-standard-8-lssd', 'bundled', [2]],
    ['c4-highmem-288-lssd', 'bundled', [48]],
    ['m1-ultramem-40', 'chosen', [1, 2, 3, 4, 5]],
  ])('%s takes its local SSDs', (name, mode, counts) => {
    expect(MachineType.of(name).localSsd).toEqual({ mode, counts });
  });

  test('says how large its local SSDs are where they have not 375 GiB', () => {
    expect(MachineType.of('z3-highmem-14-standardlssd').localSsd).toEqual({ mode: 'bundled', counts: [1], gib: 3000 });
    expect(MachineType.of('c4-standard-288-lssd-metal').localSsd?.gib).toBe(3000);
  });

  test('has boot disks of its own where it differs from its family', () => {
    expect(MachineType.of('a3-highgpu-8g').bootDiskTypes).toEqual(['pd-balanced', 'pd-ssd', 'hyperdisk-balanced']);
    expect(MachineType.of('a3-ultragpu-8g').bootDiskTypes).toEqual(['hyperdisk-balanced']);
  });

  test('says what pools of it may be', () => {
    expect(MachineType.of('n1-standard-4').compactPlacement).toEqual({ supported: false });
    expect(MachineType.of('g2-standard-4').compactPlacement).toEqual({ supported: true, maxNodes: 150 });
    expect(MachineType.of('a4x-highgpu-4g').maxNodesPerPool).toBe(18);
    expect(MachineType.of('a3-edgegpu-8g').flexStart).toBe(false);
    expect(MachineType.of('a3-highgpu-8g').flexStart).toBe(true);
  });

  test.each(['z9-standard-4', 'n1-standard-3', 'g2-custom-4-20480', 'c3-custom-4-8192'])(
    '%s is taken, unknown',
    (name) => {
      const machine = MachineType.of(name);
      expect(machine.known).toBe(false);
      expect([machine.vcpu, machine.memory, machine.localSsd, machine.bootDiskTypes]).toEqual(Array(4).fill(undefined));
    },
  );

  test.each(['ct5lp-hightpu-4t', 'tpu7x-standard-4t'])('fails: the machine of a TPU: %s', (name) => {
    expect(() => MachineType.of(name)).toThrow('(tpu-unsupported)');
  });

  test.each(['', 'n1 standard', 'N1-standard-4', 'large', 'n1-standard-', `n1-${'x'.repeat(61)}`])(
    'fails: what cannot be a machine type: %j',
    (name) => {
      expect(() => MachineType.of(name)).toThrow(
        `[MachineType.of("${name}")] "${name}" cannot be a machine type: use a name such as n1-standard-8, g2-standard-12 or custom-8-53248 (machine-type-name)`,
      );
    },
  );

  test('fails: names are refused as machineType (machine-type-name, machine-type-none)', () => {
    const next = Accelerator.of('nvidia-next').times(1);
    for (const make of [
      () => MachineType.of('large'),
      () => MachineType.smallestFor(next),
      () => MachineType.smallestFor(Accelerator.K80.times(1), { minVcpu: 16 }),
    ])
      expect(make).toThrow(
        expect.objectContaining({ problems: [expect.objectContaining({ property: 'machineType' })] }),
      );
  });

  test('has a name of up to 63 characters', () => {
    expect(MachineType.of(`n1-${'x'.repeat(60)}`).known).toBe(false);
  });

  test('says where it is, if it is known, and whether it shares its cores', () => {
    expect(MachineType.of('a2-megagpu-16g').places?.map(({ region }) => region)).toContain('us-central1');
    expect(MachineType.of('z9-standard-4').places).toBeUndefined();
    expect([MachineType.of('e2-micro').sharedCore, MachineType.of('z9-standard-4').sharedCore]).toEqual([true, false]);
    expect(String(MachineType.of('e2-micro'))).toBe('e2-micro');
    expect(MachineType.of('z9-standard-4').family).toBe('z9');
  });

  test('of a custom shape has the facts of its family', () => {
    expect(MachineType.of('n2-custom-12-24576')).toMatchObject({
      known: true,
      flexStart: true,
      sharedCore: false,
      bootDiskTypes: MachineType.of('n2-standard-8').bootDiskTypes,
    });
    expect(MachineType.of('e2-custom-2-1024-ext-x').known).toBe(false);
    expect(MachineType.of('x-n2-custom-2-4096').known).toBe(false);
  });
});

describe('the smallest machine type', () => {
  test.each([
    [Accelerator.K80.times(1), 'n1-standard-4'],
    [Accelerator.K80.times(8), 'n1-standard-32'],
    [Accelerator.T4.times(4), 'n1-standard-16'],
    [Accelerator.V100.times(2), 'n1-standard-8'],
    [Accelerator.L4.times(1), 'g2-standard-4'],
    [Accelerator.L4.times(2), 'g2-standard-24'],
    [Accelerator.H100_80GB.times(8), 'a3-highgpu-8g'],
    [Accelerator.A100.times(16), 'a2-megagpu-16g'],
    [Accelerator.RTX_PRO_6000.times(1), 'g4-standard-48'],
    [Accelerator.GB300.times(4), 'a4x-maxgpu-4g-metal'],
  ])('carries its accelerators: %j', (accelerators, name) => {
    expect(MachineType.smallestFor(accelerators).name).toBe(name);
  });

  test('of every accelerator and number carries them without a problem', () => {
    for (const accelerator of Accelerator.all()) {
      for (const count of accelerator.counts ?? []) {
        const accelerators = accelerator.times(count);
        const machine = MachineType.smallestFor(accelerators);
        expect([...hostProblems(machine, accelerators)]).toEqual([]);
      }
    }
  });

  test('has at least the vCPU and memory asked for', () => {
    expect(MachineType.smallestFor(Accelerator.K80.times(1), { minVcpu: 6 }).name).toBe('n1-standard-8');
    expect(MachineType.smallestFor(Accelerator.K80.times(1), { minVcpu: 1 }).name).toBe('n1-standard-1');
    expect(MachineType.smallestFor(Accelerator.K80.times(1), { minMemory: Size.gibibytes(20) }).name).toBe(
      'n1-highmem-4',
    );
    expect(MachineType.smallestFor(Accelerator.L4.times(1), { minMemory: Size.gibibytes(40) }).name).toBe(
      'g2-standard-12',
    );
  });

  test('fails: more vCPU or memory than any machine with the accelerators has', () => {
    expect(() => MachineType.smallestFor(Accelerator.K80.times(1), { minVcpu: 16 })).toThrow(
      '[MachineType.smallestFor(1 × nvidia-tesla-k80)] no machine type with 1 × nvidia-tesla-k80 has 16 vCPU: ask for at most what n1-highmem-8 has (8 vCPU, 53248 MiB) (machine-type-none)',
    );
  });

  test('fails: memory is told where it was asked for (machine-type-none)', () => {
    expect(() => MachineType.smallestFor(Accelerator.L4.times(1), { minMemory: Size.gibibytes(999) })).toThrow(
      'no machine type with 1 × nvidia-l4 has 1 vCPU and 1022976 MiB of memory: ask for at most what g2-standard-32',
    );
    expect(MachineType.smallestFor(Accelerator.L4.times(1), { minMemory: Size.gibibytes(16) }).name).toBe(
      'g2-standard-4',
    );
  });

  test('is chosen among those with whole GPUs, or with a part of one where no other exists', () => {
    expect(machinesFor(Accelerator.RTX_PRO_6000.times(1)).map(({ name }) => name)).toEqual(['g4-standard-48']);
    expect(machinesFor(Accelerator.H100_80GB.times(4)).map(({ name }) => name)).toEqual(['a3-highgpu-4g']);
  });

  test('is chosen on N1 within the limits of the accelerators, by vCPU and then by memory', () => {
    expect(machinesFor(Accelerator.K80.times(1)).map(({ name }) => name)).toEqual([
      'n1-standard-1',
      'n1-standard-2',
      'n1-highmem-2',
      'n1-standard-4',
      'n1-highmem-4',
      'n1-standard-8',
      'n1-highmem-8',
    ]);
    expect(machinesFor(Accelerator.P100.times(1)).at(-1)?.name).toBe('n1-highmem-16');
    expect(machinesFor(Accelerator.K80.times(8)).at(-1)?.name).toBe('n1-highmem-32');
  });

  test('fails: an accelerator of which the hosts are not known', () => {
    expect(() => MachineType.smallestFor(Accelerator.of('nvidia-next').times(1))).toThrow(
      'so none can be chosen: name it in machineType (machine-type-none)',
    );
  });
});

test('every machine type of the catalogue can be read by name', () => {
  for (const { name } of allMachines()) expect(MachineType.of(name).known, name).toBe(true);
});

test('a machine type is itself', () => {
  const machine = MachineType.of('n1-standard-4');
  expect(MachineType.of(machine)).toBe(machine);
});
