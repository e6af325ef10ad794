import { expect, test } from 'vitest';
import { meshOf } from '../../lib/core/contracts/mesh';
import { LocalCluster } from '../../lib/local/local-cluster';
import { Mesh } from '../../lib/operators/mesh';
import { Operator } from '../../lib/operators/operator';

test('Istio is a mesh if the program says so', () => {
  expect(meshOf({ clusterName: 'main', operators: [Operator.ISTIO] })).toBeUndefined();
  expect(meshOf({ clusterName: 'main', operators: [Mesh.istio()] })).toEqual({ trustDomain: 'cluster.local' });
  expect(Mesh.istio().charts).toEqual(Operator.ISTIO.charts);
});

test("Google's mesh serves kinds that Istio serves", () => {
  const { serves } = Mesh.google();
  expect(Operator.ISTIO.serves).toEqual(expect.arrayContaining([...serves]));
  expect(meshOf({ clusterName: 'main', operators: [Mesh.google({ tracedPercent: 0 })] })?.tracedPercent).toBe(0);
});

test("fails: a local cluster has no mesh of Google's (operator-addon)", () => {
  expect(() => LocalCluster.kind({ operators: [Mesh.google()] })).toThrow('(operator-addon)');
});

test('another installation of Istio keeps its mesh', () => {
  const others = Mesh.istio().installedElsewhere('the platform team');
  expect(meshOf({ clusterName: 'main', operators: [others] })?.trustDomain).toBe('cluster.local');
});
