import { expect, test } from 'vitest';
import type { ICluster } from '../../../lib/core/contracts/cluster';
import { Mesh } from '../../../lib/operators/mesh';
import { Exposure } from '../../../lib/serving/exposure/exposure';
import type { ServingDeploymentProps } from '../../../lib/serving/serving-deployment';
import { Telemetry } from '../../../lib/serving/telemetry/telemetry';
import { manifestProblems } from '../../conformance/manifest';
import { cpuPool } from '../../workload/pools';
import { MANAGED, objectsOf, problemsOf, serving, servingChart } from '../servings';

const CLUSTER: ICluster = { ...MANAGED, operators: [Mesh.istio()] };

function meshed(props: Partial<ServingDeploymentProps> = {}, cluster = CLUSTER) {
  return serving(props, cpuPool({ cluster }), servingChart(cluster));
}

const METRICS = { ports: ['8501'], paths: ['/monitoring/prometheus/metrics'] };
const selector = { matchLabels: { 'trainyard/workload': 'mnist' } };

test('everyone in the mesh may call a server without named callers, and collectors read its metrics in clear', () => {
  const server = meshed();
  const objects = objectsOf(server);
  expect(objects['AuthorizationPolicy mnist']).toMatchObject({
    spec: {
      selector,
      action: 'ALLOW',
      rules: [{ from: [{ source: { principals: ['*'] } }] }, { to: [{ operation: METRICS }] }],
    },
  });
  expect(objects['PeerAuthentication mnist']).toMatchObject({
    spec: { selector, mtls: { mode: 'STRICT' }, portLevelMtls: { '8501': { mode: 'PERMISSIVE' } } },
  });
  for (const object of Object.values(objects)) expect(manifestProblems(object)).toEqual([]);
  expect(problemsOf(server)).toEqual([]);
});

test('named callers alone may make inference calls, and their namespaces may connect', () => {
  const server = meshed({ telemetry: Telemetry.none() });
  server.allow({ namespace: 'web', serviceAccountName: 'pages' });
  server.allow({ namespace: 'web', serviceAccountName: 'jobs' }, { namespace: 'serving', serviceAccountName: 'a' });
  const objects = objectsOf(server);
  expect(objects).not.toHaveProperty('PeerAuthentication mnist');
  expect(objects['AuthorizationPolicy mnist']).toMatchObject({
    spec: {
      rules: [
        {
          from: [
            {
              source: {
                principals: [
                  'cluster.local/ns/web/sa/pages',
                  'cluster.local/ns/web/sa/jobs',
                  'cluster.local/ns/serving/sa/a',
                ],
              },
            },
          ],
          to: [
            {
              operation: {
                ports: ['8500'],
                paths: [
                  '/tensorflow.serving.PredictionService',
                  '/tensorflow.serving.PredictionService/*',
                  '/grpc.health.v1.Health',
                  '/grpc.health.v1.Health/*',
                ],
              },
            },
            { operation: { ports: ['8501'], paths: expect.arrayContaining(['/v1/models/mnist:predict']) } },
          ],
        },
      ],
    },
  });
  expect(objects['NetworkPolicy mnist-from-web']).toMatchObject({
    spec: {
      podSelector: selector,
      ingress: [{ from: [{ namespaceSelector: { matchExpressions: [{ values: ['web'] }] } }] }],
    },
  });
  expect(Object.keys(objects).filter((key) => key.startsWith('NetworkPolicy'))).toHaveLength(2);
});

test("Google's mesh names callers by the pool of the project", () => {
  const server = meshed({}, { ...CLUSTER, operators: [Mesh.google()] });
  server.allow({ namespace: 'web', serviceAccountName: 'pages' });
  expect(JSON.stringify(objectsOf(server))).toContain('"acme-ml.svc.id.goog/ns/web/sa/pages"');
});

test('another server is a caller by its account', () => {
  const server = meshed();
  const other = serving({ servingName: 'other' }, cpuPool({ cluster: CLUSTER }), servingChart(CLUSTER));
  server.allow(other);
  expect(JSON.stringify(objectsOf(server))).toContain('cluster.local/ns/serving/sa/other');
  expect(problemsOf(server)).toEqual([]);
});

test.each<[string, Partial<ServingDeploymentProps>, ICluster]>([
  ["with mesh: 'out'", { mesh: 'out' }, CLUSTER],
  ['of a cluster without a mesh', {}, MANAGED],
])('a server %s has no policies of a mesh', (_, props, cluster) => {
  expect(Object.keys(objectsOf(meshed(props, cluster))).join()).not.toMatch(/Authori|Peer/);
});

test('collectors read what the proxy tells of requests', () => {
  const objects = objectsOf(meshed());
  expect(objects['PodMonitoring mnist']).toMatchObject({
    spec: { endpoints: [{ port: 'http' }, { port: 'http-envoy-prom', path: '/stats/prometheus', interval: '30s' }] },
  });
  expect(JSON.stringify(objects['NetworkPolicy mnist'])).toContain('{"port":15090,"protocol":"TCP"}');
  expect(JSON.stringify(objectsOf(meshed({}, MANAGED)))).not.toMatch(/15090|envoy/);
});

test('the requests of a proxy count', () => {
  const sidecars = (props: Partial<ServingDeploymentProps>) => meshed(props).serving.resources.sidecars.cpuMillis;
  expect(sidecars({}) - sidecars({ mesh: 'out' })).toBe(100);
});

test('fails: clients of a load balancer are in no mesh (mesh-exposure)', () => {
  const exposure = Exposure.internalLoadBalancer();
  expect(problemsOf(meshed({ exposure }))).toEqual([
    '"mnist" is in the mesh of cluster "main", and clients of its load balancer are not, so it refuses them: set mesh: \'out\', or leave exposure out and lead clients to it by a Gateway with GatewayBackend.istio() (mesh-exposure)',
  ]);
  expect(problemsOf(meshed({ exposure, mesh: 'out' }))).toEqual([]);
});

test('fails: a caller without a proxy is refused (mesh-caller)', () => {
  const server = meshed();
  server.allow(serving({ servingName: 'other', mesh: 'out' }, cpuPool({ cluster: CLUSTER }), servingChart(CLUSTER)));
  expect(problemsOf(server)).toEqual([
    '"other" may call "mnist", but has no proxy of the mesh, so its calls are refused: set mesh: \'in\' of "other", or mesh: \'out\' of "mnist" (mesh-caller)',
  ]);
});
