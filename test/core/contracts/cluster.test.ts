import { expect, test } from 'vitest';
import { clusterKey, isSameCluster } from '../../../lib/core/contracts/cluster';
import { LocalCluster } from '../../../lib/local/local-cluster';

const cluster = LocalCluster.kind();

test('two references mean one cluster by name and place', () => {
  expect(isSameCluster(cluster, cluster)).toBe(true);
  expect(isSameCluster({ clusterName: 'a', location: 'x' }, { clusterName: 'a', location: 'x' })).toBe(true);
  expect(isSameCluster({ clusterName: 'a', location: 'x' }, { clusterName: 'a', location: 'y' })).toBe(false);
  expect(isSameCluster({ clusterName: 'a', location: 'x' }, { clusterName: 'b', location: 'x' })).toBe(false);
  const [dev, prod] = ['acme-dev', 'acme-prod'].map((project) => ({ clusterName: 'a', location: 'x', project }));
  if (!dev || !prod) throw new Error('there are two');
  expect([isSameCluster(dev, prod), isSameCluster(dev, { ...dev }), clusterKey(dev) === clusterKey(prod)]).toEqual([
    false,
    true,
    false,
  ]);
  expect([
    isSameCluster(dev, { clusterName: 'a', location: 'x' }),
    isSameCluster({ clusterName: 'a', location: 'x' }, dev),
  ]).toEqual([true, true]);
});

test('a cluster has the same key wherever it is named', () => {
  expect(clusterKey({ clusterName: 'a', location: 'x' })).toBe('/x/a');
  expect(clusterKey({ clusterName: 'a' })).toBe('//a');
});
