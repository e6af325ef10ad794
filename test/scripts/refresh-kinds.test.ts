import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { customSpecs, FILES } from '../../scripts/refresh-kinds';

test.each(FILES)("the types of custom resources are those of upstream's definitions: $path", async ({ path, cuts }) => {
  expect(readFileSync(path, 'utf8')).toBe(await customSpecs(cuts));
});

test.each([
  ['a field', { fields: { replicaCount: true } }, 'upstream has no field replicaCount'],
  ['a value', { fields: { successPolicy: { operator: ['Some'] } } }, 'upstream has no value Some'],
  ['a kind', { of: 'acme.com/v1/Race', fields: {} }, 'no schema of acme.com/v1/Race'],
  ['a type at two places', { fields: { network: 'RunPolicy' } }, 'upstream has no field cleanPodPolicy'],
] as const)('fails: %s that upstream does not have', async (_, cut, error) => {
  await expect(customSpecs({ Spec: { of: 'jobset.x-k8s.io/v1alpha2/JobSet', ...cut } })).rejects.toThrow(error);
});
