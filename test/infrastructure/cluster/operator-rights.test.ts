import { expect, test } from 'vitest';
import { Operator } from '../../../lib/operators/operator';
import { clusterOf } from '../clusters';
import { all, stackOf } from '../synthesized';

function operatorWith(role: string, ...accounts: readonly string[]): Operator {
  const rights = accounts.map((serviceAccountName) => ({ role, namespace: 'a', serviceAccountName }));
  return Operator.of({ name: 'mine', version: '1', serves: [], rights });
}

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

test('two accounts of one operator can have the same role', () => {
  const stack = stackOf();
  const operator = operatorWith('roles/browser', 'one', 'two', 'one');
  clusterOf({ operators: [operator] }, stack);
  const members = all(stack, 'google_project_iam_member').filter(({ role }) => role === 'roles/browser');
  expect(members.map(({ member }) => String(member).split('/subject/')[1])).toEqual(
    expect.arrayContaining(['ns/a/sa/one', 'ns/a/sa/two']),
  );
  expect(members).toHaveLength(2);
});

test('fails: a role of another project (role-project)', () => {
  const make = (project: string) => () =>
    clusterOf({ operators: [operatorWith(`projects/${project}/roles/reader`, 'one')] }, stackOf());
  expect(make('acme-ml')).not.toThrow();
  expect(make('theirs-ml')).toThrow('which cannot be granted in acme-ml');
});
