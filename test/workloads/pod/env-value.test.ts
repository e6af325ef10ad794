import { expect, test } from 'vitest';
import { EnvValue, envVar } from '../../../lib/workloads/pod/env-value';

test.each([
  ['a text', 'x', { value: 'x' }],
  ['a Secret', EnvValue.fromSecret('s', 'k'), { valueFrom: { secretKeyRef: { name: 's', key: 'k' } } }],
  ['a ConfigMap', EnvValue.fromConfigMap('c', 'k'), { valueFrom: { configMapKeyRef: { name: 'c', key: 'k' } } }],
  ['a field', EnvValue.fromField('status.podIP'), { valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } }],
  [
    'a resource',
    EnvValue.fromResource('limits.memory'),
    { valueFrom: { resourceFieldRef: { resource: 'limits.memory' } } },
  ],
])('a variable can be %s', (_what, value, expected) => {
  expect(envVar('A', value)).toEqual({ name: 'A', ...expected });
});
