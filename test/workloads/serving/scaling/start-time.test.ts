import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { resolveResources } from '../../../../lib/workloads/pod/resources';
import { startTime } from '../../../../lib/workloads/serving/scaling/start-time';
import { cpuPool, gpuPool } from '../../pools';

test.each([
  ['on nodes that are there, the pull of the image', cpuPool({ minNodes: 2, maxNodes: 2 }), 5],
  ['on a pool that grows, a machine too', cpuPool(), 10],
  ['on one with GPUs, their driver too', gpuPool(), 20],
  ['on nodes with GPUs that are there, no driver', gpuPool({ minNodes: 8, maxNodes: 8 }), 5],
])('before the model loads there is, %s', (_, pool, minutes) => {
  const resources = resolveResources({ pool, accelerated: true, mounts: [] });
  expect(startTime({ pool, resources, loadTime: Duration.minutes(2) }).toMinutes()).toBe(2 + minutes);
});
