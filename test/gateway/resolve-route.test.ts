import { Chart } from 'cdk8s';
import { expect, test } from 'vitest';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { guideSteps } from '../../lib/core/contracts/guide';
import { openAdvice } from '../../lib/core/problems/check';
import { GatewayBackend, MeshRoute, type Gateway, type GatewayProps } from '../../lib/gateway';
import { duplicateNameProblems } from '../../lib/kubernetes/duplicate-name-problems';
import { ModelSource } from '../../lib/model/model-source';
import { Mesh } from '../../lib/operators/mesh';
import { ModelServer } from '../../lib/serving/model-servers';
import { Replicas } from '../../lib/serving/scaling/replicas';
import type { ServingDeploymentProps } from '../../lib/serving/serving-deployment';
import { ServingPlatform } from '../../lib/serving/serving-platforms';
import { manifestsOf } from '../../lib/testing/index';
import { manifestProblems } from '../conformance/manifest';
import { MODELS } from '../serving/servings';
import { cpuPool, gpuPool } from '../workload/pools';
import { CLUSTER, gateway, objectsOf, problemsOf, server, specOf } from './gateways';

// The canary of one server by percent of requests.

const LARGE = ModelSource.image('large:3', '/models/large');

function withCanary(beside: Gateway, props: Partial<ServingDeploymentProps> = {}, namespace?: string) {
  return server(beside, 'mnist', { canary: { model: MODELS.version(8) }, ...props }, namespace);
}

function routed(canary = 10, props: Partial<GatewayProps> = {}) {
  const entry = gateway(props);
  entry.route('mnist', { to: withCanary(entry), port: 'http', canary });
  return entry;
}

const servicesOf = (entry: Gateway) => objectsOf(entry).filter(({ kind }) => kind === 'Service');

/** All labels of an object, of its pods too. */
function labelsIn(json: unknown): Record<string, string>[] {
  if (typeof json !== 'object' || json === null) return [];
  return Object.entries(json).flatMap(([key, value]) =>
    key === 'labels' ? [value as Record<string, string>] : labelsIn(value),
  );
}

test.each([
  [10, [90, 10]],
  [0, [100, 0]],
  [100, [0, 100]],
])('%i percent are of the requests, between Services of the two versions', (canary, weights) => {
  const entry = routed(canary);
  const refs = ['stable', 'canary'].map((track, index) => ({
    ...{ name: `entry-mnist-${track}`, port: 8501, weight: weights[index] },
  }));
  expect(specOf(entry, 'HTTPRoute')).toMatchObject({ rules: [{ backendRefs: refs }] });
  const ports = [
    { name: 'grpc', port: 8500, targetPort: 'grpc', appProtocol: 'grpc' },
    { name: 'http', port: 8501, targetPort: 'http', appProtocol: 'http' },
  ];
  expect(servicesOf(entry).map(({ metadata: { name }, spec }) => ({ name, spec }))).toEqual(
    ['stable', 'canary'].map((track) => ({
      name: `entry-mnist-${track}`,
      spec: { selector: { 'trainyard/workload': 'mnist', 'trainyard/track': track }, ports },
    })),
  );
  expect(objectsOf(entry).flatMap((each) => manifestProblems(each))).toEqual([]);
  expect(problemsOf(entry)).toEqual([]);
  expect(openAdvice(entry.node.root).filter(({ construct }) => construct === entry)).toEqual([]);
});

test('without a route, or with one of the whole server, there are no such Services', () => {
  const entry = gateway();
  const to = withCanary(entry);
  entry.route('mnist', { to });
  expect(servicesOf(entry)).toEqual([]);
  expect(manifestsOf(to).filter(({ kind }) => kind === 'Service')).toHaveLength(1);
});

test('routes of both protocols and two gateways lead to one server', () => {
  const entry = gateway();
  const to = withCanary(entry, {}, 'models');
  entry.route('rest', { to, port: 'http', canary: 10 });
  entry.route('calls', { to, canary: 20 });
  expect(servicesOf(entry).map(({ metadata }) => [metadata.namespace, metadata.name])).toEqual([
    ['models', 'entry-mnist-stable'],
    ['models', 'entry-mnist-canary'],
  ]);
  expect(specOf(entry, 'ReferenceGrant')).toMatchObject({
    to: [{ name: 'entry-mnist-stable' }, { name: 'entry-mnist-canary' }],
  });
  expect(problemsOf(entry)).toEqual([]);
  expect([...duplicateNameProblems(entry.node.root)]).toEqual([]);
});

test.each<[string, Partial<ServingDeploymentProps>]>([
  ['Kubernetes', { platform: ServingPlatform.kubernetes() }],
  ['KServe', { platform: ServingPlatform.kserve() }],
  ['Seldon Core 1', { platform: ServingPlatform.seldon() }],
  [
    'LeaderWorkerSet',
    {
      ...{ server: ModelServer.vllm({ machines: 2 }), model: LARGE.version(3), canary: { model: LARGE.version(4) } },
      pool: gpuPool({ cluster: CLUSTER, maxNodes: 9 }),
    },
  ],
])('each Service has the pods of its version alone on %s', (_, props) => {
  const entry = gateway();
  const to = withCanary(entry, { replicas: Replicas.fixed(2), ...props });
  entry.route('mnist', { to, canary: 10 });
  const pods = manifestsOf(to).flatMap(labelsIn);
  for (const track of ['stable', 'canary']) {
    const { 'leaderworkerset.sigs.k8s.io/worker-index': leader, ...selector } = specOf(
      entry,
      'Service',
      `entry-mnist-${track}`,
    )?.selector as Record<string, string>;
    // The controller gives this label to leaders.
    expect(leader).toBe(to.serving.machines > 1 ? '0' : undefined);
    const selected = pods.filter((labels) => Object.entries(selector).every(([key, value]) => labels[key] === value));
    expect(selected.length).toBeGreaterThan(0);
    expect(selected.map((labels) => labels['trainyard/track'])).toEqual(selected.map(() => track));
  }
});

test('the canary gets no requests before it has ready pods, if the server has clients', () => {
  const steps = guideSteps(routed().node.root).filter(({ step }) => step.text?.includes('`entry-mnist-canary`'));
  const ready = (name: string) =>
    `kubectl -n serving get endpointslices -l kubernetes.io/service-name=${name} -o jsonpath='{.items[*].endpoints[*].conditions.ready}' | grep -q true`;
  expect(steps.map(({ step }) => step)).toEqual([
    {
      phase: 'checks',
      text: 'Route `entry-mnist` gives 10 percent of its requests to `entry-mnist-canary`. This fails if `mnist` has clients and `entry-mnist-canary` has no ready pod. Then deploy with `canary: 0` first.',
      commands: [`if ${ready('mnist')}; then`, `  ${ready('entry-mnist-canary')}`, 'fi'],
    },
  ]);
  const none = guideSteps(routed(0).node.root).filter(({ step }) => step.text?.includes('`entry-mnist-canary`'));
  expect(none).toEqual([]);
});

test('GKE has policies for the Service of each version', () => {
  const address = { addressName: 'entry', reach: 'internal', proxyRange: '10.2.0.0/23' } as const;
  const entry = routed(10, { backend: GatewayBackend.gke(address) });
  const policies = objectsOf(entry).filter(({ kind }) => kind.endsWith('Policy') && kind !== 'NetworkPolicy');
  expect(policies.map(({ kind, metadata: { name } }) => `${kind} ${name}`)).toEqual([
    'GCPBackendPolicy entry-mnist-stable',
    'HealthCheckPolicy entry-mnist-stable',
    'GCPBackendPolicy entry-mnist-canary',
    'HealthCheckPolicy entry-mnist-canary',
  ]);
});

test('calls in a mesh are shared by the same percent', () => {
  const cluster: ICluster = { ...CLUSTER, operators: [Mesh.istio()] };
  const entry = gateway({}, cluster);
  const to = withCanary(entry, { pool: cpuPool({ cluster }) });
  const route = new MeshRoute(Chart.of(entry), 'calls', { to, canary: 10 });
  const host = (track: string) => `mesh-mnist-${track}.serving.svc.cluster.local`;
  const objects = manifestsOf(route);
  expect(objects.map(({ kind, metadata }) => [kind, Reflect.get(Object(metadata), 'name')])).toEqual([
    ['Service', 'mesh-mnist-stable'],
    ['Service', 'mesh-mnist-canary'],
    ['VirtualService', 'mnist'],
  ]);
  expect(objects.at(-1)).toMatchObject({
    spec: {
      hosts: ['mnist.serving.svc.cluster.local'],
      http: [8500, 8501].map((number) => ({
        route: [
          { destination: { host: host('stable'), port: { number } }, weight: 90 },
          { destination: { host: host('canary'), port: { number } }, weight: 10 },
        ],
      })),
    },
  });
});

test('fails: a percent for the canary of a server without one is refused with gateway-version', () => {
  const entry = gateway();
  const to = withCanary(entry, { canary: undefined });
  expect(() => entry.route('mnist', { to, port: 'http', canary: 10 })).toThrow(
    '"mnist" has no canary of its own: give the ServingDeployment one, or name another version, such as { to: next, percent: 10 } (gateway-version)',
  );
});

test('fails: a percent for the canary of pods without our labels is refused with gateway-server', () => {
  const entry = gateway();
  const platform = ServingPlatform.seldonCore2({ requirements: ['onnx'] });
  const to = withCanary(entry, { platform, server: ModelServer.triton() });
  expect(() => entry.route('mnist', { to, port: 'http', canary: 10 })).toThrow('(gateway-server)');
});

test('fails: other Services have no canary of their own (gateway-version), and no more than all requests (gateway-percent)', () => {
  const entry = gateway();
  expect(() => entry.route('page', { to: { name: 'page', port: 80 }, canary: 10 })).toThrow(
    '"page" has no canary of its own: give the ServingDeployment one, or name another version, such as { to: next, percent: 10 } (gateway-version)',
  );
  expect(() => entry.route('mnist', { to: withCanary(entry), canary: 101 })).toThrow(
    'canary cannot be 101: use a whole number from 0 to 100 (gateway-percent)',
  );
});
