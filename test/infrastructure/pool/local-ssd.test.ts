import { expect, test } from 'vitest';
import { LOCAL_SSD, LocalSsd } from '../../../lib/infrastructure/pool/local-ssd';
import { messagesOf, problemsOf } from './pools';

test('local SSDs are for what pods write, or for pods that bring a file system', () => {
  expect(LocalSsd.ephemeral(2)).toMatchObject({ use: 'ephemeral', count: 2 });
  expect(LocalSsd.rawBlock(1)).toMatchObject({ use: 'rawBlock', count: 1 });
  expect([...LOCAL_SSD.check('localSsd', LocalSsd.rawBlock(1))]).toEqual([]);
});

test.each([0, -1, 1.5, NaN])('fails: local-ssd-count for %d disks', (count) => {
  for (const use of ['ephemeral', 'rawBlock'] as const)
    expect(() => LocalSsd[use](count)).toThrow(
      `[LocalSsd.${use}(${count})] ${count} is not a number of local SSDs: use a whole number of 1 or more, or leave localSsd out for nodes without any (local-ssd-count)`,
    );
});

test('fails: what is no number (wrong-type)', () => {
  const make = () => LocalSsd.rawBlock('1' as never);
  expect(make).toThrow('[LocalSsd.rawBlock] count cannot be "1": use a whole number, such as 1 (wrong-type)');
  expect([messagesOf(make).length, problemsOf(make).codes]).toEqual([1, ['wrong-type']]);
});
