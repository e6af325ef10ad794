import { describe, expect, test } from 'vitest';
import { Capacity } from '../../../lib/core/hardware/capacity';
import { openAdvice } from '../../../lib/core/problems/check';
import { GPU } from './jobs';
import { BOTH, job, codesOfAdvice } from './distributed-training-jobs';

describe('on a queued pool', () => {
  const queued = { ...GPU, poolName: 'h100', cluster: BOTH, capacity: Capacity.queued() };

  test('fails: a job without a provisioning request gets the advice queued-pool', () => {
    expect(openAdvice(job({ pool: queued })).map(({ advice }) => advice)).toEqual([
      {
        code: 'queued-pool',
        property: 'annotations',
        message:
          'queued pool "h100" starts nodes only for a ProvisioningRequest (autoscaling.x-k8s.io), and only for pods that name it in the annotations autoscaling.x-k8s.io/consume-provisioning-request and autoscaling.x-k8s.io/provisioning-class-name, so the job never starts by itself',
        fix: 'make the request and name it and its class in annotations, have Kueue do both, or use Capacity.flexStart, which needs none',
      },
    ]);
  });

  test('nothing is said of a job that names its request, nor on a pool of flex-start machines', () => {
    const half = { 'autoscaling.x-k8s.io/consume-provisioning-request': 'mnist' };
    expect(codesOfAdvice(job({ pool: queued, annotations: half }))).toEqual(['queued-pool']);
    const annotations = { ...half, 'autoscaling.x-k8s.io/provisioning-class-name': 'queued-provisioning.gke.io' };
    expect(codesOfAdvice(job({ pool: queued, annotations }))).toEqual([]);
    expect(codesOfAdvice(job({ pool: { ...queued, capacity: Capacity.flexStart() } }))).toEqual([]);
  });
});
