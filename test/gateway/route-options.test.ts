import { App, Chart } from 'cdk8s';
import { expect, test } from 'vitest';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { openAdvice } from '../../lib/core/problems/check';
import { collectingProblems, type ProblemAt } from '../../lib/core/problems/errors';
import { GatewayBackend } from '../../lib/gateway';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { Operator } from '../../lib/operators/operator';
import { manifestsOf } from '../../lib/testing/index';
import { GraphNode, InferenceGraph, ModelServer, ServingPlatform } from '../../lib/serving/index';
import { manifestProblems } from '../conformance/manifest';
import { CORE_2 } from '../serving/graph/graphs';
import { MODELS } from '../serving/servings';
import { cpuPool, OTHER } from '../workload/pools';
import { CLUSTER as GATEWAYS, gateway, objectsOf, problemsOf, server, specOf } from './gateways';

const CLUSTER: ICluster = {
  ...GATEWAYS,
  operators: [...(GATEWAYS.operators ?? []), Operator.KSERVE, Operator.SELDON_CORE, Operator.SELDON_CORE_2],
};
const KSERVE = ServingPlatform.kserve();
const SELDON = ServingPlatform.seldon();

function graphBeside(
  entry: ReturnType<typeof gateway>,
  platform: ServingPlatform,
  cluster = CLUSTER,
  space = 'serving',
) {
  const isHere = space === 'serving';
  const chart = isHere ? Chart.of(entry) : new ClusterChart(App.of(entry), space, { cluster, namespace: space });
  const model = { pool: cpuPool({ cluster }), server: ModelServer.tensorFlowServing(), model: MODELS };
  const nodes = {
    root: GraphNode.sequence('kind', 'breed'),
    kind: GraphNode.model(model),
    breed: GraphNode.model(model),
  };
  return new InferenceGraph(chart, 'animals', { nodes, platform });
}

test.each([
  ['KServe', KSERVE, { name: 'animals', port: 80 }, '/', 8080],
  ['Seldon Core 1', SELDON, { name: 'animals-graph', port: 8000 }, '/v1/models/:predict', 8000],
])('a route leads to a graph of %s, whose router lets the proxies in', (_, platform, service, path, port) => {
  const entry = gateway({}, CLUSTER);
  const route = entry.route('pets', { to: graphBeside(entry, platform) });
  expect(problemsOf(entry)).toEqual([]);
  expect(route.address).toBe(`https://models.acme.com${path}`);
  expect(specOf(entry, 'HTTPRoute')).toMatchObject({
    rules: [{ matches: [{ path: { type: 'PathPrefix', value: path } }], backendRefs: [{ ...service, weight: 100 }] }],
  });
  const [policy, ...others] = objectsOf(entry).filter(({ kind }) => kind === 'NetworkPolicy');
  expect(others).toEqual([]);
  expect(policy).toMatchObject({
    metadata: { name: `animals-${port}-serving-entry`, namespace: 'serving' },
    spec: {
      podSelector: { matchLabels: { 'trainyard/workload': 'animals' } },
      ingress: [{ ports: [{ port, protocol: 'TCP' }] }],
    },
  });
  expect(manifestsOf(entry).flatMap(manifestProblems)).toEqual([]);
  // The operator makes the Service.
  expect(openAdvice(entry.node.root).filter(({ advice: { code } }) => code === 'gateway-service')).toEqual([]);
});

test('a graph is the canary of another one, in another namespace', () => {
  const entry = gateway({}, CLUSTER);
  const next = graphBeside(entry, KSERVE, CLUSTER, 'next');
  entry.route('pets', { to: graphBeside(entry, KSERVE), canary: { to: next, percent: 10 } });
  expect(problemsOf(entry)).toEqual([]);
  expect(specOf(entry, 'HTTPRoute')).toMatchObject({
    rules: [
      {
        backendRefs: [
          { name: 'animals', weight: 90 },
          { name: 'animals', namespace: 'next', weight: 10 },
        ],
      },
    ],
  });
  const policies = objectsOf(entry).filter(({ kind }) => kind === 'NetworkPolicy');
  expect(policies.map(({ metadata }) => metadata.namespace)).toEqual(['serving', 'next']);
});

test.each([
  ['Istio', GatewayBackend.istio(), 'VirtualService'],
  ['Emissary-ingress', GatewayBackend.emissary(), 'Mapping'],
])('%s leads to a graph too', (_, backend, kind) => {
  const entry = gateway({ backend }, CLUSTER);
  entry.route('pets', { to: graphBeside(entry, SELDON) });
  expect(problemsOf(entry)).toEqual([]);
  const text = JSON.stringify(objectsOf(entry).filter((object) => object.kind === kind));
  expect(text).toContain('animals-graph');
  expect(text).toContain('/v1/models/:predict');
});

test('a health check of Google asks the router', () => {
  const backend = GatewayBackend.gke({ addressName: 'models', reach: 'global' });
  const cluster = { ...CLUSTER, operators: [...(CLUSTER.operators ?? []), Operator.GKE_GATEWAY] };
  const entry = gateway({ backend }, cluster);
  entry.route('pets', { to: graphBeside(entry, KSERVE) });
  expect(specOf(entry, 'HealthCheckPolicy')).toMatchObject({
    targetRef: { kind: 'Service', name: 'animals' },
    default: { config: { type: 'HTTP', httpHealthCheck: { requestPath: '/readyz' } } },
  });
});

test('fails: a graph of Seldon Core 2 is refused with gateway-server', () => {
  const entry = gateway({}, CLUSTER);
  const text = `"animals" has no Service: its platform has one gateway for all, "seldon-mesh", which tells them apart by a header: use to: { name: 'seldon-mesh', namespace: 'serving', port: 80 }, path: '/v2/models/animals.pipeline/infer' and headers: { 'seldon-model': 'animals.pipeline' }, which clients then send (gateway-server)`;
  const graph = graphBeside(entry, CORE_2);
  expect(() => entry.route('pets', { to: graph })).toThrow(text);
  expect(() => entry.route('page', { to: { name: 'page', port: 80 }, mirror: { to: graph, percent: 1 } })).toThrow(
    text,
  );
});

test('fails: a path beside the calls of a graph, and a server that answers no others, are refused with gateway-path', () => {
  const entry = gateway({}, CLUSTER);
  const to = graphBeside(entry, SELDON);
  expect(() => entry.route('pets', { to, path: '/v1/models/kind' })).toThrow(
    'has none of the calls of "animals-graph", which are /v1/models/:predict',
  );
  const canary = { to: server(entry), percent: 10 };
  expect(() => entry.route('pets', { to, port: 'http', canary })).toThrow('(gateway-path)');
});

test('fails: a graph of another cluster is refused with gateway-cluster', () => {
  const entry = gateway({}, CLUSTER);
  const other = { ...CLUSTER, ...OTHER, operators: CLUSTER.operators };
  entry.route('pets', { to: graphBeside(entry, KSERVE, other, 'other') });
  expect(problemsOf(entry).join('\n')).toContain('"animals" is in cluster');
});

test('fails: a route to a refused graph does not hide later problems', () => {
  const problems: ProblemAt[] = [];
  collectingProblems(problems, () => {
    const entry = gateway({}, CLUSTER);
    entry.route('pets', { to: graphBeside(entry, ServingPlatform.kubernetes()) });
    entry.route('page', { to: { name: 'page', port: 80 }, canary: 10 });
  });
  expect(problems.map(({ code }) => code)).toEqual(['platform-option', 'gateway-version']);
});
