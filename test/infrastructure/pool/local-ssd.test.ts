import { expect, test } from 'vitest';
import { LocalSsd } from '../../../lib/infrastructure/pool/local-ssd';

test('local SSDs are for what pods write, or for pods that bring a file system', () => {
  expect(LocalSsd.ephemeral(2)).toMatchObject({ use: 'ephemeral', count: 2 });
  expect(LocalSsd.rawBlock(1)).toMatchObject({ use: 'rawBlock', count: 1 });
});

test.each([0, -1, 1.5, NaN])('fails: local-ssd-count for %d disks', (count) => {
  for (const use of ['ephemeral', 'rawBlock'] as const)
    expect(() => LocalSsd[use](count)).toThrow(
      `[LocalSsd.${use}(${count})] count cannot be ${count}: use a whole number of 1 or more (local-ssd-count)`,
    );
});
