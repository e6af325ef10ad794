import { expect, test } from 'vitest';
import { LocalSsd } from '../../../lib/infrastructure/pool/local-ssd';
import { problemsOf } from './pools';

test('local SSDs are for what pods write, or for pods that bring a file system', () => {
  expect(LocalSsd.ephemeral(2)).toMatchObject({ use: 'ephemeral', count: 2 });
  expect(LocalSsd.rawBlock(1)).toMatchObject({ use: 'rawBlock', count: 1 });
});

test.each([0, -1, 1.5, NaN])('fails: local-ssd-count for %d disks', (count) => {
  expect(problemsOf(() => LocalSsd.ephemeral(count)).codes).toEqual(['local-ssd-count']);
});
