import { expect, test } from 'vitest';
import { FIRST, nodesOf } from './nodes';

const CONFIG = { machine_type: 'n1-standard-8', image_type: 'COS_CONTAINERD', disk_size_gb: 100 };

function stackWith(pool: object, cluster: object = {}): unknown {
  return {
    resource: {
      google_container_cluster: { cluster: { location: 'us-central1', ...cluster } },
      google_container_node_pool: { pool: { name: 'pool', location: 'us-central1', node_config: CONFIG, ...pool } },
    },
  };
}

test('a pool has its most nodes, and those that it starts with are marked', () => {
  const nodes = nodesOf(stackWith({ autoscaling: { total_min_node_count: 1, total_max_node_count: 4 } }), 'seen');
  expect(nodes.map(({ labels }) => labels[FIRST])).toEqual(['true', undefined, undefined, undefined]);
  expect(new Set(nodes.map(({ labels }) => labels['topology.kubernetes.io/zone'])).size).toBe(3);
});

test('a number of nodes in each zone counts in the zones of the pool, or of the cluster, or in three', () => {
  const count = (pool: object, cluster?: object) =>
    nodesOf(stackWith({ node_count: 2, ...pool }, cluster), 'seen').length;
  expect(count({})).toBe(6);
  expect(count({}, { node_locations: ['us-central1-a', 'us-central1-b'] })).toBe(4);
  expect(count({ node_locations: ['us-central1-a'] })).toBe(2);
  expect(count({ location: 'us-central1-a' })).toBe(2);
});

test('a node offers a GPU to each pod that shares it or has a partition of it', () => {
  const gpus = (accelerator: object) =>
    nodesOf(
      stackWith({
        node_count: 1,
        location: 'us-central1-a',
        node_config: { ...CONFIG, guest_accelerator: [{ type: 'nvidia-tesla-a100', count: 2, ...accelerator }] },
      }),
      'seen',
    ).map(({ allocatable }) => allocatable['nvidia.com/gpu']);
  expect(gpus({})).toEqual(['2']);
  expect(gpus({ type: '', count: 0 })).toEqual([undefined]);
  expect(gpus({ gpu_sharing_config: { max_shared_clients_per_gpu: 4 } })).toEqual(['8']);
  expect(gpus({ gpu_partition_size: '1g.5gb' })).toEqual(['14']);
});

test("GKE's own pods take their share, a careful one where refusals are judged", () => {
  const roomUnder = (load: 'seen' | 'careful', cluster?: object) =>
    nodesOf(stackWith({ node_count: 1, location: 'us-central1-a' }, cluster), load).map(
      ({ allocatable }) => allocatable,
    );
  // 7910 m less anetd, fluentbit, metrics agent, netd, ip-masq and pdcsi; 110 pods less these six.
  expect(roomUnder('seen')).toMatchObject([{ cpu: `${7910 - 205 - 105 - 21 - 8 - 10 - 10}m`, pods: '104' }]);
  expect(roomUnder('seen', { workload_identity_config: {} })).toMatchObject([{ pods: '103' }]);
  expect(roomUnder('careful')).toMatchObject([{ cpu: '7310m', pods: '90' }]);
});
