import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { resolveResources } from '../../../lib/pods/containers/resources';
import { standstill, startTime } from '../../../lib/serving/scaling/start-time';
import { cpuPool, gpuPool } from '../../workload/pools';
import { serving } from '../servings';

test.each([
  ['on nodes that are there, the pull of the image', cpuPool({ minNodes: 2, maxNodes: 2 }), 5],
  ['on a pool that grows, a machine too', cpuPool(), 10],
  ['on one with GPUs, their driver too', gpuPool(), 20],
  ['on nodes with GPUs that are there, no driver', gpuPool({ minNodes: 8, maxNodes: 8 }), 5],
])('before the model loads there is, %s', (_, pool, minutes) => {
  const resources = resolveResources({ pool, accelerated: true, mounts: [] });
  expect(startTime({ pool, resources, startupTimeout: Duration.minutes(2) }).toMinutes()).toBe(2 + minutes);
});

test('a roll-out may wait for an old pod to end as well', () => {
  const pool = gpuPool({ minNodes: 1, maxNodes: 1 });
  const times = {
    preStopDelay: Duration.minutes(1),
    requestTimeout: Duration.minutes(20),
    startupTimeout: Duration.minutes(2),
  };
  expect(standstill(serving(times, pool).serving).toMinutes()).toBe(1 + 20 + 5 + 2);
  // Where a machine takes longer than that, it takes as long as the machine.
  expect(standstill(serving({ startupTimeout: Duration.minutes(2) }, gpuPool()).serving).toMinutes()).toBe(2 + 20);
});
