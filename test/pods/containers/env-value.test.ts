import { expect, test } from 'vitest';
import { ValidationError } from '../../../lib/core/problems/errors';
import { EnvValue, envVar } from '../../../lib/pods/containers/env-value';

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

test.each(['metadata.name', "metadata.labels['app.kubernetes.io/name']", 'spec.nodeName', 'status.podIPs'])(
  '%s is a field of a pod',
  (field) => {
    expect(() => EnvValue.fromField(field)).not.toThrow();
  },
);

test.each(['', 'metadata.name ', 'metadata.labels', 'spec.containers', '$(X)'])(
  'fails: %j is no field (env-source)',
  (field) => {
    expect(() => EnvValue.fromField(field)).toThrow(
      `[EnvValue.fromField] fieldPath ${JSON.stringify(field)} cannot be the source of a variable: use metadata.name`,
    );
    expect(() => EnvValue.fromField(field)).toThrow('(env-source)');
  },
);

test.each(['', 'cpu', 'limits.gpu', 'limits.cpu\n'])('fails: %j is no resource (env-source)', (resource) => {
  expect(() => EnvValue.fromResource(resource)).toThrow(
    'cannot be the source of a variable: use requests or limits of cpu, memory or ephemeral-storage, such as "limits.cpu" (env-source)',
  );
});

test.each(['', ' ', 'a/b', '..'])('fails: %j is not a key of a Secret or ConfigMap (env-source)', (key) => {
  expect(() => EnvValue.fromSecret('a', key)).toThrow('(env-source)');
  expect(() => EnvValue.fromConfigMap('a', key)).toThrow('(env-source)');
});

test.each(['', 'A b', '-x-'])('fails: %j is the name of no object (name)', (name) => {
  expect(() => EnvValue.fromSecret(name, 'key')).toThrow(`${JSON.stringify(name)} cannot be the name of a Secret`);
  expect(() => EnvValue.fromConfigMap(name, 'key')).toThrow(
    `${JSON.stringify(name)} cannot be the name of a ConfigMap`,
  );
});

test.each<[() => unknown, string, string]>([
  [() => EnvValue.fromSecret('a', '/'), 'EnvValue.fromSecret', 'key'],
  [() => EnvValue.fromSecret('', 'a'), 'EnvValue.fromSecret', 'secretName'],
  [() => EnvValue.fromConfigMap('a', '/'), 'EnvValue.fromConfigMap', 'key'],
  [() => EnvValue.fromConfigMap('', 'a'), 'EnvValue.fromConfigMap', 'configMapName'],
  [() => EnvValue.fromField('x'), 'EnvValue.fromField', 'fieldPath'],
  [() => EnvValue.fromResource('x'), 'EnvValue.fromResource', 'resource'],
])('fails: %s is refused there, with its prop (env-source, name)', (make, place, property) => {
  try {
    make();
    expect.unreachable();
  } catch (error) {
    const { place: where, problems } = ValidationError.isValidationError(error) ? error : { place: '', problems: [] };
    expect([where, ...problems.map((each) => each.property)]).toEqual([place, property]);
  }
});
