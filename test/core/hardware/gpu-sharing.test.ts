import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import {
  fractionalImageProblems,
  GpuSharing,
  migProblems,
  sharedRequestProblems,
  sharingProblems,
} from '../../../lib/core/hardware/gpu-sharing';
import { MachineType } from '../../../lib/core/hardware/machine-type';

const { A100, GB300, K80, L4, RTX_PRO_6000 } = Accelerator;

describe('sharing a GPU', () => {
  test.each([
    [GpuSharing.timeSharing(4), L4, 4],
    [GpuSharing.mps(8), K80, 8],
    [GpuSharing.mig('1g.5gb'), A100, 7],
    [GpuSharing.mig('2g.10gb', { clients: 3 }), A100, 9],
    [GpuSharing.mig('1g.5gb'), Accelerator.of('nvidia-next'), undefined],
    [GpuSharing.mig('1g.40gb'), Accelerator.of('nvidia-next', { mig: { '1g.40gb': 7 } }), 7],
  ])('offers partitions × clients: %j on %s', (sharing, accelerator, each) => {
    expect(sharing.allocatablePerGpu(accelerator)).toBe(each);
  });

  test('fails: clients outside 2 to 48 (property)', () => {
    fc.assert(
      fc.property(fc.oneof(fc.integer({ min: -10, max: 100 }), fc.double()), (clients) => {
        const makers = [
          () => GpuSharing.timeSharing(clients),
          () => GpuSharing.mps(clients),
          () => GpuSharing.mig('1g.5gb', { clients }),
        ];
        for (const make of makers) {
          if (Number.isInteger(clients) && clients >= 2 && clients <= 48) expect(make().clients).toBe(clients);
          else expect(make).toThrow('use a whole number from 2 to 48 (shared-clients)');
        }
      }),
    );
  });

  test.each(['', 'half', '1g', '1G.5GB'])('fails: what is not the size of a partition: %j', (size) => {
    expect(() => GpuSharing.mig(size)).toThrow('use a size such as 1g.5gb (mig-partition-size)');
  });

  test('takes every partition size of the catalogue', () => {
    for (const accelerator of Accelerator.all()) {
      for (const size of Object.keys(accelerator.mig ?? {})) {
        expect(sharingProblems(GpuSharing.mig(size), accelerator)).toEqual([]);
      }
    }
  });

  test('fails: a partition size that the accelerator does not have', () => {
    expect(migProblems(A100, '1g.10gb')).toEqual([
      {
        code: 'mig-partition-size',
        property: 'sharing',
        message: 'nvidia-tesla-a100 has no partitions of 1g.10gb',
        fix: 'use 1g.5gb, 2g.10gb, 3g.20gb or 7g.40gb',
      },
    ]);
  });

  test.each([K80, L4, GB300])('fails: partitions of %s, which has none', (accelerator) => {
    expect(sharingProblems(GpuSharing.mig('1g.5gb'), accelerator)).toMatchObject([{ code: 'mig-unsupported' }]);
  });

  test('of an accelerator that the catalogue does not know is not checked', () => {
    expect(migProblems(Accelerator.of('nvidia-next'), '1g.5gb')).toEqual([]);
    expect(sharingProblems(GpuSharing.mps(2), K80)).toEqual([]);
  });
});

describe('a part of a GPU', () => {
  const part = MachineType.of('g4-standard-6');
  const whole = MachineType.of('g4-standard-48');

  test.each([GpuSharing.mig('1g.24gb'), GpuSharing.timeSharing(2), GpuSharing.mps(2)])(
    'fails: shared further',
    (sharing) => {
      expect(sharingProblems(sharing, RTX_PRO_6000, part)).toMatchObject([
        {
          code: 'fractional-gpu-sharing',
          message: 'g4-standard-6 has 1/8 of one nvidia-rtx-pro-6000, which cannot be shared further',
        },
      ]);
      expect(sharingProblems(sharing, RTX_PRO_6000, whole)).toEqual([]);
    },
  );

  test('fails: on Ubuntu', () => {
    expect(fractionalImageProblems(part, 'ubuntu')).toMatchObject([
      { code: 'fractional-gpu-image', property: 'image' },
    ]);
    expect(fractionalImageProblems(part, 'cos')).toEqual([]);
    expect(fractionalImageProblems(whole, 'ubuntu')).toEqual([]);
  });
});

describe('a pod on nodes that share GPUs', () => {
  test.each([
    [GpuSharing.timeSharing(4), 4, 1],
    [GpuSharing.mps(4), 1, 3],
    [GpuSharing.mig('1g.5gb'), 1, 3],
    [GpuSharing.timeSharing(4), 1, 0],
  ])('may ask: %j with %i GPUs for %i', (sharing, gpus, requested) => {
    expect(sharedRequestProblems(sharing, gpus, requested)).toEqual([]);
  });

  test.each([
    [GpuSharing.timeSharing(4), 1, 2, 'a pod asks for 2 GPUs of a node that shares them by time-sharing'],
    [GpuSharing.mps(4), 2, 2, 'a pod asks for 2 GPUs of a node that shares 2 by MPS'],
  ])('fails: more than sharing allows: %j', (sharing, gpus, requested, message) => {
    const problems = sharedRequestProblems(sharing, gpus, requested);
    expect(problems).toMatchObject([{ code: 'shared-gpu-request' }]);
    expect(problems[0]?.message).toContain(message);
  });
});
