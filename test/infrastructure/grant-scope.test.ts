import { describe, expect, test } from 'vitest';
import { Bucket } from '../../lib/infrastructure/bucket';
import { ImageRepository } from '../../lib/infrastructure/image-repository';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { WorkloadIdentity } from '../../lib/infrastructure/workload-identity';
import { all, only, problemsOf, twoStacks } from './synthesized';

const member = 'serviceAccount:appl-trainer@acme-ml.iam.gserviceaccount.com';

describe('a grant across stacks', () => {
  test('on a bucket beside the cluster is written where the identity is, in plain text, once', () => {
    const { infra, appl } = twoStacks();
    const cluster = new TrainingCluster(infra, 'cluster', { location: 'us-east1-c' });
    const bucket = new Bucket(infra, 'data');
    const identity = new WorkloadIdentity(appl, 'trainer', { cluster, namespace: 'mnist' });
    bucket.grantRead(identity);
    bucket.grantRead(identity);
    expect(all(infra, 'google_storage_bucket_iam_member')).toEqual([]);
    expect(only(appl, 'google_storage_bucket_iam_member')).toMatchObject({
      bucket: 'acme-ml-infra-data',
      role: 'roles/storage.objectViewer',
      member,
      depends_on: [expect.stringMatching(/^google_service_account\.trainer_account_/)],
    });
    expect(appl.dependencies).toEqual([infra]);
    expect(bucket.grants).toEqual([{ identity, access: 'read' }]);
    expect(problemsOf(appl)).toEqual([]);
  });

  test('on a bucket of a later stack is written where the bucket is', () => {
    const { infra, appl } = twoStacks();
    const cluster = new TrainingCluster(infra, 'cluster', { location: 'us-east1-c' });
    const identity = new WorkloadIdentity(infra, 'trainer', { cluster, namespace: 'mnist' });
    new Bucket(appl, 'data').grantReadWrite(identity);
    new WorkloadIdentity(appl, 'server', { cluster, namespace: 'mnist' });
    const grant = only(appl, 'google_storage_bucket_iam_member');
    expect(grant.bucket).toMatch(/^\$\{google_storage_bucket\.data_/);
    expect(grant).not.toHaveProperty('depends_on');
    expect(appl.dependencies).toEqual([infra]);
  });

  test('on a repository is written where the identity is', () => {
    const { infra, appl } = twoStacks();
    const cluster = new TrainingCluster(infra, 'cluster', { location: 'us-east1-c' });
    const identity = new WorkloadIdentity(appl, 'trainer', { cluster, namespace: 'mnist' });
    const repository = new ImageRepository(infra, 'images');
    repository.grantPull(identity);
    repository.grantPull(identity);
    expect(only(appl, 'google_artifact_registry_repository_iam_member')).toMatchObject({
      location: 'us-east1',
      repository: 'infra-images',
      member,
    });
  });
});

describe('a grant to the nodes of a cluster', () => {
  test('waits for their account', () => {
    const { infra } = twoStacks();
    const cluster = new TrainingCluster(infra, 'cluster', { location: 'us-east1-c' });
    new ImageRepository(infra, 'images').grantPull(cluster.nodeServiceAccountEmail);
    expect(only(infra, 'google_artifact_registry_repository_iam_member').depends_on).toEqual([
      expect.stringMatching(/^google_service_account\.cluster_nodes_account_/),
    ]);
  });

  test('of a later stack is written there', () => {
    const { infra, appl } = twoStacks();
    const repository = new ImageRepository(infra, 'images');
    const cluster = new TrainingCluster(appl, 'cluster', { location: 'us-east1-c' });
    repository.grantPull(cluster.nodeServiceAccountEmail);
    repository.grantPull(cluster.nodeServiceAccountEmail);
    expect(all(infra, 'google_artifact_registry_repository_iam_member')).toEqual([]);
    expect(only(appl, 'google_artifact_registry_repository_iam_member')).toMatchObject({ repository: 'infra-images' });
    expect(appl.dependencies).toEqual([infra]);
  });
});
