import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
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
    expect(() => GpuSharing.mig(size)).toThrow('use a size such as 1g.5gb (mig-partition-size)');
  });
});
