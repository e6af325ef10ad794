import { Testing } from 'cdk8s';
import { expect, test } from 'vitest';
import { guideSteps } from '../../lib/core/contracts/guide';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { Mesh } from '../../lib/operators/mesh';
import { Operator } from '../../lib/operators/operator';
import { manifestsOf } from '../../lib/testing/index';
import { manifestProblems } from '../conformance/manifest';
import { GKE } from '../workload/pools';

const chartIn = (mesh = Mesh.istio(), namespace = 'models') =>
  new ClusterChart(Testing.app(), 'chart', { cluster: { ...GKE, operators: [mesh] }, namespace });

test('the namespace of a chart is in the mesh of its cluster, and takes encrypted calls alone', () => {
  const objects = manifestsOf(chartIn());
  expect(objects[0]).toMatchObject({ kind: 'Namespace', metadata: { labels: { 'istio-injection': 'enabled' } } });
  const added = objects.filter(({ apiVersion }) => String(apiVersion).includes('istio.io'));
  expect(added.map(({ kind, spec }) => [kind, spec])).toEqual([
    ['PeerAuthentication', { mtls: { mode: 'STRICT' } }],
    ['Telemetry', { tracing: [{ randomSamplingPercentage: 1 }], metrics: [{ providers: [{ name: 'prometheus' }] }] }],
  ]);
  for (const object of added) expect(manifestProblems(object)).toEqual([]);
});

test('traces and the log of requests are settings of the mesh, and Google has its own metrics', () => {
  const objects = manifestsOf(chartIn(Mesh.google({ tracedPercent: 0.5, accessLog: true })));
  expect(objects.find(({ kind }) => kind === 'Telemetry')).toMatchObject({
    spec: { tracing: [{ randomSamplingPercentage: 0.5 }], accessLogging: [{ providers: [{ name: 'envoy' }] }] },
  });
  expect(JSON.stringify(objects)).not.toContain('prometheus');
});

test('two charts of a namespace put it into the mesh once', () => {
  const app = Testing.app();
  const cluster = { ...GKE, operators: [Mesh.istio()] };
  new ClusterChart(app, 'first', { cluster, namespace: 'models' });
  expect(manifestsOf(new ClusterChart(app, 'second', { cluster, namespace: 'models' }))).toEqual([]);
});

test('DEPLOY.md labels a namespace that others make', () => {
  const chart = chartIn(Mesh.istio(), 'default');
  const commands = guideSteps(chart.node.root).flatMap(({ step }) => step.commands ?? []);
  expect(commands).toContain('kubectl label namespace default istio-injection=enabled --overwrite');
});

test.each([
  ['Istio', Mesh.istio(), true],
  ['Google', Mesh.google(), false],
])('a namespace that lets nothing out lets proxies reach %s', (_, mesh, isOpen) => {
  const cluster = { ...GKE, operators: [mesh] };
  const chart = new ClusterChart(Testing.app(), 'chart', { cluster, namespace: 'models', defaultDenyEgress: true });
  expect(JSON.stringify(manifestsOf(chart)).includes('"istio-system"')).toBe(isOpen);
});

test('a cluster with Istio for gateways alone has no mesh', () => {
  const objects = manifestsOf(chartIn(Operator.ISTIO));
  expect(objects.map(({ kind }) => kind)).toEqual(['Namespace', 'ServiceAccount']);
});
