import { expect, test } from 'vitest';
import { Rollout } from '../../../lib/workloads/serving/rollout';

test.each([-1, 0.5])('fails: %s is no surge (rollout-surge)', (surge) => {
  expect(() => Rollout.rolling({ surge })).toThrow(
    `${surge} is not a number of replicas: use a whole number of 0 or more (rollout-surge)`,
  );
});
