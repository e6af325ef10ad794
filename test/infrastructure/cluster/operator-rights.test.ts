import { expect, test } from 'vitest';
import { Operator } from '../../../lib/core/contracts/operator';
import { clusterOf } from '../clusters';
import { all, stackOf } from '../synthesized';

test('operators get their roles in the project of the cluster, after it is made', () => {
  const stack = stackOf();
  clusterOf({ operators: [Operator.KEDA, Operator.JOBSET] }, stack);
  const [grant, ...others] = all(stack, 'google_project_iam_member').filter(
    ({ role }) => role === 'roles/monitoring.viewer',
  );
  expect(others).toEqual([]);
  expect(grant).toMatchObject({
    project: 'acme-ml',
    member: expect.stringMatching(
      /^principal:\/\/iam\.googleapis\.com\/projects\/\$\{data\.google_project\.[\w-]+\.number\}\/locations\/global\/workloadIdentityPools\/acme-ml\.svc\.id\.goog\/subject\/ns\/keda\/sa\/keda-operator$/,
    ),
    depends_on: expect.arrayContaining([expect.stringMatching(/^google_container_cluster\./)]),
  });
});

test('a cluster without such operators reads no project', () => {
  const stack = stackOf();
  clusterOf({ operators: [Operator.JOBSET] }, stack);
  expect(JSON.stringify(stack.toTerraform())).not.toContain('google_project"');
});
