import { Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { isSameCluster } from '../../lib/core/contracts/cluster';
import { LocalCluster } from '../../lib/local/local-cluster';
import { fitProblems } from '../../lib/pods/placement/fit-problems';
import { gangProblems } from '../../lib/workload/pool-capacity-problems';
import { resolveResources } from '../../lib/pods/containers/resources';
import { Operator } from '../../lib/operators/operator';
import { gpusPerNode } from '../../lib/core/contracts/node-pool';

describe('a local cluster', () => {
  test('has a name, by which it is told from others', () => {
    const [lab, other] = [LocalCluster.of({ clusterName: 'lab' }), LocalCluster.of()];
    expect(lab).toMatchObject({ clusterName: 'lab', pool: { poolName: 'lab' } });
    expect(isSameCluster(lab, other)).toBe(false);
    expect(isSameCluster(LocalCluster.minikube(), LocalCluster.minikube({ cpus: 8 }))).toBe(true);
  });

  test('fails: a name that is none (name)', () => {
    const make = () => LocalCluster.kind({ clusterName: 'My lab' });
    expect(make).toThrow(/^\[LocalCluster.kind\] cluster name "My lab".*\(name\)$/);
    expect(make).toThrow(expect.objectContaining({ problems: [expect.objectContaining({ property: 'clusterName' })] }));
  });

  test('has one pool without labels, taints and GPUs', () => {
    const { pool } = LocalCluster.kind({ cpus: 4, memory: Size.gibibytes(8) });
    expect(pool).toMatchObject({ nodeLabels: {}, taints: [], minNodes: 1, maxNodes: 1 });
    expect(gpusPerNode(pool)).toBe(0);
  });

  test.each([
    ['kind', LocalCluster.kind({ cpus: 4, memory: Size.gibibytes(4) }), 1, 650 + 2 * 100 + 100, 290],
    ['Minikube', LocalCluster.minikube({ cpus: 4, memory: Size.gibibytes(4) }), 1, 650 + 100, 170],
    ['another', LocalCluster.of({ cpus: 4, memory: Size.gibibytes(4), nodes: 2 }), 2, 950, 290],
    ['kind of 3 nodes', LocalCluster.kind({ cpus: 4, memory: Size.gibibytes(4), nodes: 3 }), 2, 100, 50],
    ['Minikube of 3 nodes', LocalCluster.minikube({ cpus: 4, memory: Size.gibibytes(4), nodes: 3 }), 3, 100, 50],
  ])('of %s has so many nodes, less what the cluster takes of each', (_, { pool }, nodes, cpuMillis, mebibytes) => {
    expect(pool).toMatchObject({ minNodes: nodes, maxNodes: nodes });
    expect(pool.allocatable?.cpuMillis).toBe(4000 - cpuMillis);
    expect(pool.allocatable?.memory.toMebibytes()).toBe(4096 - 220 - mebibytes);
  });

  test('holds its operators too', () => {
    const millis = (nodes: number, operators: Operator[]) =>
      LocalCluster.minikube({ cpus: 4, nodes, operators }).pool.allocatable?.cpuMillis;
    expect(millis(1, [Operator.JOBSET])).toBe(4000 - 750 - 500);
    expect(millis(1, [Operator.TRAINING])).toBe(4000 - 750);
    expect(LocalCluster.kind({ nodes: 3, operators: [Operator.JOBSET] }).pool.clusterPods).toHaveLength(2);
    expect(millis(3, [Operator.JOBSET])).toBe(4000 - 100);
  });

  test('of several nodes has pods of its own that may lie on any of them', () => {
    const millis = ({ pool }: LocalCluster) =>
      pool.clusterPods?.map(({ count, cpuMillis }) => `${count} × ${cpuMillis}`);
    expect(millis(LocalCluster.kind({ nodes: 3 }))).toEqual(['2 × 100']);
    expect(millis(LocalCluster.minikube({ nodes: 3 }))).toEqual(['1 × 650', '1 × 100']);
    expect(millis(LocalCluster.kind())).toBeUndefined();
    expect(millis(LocalCluster.of({ nodes: 3 }))).toBeUndefined();
    expect(millis(LocalCluster.kind({ nodes: 3, operators: [Operator.JOBSET] }))).toEqual(['2 × 100', '1 × 500']);
  });

  test('of one CPU has room for a worker in Minikube', () => {
    const { pool } = LocalCluster.minikube({ cpus: 1 });
    const resources = resolveResources({ pool, accelerated: true, mounts: [] });
    const worker = { name: 'worker', replicas: 1, pool, pod: { image: 'a:1' }, resources };
    expect([...gangProblems([worker])]).toEqual([]);
    expect([...fitProblems(worker)]).toEqual([]);
  });

  test.each([
    [
      'no CPU',
      { cpus: 0 },
      "cpus of 0 leaves no room for a pod beside the cluster's own, which take 950m: use 2 or more",
    ],
    [
      'too little CPU',
      { cpus: 0.9 },
      "cpus of 0.9 leaves no room for a pod beside the cluster's own, which take 950m: use 2 or more",
    ],
    [
      'as much CPU as the cluster takes',
      { cpus: 0.95 },
      "cpus of 0.95 leaves no room for a pod beside the cluster's own, which take 950m: use 2 or more",
    ],
    [
      'no number of CPUs',
      { cpus: NaN },
      "cpus of NaN leaves no room for a pod beside the cluster's own, which take 950m: use 2 or more",
    ],
    ['no node', { nodes: 0 }, 'nodes cannot be 0: use a whole number of 1 or more'],
    ['half a node', { nodes: 0.5 }, 'nodes cannot be 0.5: use a whole number of 1 or more'],
    [
      'too little memory',
      { memory: Size.mebibytes(510) },
      "memory of 510 MiB leaves no room for a pod beside the cluster's own, which take 510 MiB: use Size.gibibytes(4) or more",
    ],
  ])('fails: %s', (_, options, message) => {
    expect(() => LocalCluster.of(options)).toThrow(
      new RegExp(`^\\[LocalCluster\\.of\\] ${message.replace(/[.()]/g, '\\$&')} \\(local-cluster-size\\)$`),
    );
  });

  test('reserves a part of each node', () => {
    const cpusOf = (options = {}) => LocalCluster.kind(options).pool.allocatable?.cpuMillis ?? 0;
    expect(cpusOf({ reserved: { cpus: 0.1 } })).toBe(cpusOf() - 100);
    expect(() => LocalCluster.kind({ reserved: { cpus: -0.1 } })).toThrow(
      /reserved\.cpus cannot be -0\.1.*\(resource-amount\)/,
    );
  });

  test('fails: operators that take all of a node, with the size that has room (local-cluster-size)', () => {
    const { TRAINING, JOBSET, KUEUE, TRAINER, ARGO_WORKFLOWS, CERT_MANAGER, KSERVE } = Operator;
    const operators = [TRAINING, JOBSET, KUEUE, TRAINER, ARGO_WORKFLOWS, CERT_MANAGER, KSERVE];
    const small = () => LocalCluster.kind({ operators });
    expect(small).toThrow(/cpus of 2 leaves no room for a pod beside .* which take 2\d\d\dm: use 3 or more/);
    expect(LocalCluster.kind({ operators, cpus: 3 }).pool.allocatable?.cpuMillis).toBeGreaterThan(0);
  });

  test('just has room with one MiB more than the cluster takes', () => {
    expect(LocalCluster.of({ memory: Size.mebibytes(511) }).pool.allocatable?.memory.toMebibytes()).toBe(1);
    expect(LocalCluster.of({ memory: Size.kibibytes(511 * 1024 + 512) }).pool.allocatable?.memory.toMebibytes()).toBe(
      1,
    );
  });

  test('is known by a mark that survives two copies of the library', () => {
    expect(LocalCluster.isLocalCluster(LocalCluster.kind())).toBe(true);
    for (const other of [undefined, null, 'kind', { clusterName: 'kind' }, () => 1])
      expect(LocalCluster.isLocalCluster(other)).toBe(false);
  });

  test('has the context that its tool makes, or that is given', () => {
    const contexts = (clusterName?: string) =>
      [
        LocalCluster.kind({ clusterName }),
        LocalCluster.minikube({ clusterName }),
        LocalCluster.of({ clusterName }),
      ].map((cluster) => [cluster.clusterName, cluster.kubectlContext]);
    expect(contexts()).toEqual([
      ['kind', 'kind-kind'],
      ['minikube', 'minikube'],
      ['local', 'local'],
    ]);
    expect(contexts('lab')).toEqual([
      ['lab', 'kind-lab'],
      ['lab', 'lab'],
      ['lab', 'lab'],
    ]);
    expect(LocalCluster.kind({ kubectlContext: 'mine' }).kubectlContext).toBe('mine');
  });
});
