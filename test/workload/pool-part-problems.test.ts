import { describe, expect, test } from 'vitest';
import { formatProblem } from '../../lib/core/problems/problem';
import type { PodOptions } from '../../lib/pods/pod-options';
import type { PodSet } from '../../lib/pods/pod-set';
import { poolPartProblems } from '../../lib/workload/pool-part-problems';
import { cpuPool, demand, withPod } from './pools';

function texts(pod: Partial<PodOptions>, ...demands: PodSet[]): string[] {
  return [...poolPartProblems(withPod(pod, ...demands))].map(formatProblem);
}

describe('pods that share a node', () => {
  const together = (topologyKey = 'kubernetes.io/hostname', job = 'a'): Partial<PodOptions> => ({
    labels: { job: 'a' },
    podSpec: {
      affinity: {
        podAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey, labelSelector: { matchLabels: { job } } }],
        },
      },
    },
  });
  const POOL = cpuPool({ maxNodes: 4 });

  test('fails: a node has no room for all (same-node)', () => {
    expect(texts(together(), demand(POOL, 3, { cpus: 2 }))).toEqual([
      'podAffinity keeps 3 pods on one node, but a node of pool "cpu" (n1-standard-4) has no room for all: run fewer pods, use a larger machine type, or leave podAffinity out (same-node)',
    ]);
    expect(texts(together(), demand(cpuPool({ maxNodes: undefined }), 3, { cpus: 2 }))).toHaveLength(1);
    expect(texts(together(), demand(POOL, 2, { cpus: 2 }))).toEqual([]);
    expect(texts(together(), { ...demand(POOL, 3, { cpus: 2 }), atLeast: 2 })).toEqual([]);
  });

  test('fails: they run on two pools (same-node)', () => {
    const other = cpuPool({ poolName: 'other' });
    expect(texts(together(), demand(POOL, 1), demand(other, 1, {}, 'chief'))).toEqual([
      'podAffinity keeps all pods on one node, but they run on pool "cpu" (n1-standard-4) and pool "other" (n1-standard-4): use one pool, or leave podAffinity out (same-node)',
    ]);
  });

  test('are only those that their own labels keep on one node', () => {
    const demands = demand(POOL, 3, { cpus: 2 });
    expect(texts(together('topology.kubernetes.io/zone'), demands)).toEqual([]);
    expect(texts(together('kubernetes.io/hostname', 'other'), demands)).toEqual([]);
    expect(texts({}, demands)).toEqual([]);
  });

  test('that do not even fit on the whole pool are another problem', () => {
    expect(texts(together(), demand(POOL, 9, { cpus: 4 }))).toEqual([]);
  });
});

describe('pods in some zones', () => {
  const ZONES = ['us-east1-b', 'us-east1-c'];
  const FIXED = cpuPool({ zones: ZONES, minNodes: 4, maxNodes: 4 });
  const selected = { podSpec: { nodeSelector: { 'topology.kubernetes.io/zone': 'us-east1-b' } } };
  const NOT_IN = { key: 'topology.kubernetes.io/zone', operator: 'NotIn', values: ['us-east1-c'] };
  const nodeSelectorTerms = [{ matchExpressions: [NOT_IN] }];
  const affine = {
    podSpec: {
      affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
    },
  };

  test.each([selected, affine])('fails: the nodes there have no room for all (zone-capacity)', (pod) => {
    expect(texts(pod, demand(FIXED, 3, { cpus: 4 }))).toEqual([
      '3 pods need more nodes in us-east1-b than the 2 that pool "cpu" (n1-standard-4) has there: raise nodes to 6, or let the pods run in every zone (zone-capacity)',
    ]);
    expect(texts(pod, demand(FIXED, 2, { cpus: 4 }))).toEqual([]);
  });

  test('of a pool that grows where its pods are, or that they all may use, have all nodes', () => {
    expect(texts(selected, demand({ ...FIXED, minNodes: 0 }, 4, { cpus: 4 }))).toEqual([]);
    expect(texts({ podSpec: {} }, demand(FIXED, 4, { cpus: 4 }))).toEqual([]);
    expect(texts(selected, demand({ ...FIXED, zones: undefined }, 4, { cpus: 4 }))).toEqual([]);
  });
});
