import { Size } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { isSameCluster } from '../../../lib/core/contracts/cluster';
import { LocalCluster } from '../../../lib/core/contracts/local-cluster';
import { gpusPerNode } from '../../../lib/core/contracts/node-pool';

describe('a local cluster', () => {
  test('has a name, by which it is told from others', () => {
    const [lab, other] = [LocalCluster.of({ clusterName: 'lab' }), LocalCluster.of()];
    expect(lab).toMatchObject({ clusterName: 'lab', pool: { poolName: 'lab' } });
    expect(isSameCluster(lab, other)).toBe(false);
    expect(isSameCluster(LocalCluster.minikube(), LocalCluster.minikube({ cpus: 8 }))).toBe(true);
  });

  test('fails: a name that is none (name)', () => {
    expect(() => LocalCluster.kind({ clusterName: 'My lab' })).toThrow(
      /^\[LocalCluster.kind\] cluster name "My lab".*\(name\)$/,
    );
  });

  test('has one pool without labels, taints and GPUs', () => {
    const { pool } = LocalCluster.kind({ cpus: 4, memory: Size.gibibytes(8), nodes: 3 });
    expect(pool).toMatchObject({ nodeLabels: {}, taints: [], minNodes: 3, maxNodes: 3 });
    expect(pool.allocatable).toMatchObject({ cpuMillis: 3100 });
    expect(gpusPerNode(pool)).toBe(0);
  });

  test.each([
    ['no CPU', { cpus: 0 }],
    ['no node', { nodes: 0 }],
    ['too little memory', { memory: Size.mebibytes(512) }],
  ])('fails: %s', (_, options) => {
    expect(() => LocalCluster.of(options)).toThrow('(local-cluster-size)');
  });
});
