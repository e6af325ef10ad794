import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ValidationError } from '../../../lib/core/problems/errors';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { GpuSharing } from '../../../lib/core/hardware/gpu-sharing';

const { A100, K80, L4 } = Accelerator;

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
    expect(() => GpuSharing.mig(size)).toThrow(
      `[GpuSharing.mig(${JSON.stringify(size)})] ${JSON.stringify(size)} is not the size of a MIG partition: use a size such as 1g.5gb (mig-partition-size)`,
    );
  });

  test.each(['x1g.5gb', '1g.5gb x', '1g5gb', 'g.5gb', '1g.gb'])('fails: nor is %j (mig-partition-size)', (size) => {
    expect(() => GpuSharing.mig(size)).toThrow('(mig-partition-size)');
  });

  test.each(['1g.5gb', '10g.5gb', '1g.10gb', '1g.5gb.me', '1g.5gb-me'])('takes the form of %s', (size) => {
    expect(GpuSharing.mig(size)).toMatchObject({ partitionSize: size, strategy: undefined, clients: 1 });
  });

  test('is taking turns, or running at once, on a whole GPU or on each partition', () => {
    expect(GpuSharing.timeSharing(48)).toMatchObject({ strategy: 'time-sharing', clients: 48 });
    expect(GpuSharing.mps(2)).toMatchObject({ strategy: 'mps', clients: 2 });
    expect(GpuSharing.mig('1g.5gb', { clients: 3 })).toMatchObject({ strategy: 'time-sharing', clients: 3 });
  });

  test.each([
    [() => GpuSharing.timeSharing(1), '[GpuSharing.timeSharing(1)] clients cannot be 1: use a whole'],
    [() => GpuSharing.mps(49), '[GpuSharing.mps(49)] clients cannot be 49: use a whole'],
  ])('fails: wrong numbers, by the expression of the program: %s', (make, message) => {
    expect(make).toThrow(message);
  });

  test('fails: clients, and the size of a partition, are named as props (shared-clients, mig-partition-size)', () => {
    const properties = (make: () => unknown) => {
      try {
        make();
      } catch (error) {
        return ValidationError.isValidationError(error) ? error.problems.map(({ property }) => property) : [];
      }
      return [];
    };
    expect(properties(() => GpuSharing.mig('half', { clients: 1 }))).toEqual(['partitionSize', 'clients']);
  });
});
