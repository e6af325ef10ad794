import { expect, test } from 'vitest';
import { JOB } from '../../../lib/kubernetes/kinds/batch';
import { JOB_SET } from '../../../lib/kubernetes/kinds/jobset';
import { groupOf, isOfKind, objectOf, resourceOf } from '../../../lib/kubernetes/kinds/kind';
import { TrainingEngine } from '../../../lib/training/training-engines';

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
  expect(isOfKind(objectOf(kind, 'mnist', {}), kind)).toBe(true);
});

test('a kind of the same name in another group is another kind', () => {
  expect(isOfKind({ apiVersion: 'batch.volcano.sh/v1alpha1', kind: 'Job' }, JOB)).toBe(false);
});
