import { expect, test } from 'vitest';
import { merged, requiredOf, type PodGroup } from '../../../lib/workloads/pod/pod-group';
import { needsOf } from '../../../lib/workloads/pod/pod-needs';
import { Size } from 'cdk8s';
import { cpuPool, demand } from '../pools';

const NEEDS = { cpuMillis: 1, memoryMiB: 23, storageMiB: 0, gpus: 0, pods: 1 };
const group = (replicas: number, required?: number, needs = NEEDS): PodGroup => ({ needs, replicas, required });

test('equal pods are one group, if all of them are required', () => {
  expect(merged([group(2), group(3, 3), group(0)])).toEqual([{ needs: NEEDS, replicas: 5 }]);
  expect(merged([group(2), group(3, 1), group(3, 1)])).toEqual([group(2), group(3, 1), group(3, 1)]);
  expect(merged([group(2), group(1, undefined, { ...NEEDS, cpuMillis: 12, memoryMiB: 3 })])).toHaveLength(2);
  expect(merged([group(0, 0)])).toEqual([]);
  expect([requiredOf(group(2)), requiredOf(group(2, 1))]).toEqual([2, 1]);
});

test('a pod needs what its containers need together', () => {
  const worker = demand(cpuPool(), 1, { cpus: 2, memory: Size.mebibytes(100), ephemeralStorage: Size.mebibytes(7) });
  const sidecars = { cpuMillis: 250, memory: Size.mebibytes(30), ephemeralStorage: Size.mebibytes(5) };
  expect(needsOf({ ...worker, resolved: { ...worker.resolved, sidecars } })).toEqual({
    cpuMillis: 2250,
    memoryMiB: 130,
    storageMiB: 12,
    gpus: 0,
    pods: 1,
  });
});
