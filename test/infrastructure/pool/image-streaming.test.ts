import { expect, test } from 'vitest';
import { NodeServiceAccount } from '../../../lib/infrastructure/cluster/node-service-account';
import { TrainingCluster } from '../../../lib/infrastructure/training-cluster';
import { all, stackOf } from '../synthesized';

const STREAMING = 'roles/serviceusage.serviceUsageConsumer';

function withPools(nodeServiceAccount: NodeServiceAccount | undefined, ...streaming: readonly boolean[]) {
  const stack = stackOf();
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-east1-c', nodeServiceAccount });
  for (const [index, imageStreaming] of streaming.entries()) cluster.addPool(`pool-${index}`, { imageStreaming });
  const roles = all(stack, 'google_project_iam_member').filter(({ role }) => role === STREAMING);
  return { pools: all(stack, 'google_container_node_pool'), roles };
}

test('the account of nodes that stream images gets the role for it, once, and their pools wait for it', () => {
  const { pools, roles } = withPools(undefined, true, true, false);
  expect(roles).toHaveLength(1);
  const waiting = pools.filter((pool) => JSON.stringify(pool['depends_on'] ?? []).includes('_streaming_'));
  expect(waiting.map(({ name }) => name)).toEqual(['pool-0', 'pool-1']);
  expect(roles).toMatchObject([
    {
      project: 'acme-ml',
      member: 'serviceAccount:mnist-dev-cluster-nodes@acme-ml.iam.gserviceaccount.com',
      depends_on: [
        expect.stringMatching(/^google_service_account\./) as unknown,
        expect.stringMatching(/_cloudresourcemanager_/) as unknown,
      ],
    },
  ]);
});

test('other nodes do not get it', () => {
  expect(withPools(undefined, false).roles).toEqual([]);
});

test('an existing account is left as it is', () => {
  const theirs = NodeServiceAccount.existing('nodes@acme-ml.iam.gserviceaccount.com');
  const { pools, roles } = withPools(theirs, true);
  expect(roles).toEqual([]);
  expect(pools.flatMap((pool) => pool['depends_on'] ?? [])).toEqual([
    expect.stringMatching(/^google_project_service\..*_containerfilesystem_/),
  ]);
});
