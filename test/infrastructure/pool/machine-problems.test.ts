import { describe, expect, test } from 'vitest';
import { Accelerator, type AcceleratorCount } from '../../../lib/core/hardware/accelerator';
import { bootDiskProblems, hostProblems, localSsdProblems } from '../../../lib/infrastructure/pool/machine-problems';
import { MachineType } from '../../../lib/core/hardware/machine-type';

const { K80, P100, T4, L4, H100_80GB, RTX_PRO_6000 } = Accelerator;

function host(name: string, accelerators: AcceleratorCount, zones?: readonly string[]) {
  return [...hostProblems(MachineType.of(name), accelerators, zones)];
}

describe('a machine type carries accelerators', () => {
  test.each([
    ['n1-standard-8', K80.times(1)],
    ['n1-highmem-8', K80.times(1)],
    ['custom-8-53248', K80.times(1)],
    ['n1-standard-96', T4.times(4)],
    ['g2-standard-24', L4.times(2)],
    ['g4-standard-6', RTX_PRO_6000.times(1)],
    ['z9-standard-4', K80.times(1)],
  ])('%s', (name, accelerators) => {
    expect(host(name, accelerators)).toEqual([]);
  });

  test('that the catalogue does not know, on N1', () => {
    expect(host('n1-standard-96', Accelerator.of('nvidia-next').times(3))).toEqual([]);
  });

  test.each([
    [
      'n2-standard-8',
      T4.times(1),
      'n2-standard-8 has no GPU of its own, and no GPU can be attached to it',
      'n1-standard-32',
    ],
    ['e2-medium', L4.times(1), 'nvidia-l4 is not attached to it', 'use g2-standard-4, g2-standard-8'],
    ['n1-standard-8', L4.times(2), 'nvidia-l4 is not attached to it', 'use g2-standard-24, which has 2 × nvidia-l4'],
    [
      'c3-standard-4',
      Accelerator.of('nvidia-next').times(1),
      'no GPU can be attached',
      'a machine type that carries nvidia-next',
    ],
  ])('fails: %s is of a family without that GPU', (name, accelerators, message, fix) => {
    expect(host(name, accelerators)).toMatchObject([{ code: 'gpu-machine-family', property: 'machineType' }]);
    expect(host(name, accelerators)[0]?.message).toContain(message);
    expect(host(name, accelerators)[0]?.fix).toContain(fix);
  });

  test.each(['f1-micro', 'g1-small'])('fails: %s shares its core', (name) => {
    expect(host(name, K80.times(1))).toMatchObject([
      {
        code: 'gpu-shared-core',
        message: `no GPU can be attached to ${name}, which shares its core`,
        fix: 'attach 1 × nvidia-tesla-k80 to an N1 machine such as n1-standard-4 or n1-standard-8',
      },
    ]);
  });

  test('fails: more vCPU than N1 may have with this number of GPUs', () => {
    expect(host('n1-standard-16', K80.times(1))).toEqual([
      {
        code: 'gpu-machine-too-large',
        property: 'machineType',
        message:
          'n1-standard-16 has 16 vCPU and 60 GiB of memory, but N1 with 1 × nvidia-tesla-k80 has at most 8 vCPU and 52 GiB',
        fix: 'use n1-highmem-8 or a smaller machine, or ask for 2 × nvidia-tesla-k80',
      },
    ]);
  });

  test('fails: more memory than N1 may have with this number of GPUs, unless the zone allows it', () => {
    const eight = K80.times(8);
    expect(host('n1-highmem-64', eight, ['us-east1-d'])).toEqual([]);
    for (const zones of [undefined, [], ['us-east1-c'], ['us-east1-d', 'us-east1-c']]) {
      expect(host('n1-highmem-64', eight, zones)).toMatchObject([{ code: 'gpu-machine-too-large' }]);
    }
    expect(host('custom-2-20480-ext', K80.times(1))).toEqual([]);
    expect(host('custom-2-61440-ext', K80.times(1))).toMatchObject([{ code: 'gpu-machine-too-large' }]);
  });

  test('fails: with the most GPUs there is only a smaller machine to use (gpu-machine-too-large)', () => {
    expect(host('n1-highmem-64', K80.times(8))).toMatchObject([
      {
        fix: 'use n1-highmem-32 or a smaller machine',
        message: expect.stringContaining('has 64 vCPU and 416 GiB') as unknown,
      },
    ]);
    expect(host('n1-highcpu-16', K80.times(1))).toMatchObject([
      { fix: 'use n1-highmem-8 or a smaller machine, or ask for 2 × nvidia-tesla-k80' },
    ]);
  });

  test('fails: of several zones the lowest limit holds, in any order (gpu-machine-too-large)', () => {
    const four = P100.times(4);
    for (const zones of [
      ['us-central1-c', 'us-east1-c'],
      ['us-east1-c', 'us-central1-c'],
    ])
      expect(host('n1-standard-96', four, zones)[0]?.message).toContain(
        'has 96 vCPU and 360 GiB of memory, but N1 with 4 × nvidia-tesla-p100 has at most 64 vCPU and 208 GiB',
      );
    expect(host('n1-standard-96', Accelerator.of('nvidia-next').times(3), ['us-east1-c', 'us-east1-d'])).toEqual([]);
  });

  test('fails: a GPU whose machines are not known is asked for in another number, or by its machine (gpu-machine-family)', () => {
    const next = (counts: number[]) => Accelerator.of('nvidia-next', { attach: 'machine', counts }).times(2);
    const fixOf = (accelerators: AcceleratorCount) => host('n2-standard-8', accelerators).map(({ fix }) => fix);
    expect(fixOf(next([2, 4, 8]))).toEqual(['ask for 4 or 8 × nvidia-next']);
    expect(fixOf(next([2]))).toEqual(['use a machine type that carries nvidia-next']);
    expect(fixOf(Accelerator.of('nvidia-next').times(1))).toEqual(['use a machine type that carries nvidia-next']);
  });

  test('fails: four P100 on a large machine in the three zones with the lower limit, and not elsewhere', () => {
    const four = P100.times(4);
    expect(host('n1-standard-96', four, ['us-central1-c', 'europe-west4-a'])).toEqual([]);
    for (const zones of [
      undefined,
      ['us-east1-c'],
      ['europe-west1-b'],
      ['europe-west1-d'],
      ['us-east1-b', 'us-east1-c'],
    ]) {
      expect(host('n1-standard-96', four, zones)).toMatchObject([{ code: 'gpu-machine-too-large' }]);
    }
  });

  test.each([
    [
      'g2-standard-4',
      T4.times(1),
      'g2-standard-4 comes with 1 × nvidia-l4, not 1 × nvidia-tesla-t4',
      'attach 1 × nvidia-tesla-t4',
    ],
    [
      'g2-standard-4',
      L4.times(2),
      'comes with 1 × nvidia-l4, not 2 × nvidia-l4',
      'ask for 1, or use g2-standard-24, which has 2',
    ],
    [
      'g2-standard-4',
      Accelerator.of('nvidia-l44').times(1),
      'not 1 × nvidia-l44',
      'use a machine type that carries nvidia-l44',
    ],
    [
      'a3-highgpu-8g',
      H100_80GB.times(4),
      'comes with 8 × nvidia-h100-80gb',
      'ask for 8, or use a3-highgpu-4g, which has 4',
    ],
    [
      'g4-standard-6',
      RTX_PRO_6000.times(2),
      'comes with 1/8 of a GPU, counted as 1',
      'ask for 1, or use g4-standard-96',
    ],
  ])('fails: %s comes with other GPUs', (name, accelerators, message, fix) => {
    expect(host(name, accelerators)).toMatchObject([{ code: 'gpu-machine-mismatch', property: 'machineType' }]);
    expect(host(name, accelerators)[0]?.message).toContain(message);
    expect(host(name, accelerators)[0]?.fix).toContain(fix);
  });
});

describe('local SSDs', () => {
  test.each([
    ['n1-standard-4', 8],
    ['n1-standard-4', 0],
    ['a3-highgpu-1g', 2],
    ['a3-highgpu-1g', 0],
    ['e2-standard-4', 0],
    ['z9-standard-4', 5],
  ])('%s takes %i', (name, count) => {
    expect([...localSsdProblems(MachineType.of(name), count)]).toEqual([]);
  });

  test.each([
    ['n2-custom-10-20480', 1],
    ['n2-custom-20-40960', 2],
    ['n2-custom-40-81920', 4],
    ['n2-custom-12-24576', 2],
    ['n1-standard-8', 24],
    ['c3-standard-8-lssd', 2],
    ['z3-highmem-88', 12],
    ['m3-ultramem-32', 4],
  ])('%s takes %i, by its own rule', (name, count) => {
    expect([...localSsdProblems(MachineType.of(name), count)]).toEqual([]);
  });

  test('fails: 24 beside a T4, where 16 are the most (local-ssd-count)', () => {
    const machine = MachineType.of('n1-standard-8');
    expect([...localSsdProblems(machine, 16, T4.times(1))]).toEqual([]);
    expect([...localSsdProblems(machine, 24, K80.times(1))]).toEqual([]);
    expect([...localSsdProblems(machine, 24, T4.times(1))]).toMatchObject([
      {
        message: 'n1-standard-8 with nvidia-tesla-t4 cannot have 24 local SSDs',
        fix: 'use a localSsd count of 1, 2, 3, 4, 5, 6, 7, 8 or 16, or leave it out',
      },
    ]);
  });

  test.each([
    [
      'n2-custom-12-24576',
      1,
      'n2-custom-12-24576 cannot have 1 local SSD',
      'use a localSsd count of 2, 4, 8, 16 or 24',
    ],
    [
      'n1-standard-4',
      9,
      'n1-standard-4 cannot have 9 local SSDs',
      'use a localSsd count of 1, 2, 3, 4, 5, 6, 7, 8, 16 or 24',
    ],
    ['g2-standard-24', 1, 'g2-standard-24 cannot have 1 local SSD', 'use a localSsd count of 2, or leave it out'],
    ['a3-highgpu-1g', 4, 'a3-highgpu-1g comes with 2 local SSDs, not 4', 'use a localSsd count of 2, or leave it out'],
    ['e2-standard-4', 1, 'e2-standard-4 cannot have local SSDs', 'leave localSsd out'],
  ])('fails: %s with %i local SSDs', (name, count, message, fix) => {
    const problems = [...localSsdProblems(MachineType.of(name), count)];
    expect(problems).toMatchObject([{ code: 'local-ssd-count', property: 'localSsd', message }]);
    expect(problems[0]?.fix).toContain(fix);
  });
});

describe('a boot disk', () => {
  test('is taken by its machine type, and by machines that the catalogue does not know', () => {
    expect([...bootDiskProblems(MachineType.of('n1-standard-4'), 'pd-standard')]).toEqual([]);
    expect([...bootDiskProblems(MachineType.of('z9-standard-4'), 'pd-standard')]).toEqual([]);
  });

  test.each([
    [
      MachineType.of('g2-standard-4'),
      'pd-standard',
      'g2-standard-4 does not boot from pd-standard',
      'use pd-balanced or pd-ssd',
    ],
    [MachineType.of('a3-ultragpu-8g'), 'pd-ssd', 'a3-ultragpu-8g does not boot from pd-ssd', 'use hyperdisk-balanced'],
  ])('fails: %s does not take %s', (machine, disk, message, fix) => {
    const problems = [...bootDiskProblems(machine, disk)];
    expect(problems).toMatchObject([{ code: 'boot-disk-type', message }]);
    expect(problems[0]?.fix).toContain(fix);
  });
});
