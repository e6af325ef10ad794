import { App, TerraformStack } from 'cdktf';
import { describe, expect, test } from 'vitest';
import { openAdvice } from '../../lib/core/problems/check';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { WorkloadIdentity } from '../../lib/infrastructure/workload-identity';
import { all, messageOf, only, refusedFor, stackOf, synthesized } from './synthesized';

const elsewhere = TrainingCluster.fromAttributes({ clusterName: 'shared', location: 'us-east1', project: 'acme-ml' });

describe('WorkloadIdentity', () => {
  test('describes its account in the 100 characters that IAM takes', () => {
    const stack = stackOf();
    const names = { namespace: 'n'.repeat(60), serviceAccountName: 's'.repeat(40) };
    new WorkloadIdentity(stack, 'trainer', { cluster: elsewhere, ...names });
    expect(only(stack, 'google_service_account').display_name).toMatch(/^Pods of n{60}.{32}$/);
  });

  test('pods of one Kubernetes service account may act as the account', () => {
    const stack = stackOf();
    const identity = new WorkloadIdentity(stack, 'trainer', { cluster: elsewhere, namespace: 'mnist' });
    expect(identity).toMatchObject({
      email: 'mnist-dev-trainer@acme-ml.iam.gserviceaccount.com',
      namespace: 'mnist',
      serviceAccountName: 'trainer',
    });
    expect(only(stack, 'google_service_account')).toMatchObject({
      account_id: 'mnist-dev-trainer',
      project: 'acme-ml',
    });
    expect(only(stack, 'google_service_account_iam_member')).toMatchObject({
      role: 'roles/iam.workloadIdentityUser',
      member: 'serviceAccount:acme-ml.svc.id.goog[mnist/trainer]',
    });
  });

  test.each([
    ['the project of its cluster', { project: 'theirs-ml' }, 'theirs-ml'],
    ['a project of a domain, turned around', { project: 'example.com:theirs-ml' }, 'theirs-ml.example.com'],
    ["the account's project where the cluster's is not known", {}, 'acme-ml'],
    ['the pool that is told', { project: 'theirs-ml', workloadPool: 'fleet.svc.id.goog' }, 'fleet'],
  ])('pods are known by the pool of identities of %s', (_, known, pool) => {
    const stack = stackOf();
    const cluster = { clusterName: 'shared', location: 'us-east1', ...known };
    new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'mnist' });
    expect(only(stack, 'google_service_account').project).toBe('acme-ml');
    expect(only(stack, 'google_service_account_iam_member').member).toBe(
      `serviceAccount:${pool}.svc.id.goog[mnist/trainer]`,
    );
  });

  test('the right to act waits for the cluster, which brings the pool of identities', () => {
    const stack = stackOf();
    const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c' });
    new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'mnist' });
    const [clusterId = ''] = Object.keys(synthesized(stack).google_container_cluster ?? {});
    expect(only(stack, 'google_service_account_iam_member').depends_on).toContain(
      `google_container_cluster.${clusterId}`,
    );
  });

  test('a cluster in another stack is an order of the stacks, not of resources', () => {
    const app = new App();
    const cluster = new TrainingCluster(new TerraformStack(app, 'base'), 'cluster', {
      location: 'us-east1-c',
      project: 'acme-ml',
    });
    const stack = new TerraformStack(app, 'jobs');
    new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'mnist', project: 'acme-ml' });
    expect(stack.dependencies.map((dependency) => dependency.node.id)).toEqual(['base']);
    expect(only(stack, 'google_service_account_iam_member')).not.toHaveProperty('depends_on');
  });

  test('roles are granted in the project, each once', () => {
    const stack = stackOf();
    const roles = ['roles/bigquery.dataViewer', 'roles/bigquery.dataViewer'];
    new WorkloadIdentity(stack, 'trainer', { cluster: elsewhere, namespace: 'mnist', roles });
    expect(all(stack, 'google_project_iam_member')).toEqual([
      expect.objectContaining({
        role: 'roles/bigquery.dataViewer',
        member: 'serviceAccount:mnist-dev-trainer@acme-ml.iam.gserviceaccount.com',
        depends_on: expect.arrayContaining([
          expect.stringMatching(/^google_project_service\..*_cloudresourcemanager_/),
        ]) as unknown,
      }),
    ]);
  });

  test.each(['roles/owner', 'roles/editor', 'roles/viewer'])('fails: the basic role %s, as advice', (role) => {
    const stack = stackOf();
    new WorkloadIdentity(stack, 'trainer', { cluster: elsewhere, namespace: 'mnist', roles: [role] });
    expect(openAdvice(stack).map(({ advice }) => advice.code)).toEqual(['basic-role']);
  });

  test.each(['roles/resourcemanager.projectIamAdmin', 'roles/iam.serviceAccountTokenCreator'])(
    'fails: %s, which gives the project away, is advised against with takeover-role',
    (role) => {
      const stack = stackOf();
      new WorkloadIdentity(stack, 'trainer', { cluster: elsewhere, namespace: 'mnist', roles: [role] });
      expect(openAdvice(stack).map(({ advice }) => advice.code)).toEqual(['takeover-role']);
    },
  );

  test('fails: a role that another project defines', () => {
    const make = (role: string) =>
      new WorkloadIdentity(stackOf(), 'trainer', { cluster: elsewhere, namespace: 'mnist', roles: [role] });
    expect(messageOf(() => make('projects/theirs-ml/roles/reader'))).toContain(
      'projects/theirs-ml/roles/reader is a role of project theirs-ml, which cannot be granted in acme-ml: define it in acme-ml and use "projects/acme-ml/roles/reader", or in the organization (role-project)',
    );
    expect(refusedFor(() => make('projects/acme-ml/roles/reader'))).toEqual([]);
    expect(refusedFor(() => make('organizations/123/roles/reader'))).toEqual([]);
  });

  test('fails: a role without roles/', () => {
    const make = () =>
      new WorkloadIdentity(stackOf(), 'trainer', { cluster: elsewhere, namespace: 'mnist', roles: ['storage.admin'] });
    expect(messageOf(make)).toContain('use "roles/storage.admin" (role-form)');
  });

  test('fails: a cluster that is known to have no Workload Identity', () => {
    const cluster = TrainingCluster.fromAttributes({
      clusterName: 'old',
      location: 'us-east1',
      features: new Set(['gke']),
    });
    expect(refusedFor(() => new WorkloadIdentity(stackOf(), 'trainer', { cluster, namespace: 'mnist' }))).toEqual([
      'no-workload-identity',
    ]);
  });

  test('fails: an account id of more than 30 characters', () => {
    const make = () =>
      new WorkloadIdentity(stackOf(), 'a-very-long-name-for-a-trainer', { cluster: elsewhere, namespace: 'mnist' });
    expect(messageOf(make)).toMatch(/has 40 characters: set accountId to 6 to 30 lower-case/);
  });

  test('the Kubernetes service account may have the name of a subdomain', () => {
    const stack = stackOf();
    const names = { namespace: 'mnist', serviceAccountName: `trainer.v2.${'x'.repeat(200)}` };
    expect(new WorkloadIdentity(stack, 'trainer', { cluster: elsewhere, ...names }).serviceAccountName).toBe(
      names.serviceAccountName,
    );
    const email = 'trainer@acme-ml.iam.gserviceaccount.com';
    expect(refusedFor(() => WorkloadIdentity.fromAttributes({ email, ...names }))).toEqual([]);
    expect(
      refusedFor(() => WorkloadIdentity.fromAttributes({ email, namespace: 'mnist', serviceAccountName: 'a..b' })),
    ).toEqual(['name']);
  });

  test('fails: a namespace of capitals', () => {
    expect(
      refusedFor(
        () => new WorkloadIdentity(stackOf(), 't', { cluster: elsewhere, namespace: 'MNIST', accountId: 'trainer' }),
      ),
    ).toEqual(['name']);
  });
});

describe('WorkloadIdentity.fromAttributes', () => {
  const given = { email: 'trainer@acme-ml.iam.gserviceaccount.com', namespace: 'mnist', serviceAccountName: 'trainer' };

  test('an existing identity keeps the given facts', () => {
    expect(WorkloadIdentity.fromAttributes(given)).toEqual({ ...given, serviceAccountExists: true });
    const emitted = { ...given, serviceAccountExists: false };
    expect(WorkloadIdentity.fromAttributes(emitted)).toEqual(emitted);
  });

  test.each([
    'serviceaccount:trainer@acme-ml.iam.gserviceaccount.com',
    'serviceAccount:serviceAccount:trainer@acme-ml.iam.gserviceaccount.com',
    'Trainer@acme-ml.iam.gserviceaccount.com',
  ])('fails: %s has a prefix or capitals, and the message says so', (email) => {
    const message = messageOf(() => WorkloadIdentity.fromAttributes({ ...given, email }));
    expect(message).toContain('use the address alone in lower case');
    expect(message).toContain('(account-email)');
  });

  test.each([
    'trainer@acme-ml.iam.gserviceaccount.com',
    'trainer@acme-ml.example.com.iam.gserviceaccount.com',
    '123456-compute@developer.gserviceaccount.com',
    'acme-ml@appspot.gserviceaccount.com',
  ])('%s is the address of a service account', (email) => {
    expect(refusedFor(() => WorkloadIdentity.fromAttributes({ ...given, email }))).toEqual([]);
  });

  test.each(['alice@acme.com', 'group:ml@acme.com', 'trainer@acme-ml.iam.gserviceaccount.com.acme.com', 'allUsers'])(
    'fails: %s is not a service account',
    (email) => {
      expect(refusedFor(() => WorkloadIdentity.fromAttributes({ ...given, email }))).toEqual(['account-email']);
    },
  );
});
