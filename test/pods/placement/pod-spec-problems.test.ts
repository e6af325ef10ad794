import type { k8s } from 'cdk8s-plus-27';
import { describe, expect, test } from 'vitest';
import type { INodePool } from '../../../lib/core/contracts/node-pool';
import { Accelerator } from '../../../lib/core/hardware/accelerator';
import { formatProblem } from '../../../lib/core/problems/problem';
import type { PodOptions } from '../../../lib/pods/pod-options';
import { perNodeProblems, podSpecProblems } from '../../../lib/pods/placement/pod-spec-problems';
import type { PodSet } from '../../../lib/pods/pod-set';
import { cpuPool, demand, GKE, gpuPool, withPod } from '../../workload/pools';

const POOL = cpuPool({ zones: ['us-east1-b', 'us-east1-c'], architecture: 'amd64' });

function found(pod: Partial<PodOptions>, demands: readonly PodSet[] = [demand(POOL, 2)]) {
  const sets = withPod(pod, ...demands);
  return [...sets.flatMap((set) => [...podSpecProblems(set)]), ...perNodeProblems(sets)];
}

function texts(pod: Partial<PodOptions>, demands?: readonly PodSet[]): string[] {
  return found(pod, demands).map(formatProblem);
}

/** Affinity to nodes that meet one of several terms, each of some expressions. */
function nodeAffinity(...terms: k8s.NodeSelectorRequirement[][]): Partial<PodOptions> {
  const nodeSelectorTerms = terms.map((matchExpressions) => ({ matchExpressions }));
  return {
    podSpec: { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } } },
  };
}

const zone = (operator: string, ...values: string[]) => ({ key: 'topology.kubernetes.io/zone', operator, values });

describe('nodes', () => {
  test.each<[string, Partial<PodOptions>]>([
    ['nothing', {}],
    ['one of the zones', { podSpec: { nodeSelector: { 'topology.kubernetes.io/zone': 'us-east1-c' } } }],
    ['a label that is not known', { podSpec: { nodeSelector: { disk: 'fast' } } }],
    ['one of two terms', nodeAffinity([zone('In', 'us-east1-d')], [zone('In', 'us-east1-b', 'us-east1-d')])],
    ['all but one of the zones', nodeAffinity([zone('NotIn', 'us-east1-b')])],
    ['a label that is there', nodeAffinity([{ key: 'kubernetes.io/arch', operator: 'Exists' }])],
    ['a label that may be missing', nodeAffinity([{ key: 'disk', operator: 'DoesNotExist' }])],
  ])('that the pool has are asked for: %s', (_, pod) => {
    expect(texts(pod)).toEqual([]);
  });

  test('fails: the GPU of a pool on GKE is known by its label (node-affinity)', () => {
    const pod = { podSpec: { nodeSelector: { 'cloud.google.com/gke-accelerator': 'nvidia-tesla-t4' } } };
    const on = (pool: INodePool) => found(pod, [demand(pool, 1)]).map(({ code }) => code);
    expect(on(gpuPool({ accelerator: Accelerator.T4 }))).toEqual([]);
    expect(on(gpuPool({ accelerator: Accelerator.K80 }))).toEqual(['node-affinity']);
    const elsewhere = { ...GKE, features: undefined };
    expect(on(gpuPool({ accelerator: Accelerator.K80, cluster: elsewhere }))).toEqual([]);
  });

  test('fails: each is told with its prop, and nothing is asked of terms without expressions (node-affinity)', () => {
    const properties = (pod: Partial<PodOptions>) => found(pod).map(({ property }) => property);
    expect(properties({ podSpec: { nodeSelector: { 'kubernetes.io/os': 'windows' } } })).toEqual(['podSpec']);
    expect(properties(nodeAffinity([zone('In', 'us-east1-d')]))).toEqual(['podSpec']);
    expect(properties({ podSpec: { affinity: { nodeAffinity: {} } } })).toEqual([]);
    expect(properties({ podSpec: { affinity: {} } })).toEqual([]);
    const nodeSelectorTerms = [{}];
    expect(
      properties({
        podSpec: {
          affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
        },
      }),
    ).toEqual([]);
    expect(
      texts({ podSpec: { nodeSelector: { 'node.kubernetes.io/instance-type': 'x' } } }, [
        demand(cpuPool({ machineType: undefined }), 1),
      ]),
    ).toEqual([]);
  });

  test('fails: the pool has none of that label (node-affinity)', () => {
    expect(texts({ podSpec: { nodeSelector: { 'cloud.google.com/gke-nodepool': 'gpu' } } })).toEqual([
      'nodeSelector asks for nodes with cloud.google.com/gke-nodepool=gpu, but the nodes of pool "cpu" (n1-standard-4) have cloud.google.com/gke-nodepool=cpu: leave it out, or use a pool of such nodes (node-affinity)',
    ]);
  });

  test.each<[string, k8s.NodeSelectorRequirement, string]>([
    ['in another zone', zone('In', 'us-east1-d'), 'topology.kubernetes.io/zone=us-east1-b or us-east1-c'],
    ['in no zone of it', zone('NotIn', 'us-east1-b', 'us-east1-c'), 'topology.kubernetes.io/zone=us-east1-b or'],
    [
      'of another region',
      { key: 'topology.kubernetes.io/region', operator: 'In', values: ['us-west1'] },
      'topology.kubernetes.io/region=us-east1:',
    ],
    ['of another processor', { key: 'kubernetes.io/arch', operator: 'In', values: ['arm64'] }, 'arch=amd64'],
    ['without a processor', { key: 'kubernetes.io/arch', operator: 'DoesNotExist' }, 'arch=amd64'],
    [
      'of another machine type',
      { key: 'node.kubernetes.io/instance-type', operator: 'In', values: ['n2-standard-4'] },
      'instance-type=n1-standard-4',
    ],
    ['of another system', { key: 'kubernetes.io/os', operator: 'In', values: ['windows'] }, 'kubernetes.io/os=linux'],
  ])('fails: affinity to nodes %s (node-affinity)', (_, expression, has) => {
    const [text, ...others] = texts(nodeAffinity([expression]));
    expect(text).toContain(`nodeAffinity asks for ${expression.key} ${expression.operator}`);
    expect(text).toContain(has);
    expect(others).toEqual([]);
  });

  test('fails: every pool is looked at (node-affinity)', () => {
    const other = cpuPool({ poolName: 'other', nodeLabels: { 'cloud.google.com/gke-nodepool': 'other' } });
    const demands = [demand(POOL, 1), demand(other, 1)];
    const said = texts({ podSpec: { nodeSelector: { 'cloud.google.com/gke-nodepool': 'cpu' } } }, demands);
    expect(said).toEqual([expect.stringContaining('the nodes of pool "other"')]);
  });
});

describe('pods of which each node takes one', () => {
  const listening = (pool: INodePool, replicas: number, port?: number) => ({ ...demand(pool, replicas), port });
  const apart = (labels: Record<string, string>): Partial<PodOptions> => ({
    labels: { job: 'a', team: 'b' },
    podSpec: {
      affinity: {
        podAntiAffinity: {
          requiredDuringSchedulingIgnoredDuringExecution: [
            { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: labels } },
          ],
        },
      },
    },
  });

  test('fails: more pods than nodes listen in the network of their node (one-per-node)', () => {
    const hostNetwork = { podSpec: { hostNetwork: true } };
    expect(texts(hostNetwork, [listening(POOL, 2, 2222), listening(POOL, 1, 2222)])).toEqual([
      '3 pods need a node each, because each takes port 2222 of its node, but pool "cpu" (n1-standard-4) grows to 2: raise nodes to 3, or leave hostNetwork out (one-per-node)',
    ]);
    expect(texts(hostNetwork, [listening(POOL, 2, 2222), listening(POOL, 2, 2223), listening(POOL, 9)])).toEqual([]);
    expect(texts(hostNetwork, [listening(cpuPool({ maxNodes: undefined }), 9, 2222)])).toEqual([]);
    expect(texts({ podSpec: {} }, [listening(POOL, 3, 2222)])).toEqual([]);
  });

  test('fails: more pods than nodes keep away from each other (one-per-node)', () => {
    expect(texts(apart({ job: 'a' }), [listening(POOL, 2), listening(POOL, 1)])).toEqual([
      expect.stringContaining('3 pods need a node each, because podAntiAffinity keeps them apart'),
    ]);
    expect(texts(apart({ job: 'a', team: 'b' }), [listening(POOL, 2)])).toEqual([]);
    const unlike: Record<string, string>[] = [{ job: 'other' }, {}];
    for (const labels of unlike) expect(texts(apart(labels), [listening(POOL, 3)])).toEqual([]);
  });

  test('fails: the port or the pool with the most pods is told (one-per-node)', () => {
    const hostNetwork = { podSpec: { hostNetwork: true } };
    expect(texts(hostNetwork, [listening(POOL, 3, 2222), listening(POOL, 4, 2223)])).toEqual([
      expect.stringMatching(/^4 pods need a node each, because each takes port 2223 of its node/),
    ]);
    const other = cpuPool({ poolName: 'other', maxNodes: 9 });
    expect(texts(hostNetwork, [listening(POOL, 2, 2222), listening(other, 2, 2222)])).toEqual([]);
    expect(texts(apart({ job: 'a' }), [listening(POOL, 3)])[0]).toContain('or leave podAntiAffinity out');
    expect(found(hostNetwork, [listening(POOL, 3, 1)])).toMatchObject([{ property: 'podSpec' }]);
    expect(texts({ labels: { job: 'a' } }, [listening(POOL, 3, 2222)])).toEqual([]);
  });

  test('pods keep away from those of other nodes, or of some of their labels, in other ways', () => {
    const term = (changes: Partial<k8s.PodAffinityTerm>): Partial<PodOptions> => ({
      labels: { job: 'a', team: 'b' },
      podSpec: {
        affinity: {
          podAntiAffinity: {
            requiredDuringSchedulingIgnoredDuringExecution: [
              { topologyKey: 'kubernetes.io/hostname', labelSelector: { matchLabels: { job: 'a' } }, ...changes },
            ],
          },
        },
      },
    });
    const matchExpressions = [{ key: 'job', operator: 'Exists' }];
    expect(texts(term({}), [listening(POOL, 3)])).toHaveLength(1);
    const others: Partial<k8s.PodAffinityTerm>[] = [
      { topologyKey: 'topology.kubernetes.io/zone' },
      { labelSelector: undefined },
      { labelSelector: { matchLabels: { job: 'a', team: 'other' } } },
      { labelSelector: { matchLabels: { job: 'a' }, matchExpressions } },
    ];
    for (const changes of others) expect(texts(term(changes), [listening(POOL, 3)])).toEqual([]);
  });

  test('the fewest pods of an elastic role count, and only those that run at once', () => {
    const turn = (name: string) => ({ ...listening(POOL, 2, 2222), turns: [name] });
    const podSpec = { hostNetwork: true };
    expect(texts({ podSpec }, [{ ...listening(POOL, 3, 2222), atLeast: 2 }])).toEqual([]);
    expect(texts({ podSpec }, [turn('a'), turn('b')])).toEqual([]);
  });
});

test('fails: a pod in the network of its node cannot act as an identity (identity-host-network)', () => {
  const identity = { email: 'a@b.iam.gserviceaccount.com', namespace: 'mnist', serviceAccountName: 'a' };
  expect(texts({ identity, podSpec: { hostNetwork: true } })).toEqual([
    "the pods act as a@b.iam.gserviceaccount.com, but pods in their node's network act as the node's account: leave hostNetwork or identity out (identity-host-network)",
  ]);
  expect(texts({ identity, podSpec: { hostNetwork: false } })).toEqual([]);
});
