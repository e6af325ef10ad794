import { expect, test } from 'vitest';
import { isSameCluster } from '../../../lib/core/contracts/cluster';
import { LocalCluster } from '../../../lib/core/contracts/local-cluster';

const cluster = LocalCluster.kind();

test('two references mean one cluster by name and place', () => {
  expect(isSameCluster(cluster, cluster)).toBe(true);
  expect(isSameCluster({ clusterName: 'a', location: 'x' }, { clusterName: 'a', location: 'x' })).toBe(true);
  expect(isSameCluster({ clusterName: 'a', location: 'x' }, { clusterName: 'a', location: 'y' })).toBe(false);
});
