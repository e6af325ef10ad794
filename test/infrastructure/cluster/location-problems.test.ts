import { describe, expect, test } from 'vitest';
import { openAdvice } from '../../../lib/core/problems/check';
import { NodeCount } from '../../../lib/infrastructure/pool/node-count';
import { all, messageOf, only, refusedFor, stackOf } from '../synthesized';
import { clusterOf } from '../clusters';

describe('location', () => {
  test('a regional cluster has nodes in the zones that are named', () => {
    const stack = stackOf();
    const cluster = clusterOf({ location: 'us-east1', nodeLocations: ['us-east1-c', 'us-east1-d'] }, stack);
    expect(cluster.nodeLocations).toEqual(['us-east1-c', 'us-east1-d']);
    expect(only(stack, 'google_container_cluster').node_locations).toEqual(['us-east1-c', 'us-east1-d']);
  });

  test('the zones of a regional cluster are left to GKE, and not known, where none are named', () => {
    const stack = stackOf();
    expect(clusterOf({ location: 'us-east1' }, stack).nodeLocations).toBeUndefined();
    expect(only(stack, 'google_container_cluster')).not.toHaveProperty('node_locations');
  });

  test('a zonal cluster can have nodes in further zones, and its own pools know all of them', () => {
    for (const nodeLocations of [['us-east1-d'], ['us-east1-c', 'us-east1-d']]) {
      const stack = stackOf();
      const cluster = clusterOf({ location: 'us-east1-c', nodeLocations }, stack);
      cluster.addPool('all', { nodes: NodeCount.perZone(2) });
      cluster.addPool('one', { zones: ['us-east1-c'] });
      expect(cluster.nodeLocations).toEqual(['us-east1-c', 'us-east1-d']);
      expect(only(stack, 'google_container_cluster').node_locations).toEqual(['us-east1-d']);
      const pools = all(stack, 'google_container_node_pool');
      expect(pools.map((pool) => [pool.name, pool.node_locations])).toEqual([
        ['all', ['us-east1-c', 'us-east1-d']],
        ['one', ['us-east1-c']],
        ['system', ['us-east1-c', 'us-east1-d']],
      ]);
    }
  });

  test('another region than the stage’s has its own network there', () => {
    const stack = stackOf();
    clusterOf({ location: 'europe-west4-a' }, stack);
    expect(only(stack, 'google_compute_subnetwork').region).toBe('europe-west4');
  });

  test.each(['', 'us east', 'US-EAST1', 'us-east1-C', 'anywhere'])('fails: "%s" is no location', (location) => {
    expect(refusedFor(() => clusterOf({ location }))).toEqual(['location-form']);
  });

  test('a region that the catalogue does not know is advice, once', () => {
    const stack = stackOf();
    clusterOf({ location: 'us-east77-a' }, stack);
    const codes = openAdvice(stack).map(({ advice }) => advice.code);
    expect(codes.filter((code) => code === 'zone-name')).toHaveLength(1);
  });

  test('fails: zones of another region, and no zone', () => {
    expect(messageOf(() => clusterOf({ location: 'us-east1', nodeLocations: ['us-west1-a'] }))).toContain(
      'nodeLocations [us-west1-a] are not zones of us-east1: name zones of us-east1, such as "us-east1-b"',
    );
    expect(refusedFor(() => clusterOf({ location: 'us-east1', nodeLocations: [] }))).toEqual(['node-locations']);
  });
});
