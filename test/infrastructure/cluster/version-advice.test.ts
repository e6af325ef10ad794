import { expect, test } from 'vitest';
import { channelAdvice } from '../../../lib/infrastructure/cluster/version-advice';

test.each([
  [undefined, 'REGULAR'],
  ['latest', 'STABLE'],
  ['1.33', 'REGULAR'],
  ['1.36.1-gke.1', 'RAPID'],
  ['1.30.4', 'EXTENDED'],
] as const)('%s is a version of %s', (version, channel) => {
  expect([...channelAdvice(version, channel)]).toEqual([]);
});

test.each([
  ['1.29', 'REGULAR', 'use "1.33" or later'],
  ['1.30.4', 'STABLE', 'use "1.33" or later'],
  ['1.36', 'STABLE', 'use "1.35" or earlier'],
  ['1.99.1-gke.1', 'RAPID', 'use "1.36" or earlier'],
] as const)('fails: kubernetes-version-channel for %s in %s', (version, channel, fix) => {
  expect([...channelAdvice(version, channel)]).toMatchObject([
    { code: 'kubernetes-version-channel', fix: expect.stringContaining(fix) as unknown },
  ]);
});
