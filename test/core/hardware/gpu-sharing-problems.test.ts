import { describe, expect, test } from 'vitest';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import {
  fractionAdvice,
  sharedRequestProblems,
  sharingProblems,
} from '../../../lib/core/hardware/gpu-sharing-problems';
import { GpuSharing } from '../../../lib/core/hardware/gpu-sharing';
import { MachineType } from '../../../lib/core/hardware/machine-type';

const { A100, GB300, K80, L4, RTX_PRO_6000 } = Accelerator;

describe('sharing a GPU', () => {
  test('takes every partition size of the catalogue', () => {
    for (const accelerator of Accelerator.all()) {
      for (const size of Object.keys(accelerator.mig ?? {})) {
        expect([...sharingProblems(GpuSharing.mig(size), accelerator)]).toEqual([]);
      }
    }
  });

  test('fails: a partition size that the accelerator does not have', () => {
    expect([...sharingProblems(GpuSharing.mig('1g.10gb'), A100)]).toEqual([
      {
        code: 'mig-partition-size',
        property: 'sharing',
        message: 'nvidia-tesla-a100 has no partitions of 1g.10gb',
        fix: 'use 1g.5gb, 2g.10gb, 3g.20gb or 7g.40gb',
      },
    ]);
  });

  test.each([K80, L4, GB300])('fails: partitions of %s, which has none', (accelerator) => {
    expect([...sharingProblems(GpuSharing.mig('1g.5gb'), accelerator)]).toEqual([
      {
        code: 'mig-unsupported',
        property: 'sharing',
        message: `${accelerator.type} cannot be cut into partitions, so not into 1g.5gb`,
        fix: 'use GpuSharing.timeSharing or GpuSharing.mps, or an accelerator with MIG such as nvidia-tesla-a100',
      },
    ]);
  });

  test('of an accelerator that the catalogue does not know is not checked', () => {
    expect([...sharingProblems(GpuSharing.mig('1g.5gb'), Accelerator.of('nvidia-next'))]).toEqual([]);
    expect([...sharingProblems(GpuSharing.mps(2), K80)]).toEqual([]);
  });
});

describe('a part of a GPU', () => {
  const part = MachineType.of('g4-standard-6');
  const whole = MachineType.of('g4-standard-48');

  test.each([GpuSharing.mig('1g.24gb'), GpuSharing.timeSharing(2), GpuSharing.mps(2)])(
    'fails: shared further, as advice',
    (sharing) => {
      expect([...sharingProblems(sharing, RTX_PRO_6000, part)]).toEqual([]);
      expect([...fractionAdvice(part, 'cos', sharing)]).toMatchObject([
        {
          code: 'fractional-gpu-sharing',
          property: 'sharing',
          message:
            'g4-standard-6 has 1/8 of one nvidia-rtx-pro-6000, which cannot be shared further, as far as is known (2026)',
          fix: 'leave sharing out, or use a machine type with whole GPUs',
        },
      ]);
      expect([...fractionAdvice(MachineType.of('n1-standard-8'), 'cos', sharing)]).toEqual([]);
      expect([...fractionAdvice(whole, 'cos', sharing)]).toEqual([]);
    },
  );

  test('fails: on Ubuntu, as advice', () => {
    expect([...fractionAdvice(part, 'ubuntu', undefined)]).toEqual([
      {
        code: 'fractional-gpu-image',
        property: 'image',
        message:
          'g4-standard-6 has 1/8 of one nvidia-rtx-pro-6000, which Ubuntu nodes cannot use, as far as is known (2026)',
        fix: 'use NodeImage.COS, or a machine type with whole GPUs',
      },
    ]);
    expect([...fractionAdvice(MachineType.of('n1-standard-8'), 'ubuntu', undefined)]).toEqual([]);
    expect([...fractionAdvice(part, 'cos', undefined)]).toEqual([]);
    expect([...fractionAdvice(whole, 'ubuntu', undefined)]).toEqual([]);
  });
});

describe('a pod on nodes that share GPUs', () => {
  test.each([
    [GpuSharing.timeSharing(4), 4, 1],
    [GpuSharing.mps(4), 1, 3],
    [GpuSharing.mig('1g.5gb'), 1, 3],
    [GpuSharing.timeSharing(4), 1, 0],
  ])('may ask: %j with %i GPUs for %i', (sharing, gpus, requested) => {
    expect([...sharedRequestProblems(sharing, gpus, requested)]).toEqual([]);
  });

  test.each([
    [GpuSharing.timeSharing(4), 1, 2, 'a pod asks for 2 GPUs of a node that shares them by time-sharing'],
    [GpuSharing.mps(4), 2, 2, 'a pod asks for 2 GPUs of a node that shares 2 by MPS'],
  ])('fails: more than sharing allows: %j', (sharing, gpus, requested, message) => {
    const problems = [...sharedRequestProblems(sharing, gpus, requested)];
    expect(problems).toMatchObject([{ code: 'shared-gpu-request', fix: 'ask for 1, or use a pool without sharing' }]);
    expect(problems[0]?.message).toContain(message);
  });
});
