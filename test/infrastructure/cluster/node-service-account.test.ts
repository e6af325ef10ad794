import { describe, expect, test } from 'vitest';
import { collectingProblems, type ProblemAt } from '../../../lib/core/problems/errors';
import { NodeServiceAccount } from '../../../lib/infrastructure/cluster/node-service-account';
import { all, only, refusedFor, stackOf, synthesized } from '../synthesized';
import { clusterOf } from '../clusters';

describe('the account of nodes', () => {
  test('it may do what nodes must, and the cluster waits for that', () => {
    const stack = stackOf();
    clusterOf({}, stack);
    expect(
      all(stack, 'google_project_iam_member')
        .map(({ role }) => role)
        .sort(),
    ).toEqual(['roles/artifactregistry.reader', 'roles/container.defaultNodeServiceAccount']);
    for (const { depends_on } of all(stack, 'google_project_iam_member')) {
      expect(depends_on).toContainEqual(expect.stringMatching(/^google_project_service\..*_cloudresourcemanager_/));
    }
    const members = Object.keys(synthesized(stack).google_project_iam_member ?? {});
    expect(only(stack, 'google_container_cluster').depends_on).toEqual(
      expect.arrayContaining(members.map((id) => `google_project_iam_member.${id}`)),
    );
  });

  test('an existing account is used unchanged', () => {
    const stack = stackOf();
    const nodeServiceAccount = NodeServiceAccount.existing('nodes@acme-ml.iam.gserviceaccount.com');
    expect(clusterOf({ nodeServiceAccount }, stack).nodeServiceAccountEmail).toBe(
      'nodes@acme-ml.iam.gserviceaccount.com',
    );
    expect(all(stack, 'google_service_account')).toEqual([]);
  });

  test('fails: an address with a prefix', () => {
    expect(
      refusedFor(() => NodeServiceAccount.existing('serviceAccount:nodes@acme-ml.iam.gserviceaccount.com')),
    ).toEqual(['account-email']);
  });

  test('a run says a wrong name once, and nothing of the account and the pools that follow from it', () => {
    const problems: ProblemAt[] = [];
    collectingProblems(problems, () => {
      clusterOf({ clusterName: 'A_b' }).addPool('cpu');
      clusterOf({ nodeServiceAccount: NodeServiceAccount.named('ab') }).addPool('cpu');
    });
    expect(problems.map(({ code, fix }) => [code, fix])).toEqual([
      ['name', expect.stringContaining('set clusterName to')],
      ['name', expect.stringContaining('set nodeServiceAccount to 6 to 30')],
    ]);
  });

  test.each([
    ['mnist', 'mnist-nodes'],
    ['a-cluster-with-24-letters', 'a-cluster-with-24-letter-nodes'],
    ['a-cluster-with-quite-a-long-name', 'a-cluster-with-quite-a-l-nodes'],
    ['a-cluster-cut-at-hyphen--here', 'a-cluster-cut-at-hyphen-nodes'],
    ['c'.repeat(40), `${'c'.repeat(24)}-nodes`],
  ])('the nodes of cluster %s have an account that fits, %s', (clusterName, accountId) => {
    expect(clusterOf({ clusterName }).nodeServiceAccountEmail).toBe(`${accountId}@acme-ml.iam.gserviceaccount.com`);
  });
});
