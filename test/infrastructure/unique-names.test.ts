import { Construct } from 'constructs';
import { describe, expect, test } from 'vitest';
import { Bucket } from '../../lib/infrastructure/bucket';
import { ImageRepository } from '../../lib/infrastructure/image-repository';
import type { InfrastructureStack } from '../../lib/infrastructure/infrastructure-stack';
import { Network } from '../../lib/infrastructure/network';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { WorkloadIdentity } from '../../lib/infrastructure/workload-identity';
import { problemsOf, stackOf, twoStacks } from './synthesized';

const cluster = TrainingCluster.fromAttributes({ clusterName: 'shared', location: 'us-east1', project: 'acme-ml' });
const identity = (scope: Construct, id: string, accountId?: string) =>
  new WorkloadIdentity(scope, id, { cluster, namespace: 'mnist', accountId });

type Make = (scope: InfrastructureStack, id: string) => unknown;

describe('names in the cloud', () => {
  test.each<[string, string, Make]>([
    ['service accounts', 'accountId', (scope, id) => identity(scope, id, 'trainer')],
    ['buckets', 'bucketName', (scope, id) => new Bucket(scope, id, { bucketName: 'acme-data' })],
    ['repositories', 'repositoryId', (scope, id) => new ImageRepository(scope, id, { repositoryId: 'images' })],
    ['networks', 'networkName', (scope, id) => new Network(scope, id, { networkName: 'lan' })],
  ])('fails: cloud-name-taken for two %s of one name, in one stack and in two', (_, property, make) => {
    const { infra, appl } = twoStacks();
    make(infra, 'a');
    make(appl, 'b');
    const taken = new RegExp(`infra/a: give one of the two another ${property} \\(cloud-name-taken\\)$`);
    expect(problemsOf(infra)).toEqual([]);
    expect(problemsOf(appl)).toEqual([expect.stringMatching(taken)]);
    make(infra, 'c');
    expect(problemsOf(infra)).toEqual([expect.stringMatching(taken)]);
  });

  test('fails: cloud-name-taken by default names that come out the same', () => {
    const stack = stackOf();
    identity(stack, 'a-trainer');
    identity(new Construct(stack, 'a'), 'trainer');
    expect(problemsOf(stack)).toEqual([
      expect.stringContaining(
        '"mnist-dev-a-trainer" is already the name of the service account of mnist-dev/a-trainer',
      ),
    ]);
  });

  test('fails: cloud-name-taken for two clusters of one name and place, not for their pools', () => {
    const stack = stackOf();
    for (const id of ['c', 'd']) {
      new TrainingCluster(stack, id, { location: 'us-east1-c', clusterName: 'ours' }).addPool('cpu');
    }
    const found = problemsOf(stack).join('\n');
    expect(found).toContain(
      'is already the name of the cluster of mnist-dev/c: give one of the two another clusterName',
    );
    expect(found).not.toContain('pool-name-taken');
  });

  test('fails: cloud-name-taken by the nodes’ accounts of clusters with one name in two places', () => {
    const stack = stackOf();
    for (const zone of ['us-east1-c', 'us-east1-d']) {
      new TrainingCluster(stack, zone, { location: zone, clusterName: 'ours' });
    }
    expect(problemsOf(stack)).toEqual([
      expect.stringMatching(/"ours-nodes" is .* mnist-dev\/us-east1-c\/nodes: .*another nodeServiceAccount/),
    ]);
  });

  test('the same name in another project or place is another name', () => {
    const stack = stackOf();
    for (const [id, location] of [
      ['a', 'us-east1'],
      ['b', 'us'],
    ] as const) {
      new ImageRepository(stack, id, { repositoryId: 'images', location });
    }
    for (const project of ['acme-ml', 'acme-serving']) new Network(stack, project, { networkName: 'lan', project });
    expect(problemsOf(stack)).toEqual([]);
  });
});
