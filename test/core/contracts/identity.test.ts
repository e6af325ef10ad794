import { expect, test } from 'vitest';
import { isSameIdentity } from '../../../lib/core/contracts/identity';

test('two references mean one identity by all of its parts', () => {
  const identity = { email: 'e', namespace: 'n', serviceAccountName: 's' };
  expect(isSameIdentity(identity, { ...identity })).toBe(true);
  for (const part of ['email', 'namespace', 'serviceAccountName'])
    expect(isSameIdentity(identity, { ...identity, [part]: 'other' })).toBe(false);
});
