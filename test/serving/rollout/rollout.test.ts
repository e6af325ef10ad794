import { expect, test } from 'vitest';
import { Rollout } from '../../../lib/serving/rollout/rollout';

test.each([-1, 0.5])('fails: %s is no surge (rollout-surge)', (surge) => {
  expect(() => Rollout.rolling({ surge })).toThrow(
    `surge cannot be ${surge}: use a whole number of 0 or more (rollout-surge)`,
  );
});

test('fails: in place without a version, or with one that no model has (rollout-in-place, model-version)', () => {
  expect(() => Rollout.inPlace({ loaded: [] })).toThrow(
    'no version is given: give the versions that pods have, such as [1]; for the first deployment, those that it loads (rollout-in-place)',
  );
  expect(() => Rollout.inPlace({ loaded: [0.5] })).toThrow('0.5 is not the number of a version');
});
