import { expect, test } from 'vitest';
import { JOB } from '../../../lib/workloads/kinds/batch';
import { JOB_SET } from '../../../lib/workloads/kinds/jobset';
import { groupOf, objectOf, resourceOf } from '../../../lib/workloads/kinds/kind';
import { endingKindOf } from '../../../lib/workloads/kinds/kinds';
import { TrainingEngine } from '../../../lib/workloads/training/training-engines';

const SERVICE = { apiVersion: 'v1', kind: 'Service', plural: 'services' };

test.each([
  [JOB, 'batch', 'jobs.batch'],
  [JOB_SET, 'jobset.x-k8s.io', 'jobsets.jobset.x-k8s.io'],
  [SERVICE, '', 'services'],
])('$kind is found by kubectl', (kind, group, resource) => {
  expect(groupOf(kind)).toBe(group);
  expect(resourceOf(kind)).toBe(resource);
});

test('an object has the identity of its kind', () => {
  expect(objectOf(SERVICE, 'mnist', { clusterIP: 'None' })).toEqual({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name: 'mnist' },
    spec: { clusterIP: 'None' },
  });
});

test.each(Object.entries(TrainingEngine))('the kind of %s ends, well or badly', (_, make) => {
  const { kind } = make();
  expect(kind.ending?.good).not.toBe(kind.ending?.bad);
  expect(endingKindOf(objectOf(kind, 'mnist', {}))).toBe(kind);
});

test('a kind of the same name in another group is another kind', () => {
  expect(endingKindOf({ apiVersion: 'batch.volcano.sh/v1alpha1', kind: 'Job' })).toBeUndefined();
});
