import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Chart } from 'cdk8s';
import { sample } from 'fast-check';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { Certificate, GatewayBackend, MeshRoute, type Gateway } from '../../lib/gateway';
import { Mesh } from '../../lib/operators';
import { manifestsOf } from '../../lib/testing/index';
import { CLUSTER, gateway, server } from '../gateway/gateways';
import { addRoutes, ALL_HOSTS, routePlans } from '../gateway/random-routes';
import { cpuPool } from '../workload/pools';
import { ISTIOCTL, judgedBy } from './support/judges';
import { temporaryFolder } from './support/program';
import { attempt } from './support/run';
import { SEED } from './support/seed';

// Istio's objects, judged by Istio's own program.

judgedBy([ISTIOCTL]);

/** What istioctl says of objects, each by itself and all together; empty if it finds nothing wrong. */
async function judged(objects: readonly object[]): Promise<string> {
  const file = join(temporaryFolder(), 'objects.yaml');
  writeFileSync(file, objects.map((object) => stringify(object)).join('---\n'));
  const checks = [
    ['validate', '-f', file],
    ['analyze', '--use-kube=false', '--all-namespaces', '--failure-threshold=Info', file],
  ];
  const outcomes = await Promise.all(checks.map((check) => attempt('istioctl', check)));
  return outcomes.flatMap(({ status, output }) => (status === 0 ? [] : [output])).join('\n');
}

/** All objects of the program of a gateway, and those that it does not make: pages, and a pod of the proxies. */
function objectsFor({ node, gateway: { routes } }: Gateway): object[] {
  const services = routes.flatMap(({ versions, mirror }) => [...versions, mirror ?? versions[0]]);
  const pages = new Map(services.filter(({ serving }) => !serving).map(({ name, port }) => [name, port]));
  const spec = { containers: [{ name: 'istio-proxy', image: 'auto' }] };
  const metadata = { name: 'proxy', namespace: 'istio-ingress', labels: { istio: 'ingress' } };
  return [
    ...manifestsOf(node.root),
    ...[...pages].map(([name, port]) => ({
      ...{ apiVersion: 'v1', kind: 'Service', metadata: { name, namespace: 'serving' } },
      spec: { selector: { app: name }, ports: [{ name: 'http', port }] },
    })),
    { apiVersion: 'v1', kind: 'Pod', metadata, spec },
    ...['models-tls'].map((name) => ({
      ...{ apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace: 'istio-ingress' } },
      type: 'kubernetes.io/tls',
    })),
  ];
}

const backend = GatewayBackend.istio();
const MESHED = { ...CLUSTER, operators: [Mesh.istio()] };

test('routes to servers with a canary, a mirror and headers are right', async () => {
  const entry = gateway({ hosts: { 'models.acme.com': Certificate.secret('models-tls') }, backend });
  const [to, next] = [server(entry), server(entry, 'next', { modelName: 'mnist' })];
  const share = { to: next, percent: 10 };
  entry.route('calls', { to, canary: share, mirror: share, headers: { 'X-Team': 'a' } });
  entry.route('rest', { to, port: 'http', canary: { to: next, percent: 0 }, retries: 0 });
  expect(await judged(objectsFor(entry))).toBe('');
});

test('a mesh is right: its namespaces, the callers of servers, and the shares of their calls', async () => {
  const entry = gateway({ hosts: { 'models.acme.com': Certificate.secret('models-tls') }, backend }, MESHED);
  const pool = cpuPool({ cluster: MESHED });
  const [to, next] = [server(entry, 'mnist', { pool }), server(entry, 'next', { pool, modelName: 'mnist' })];
  to.allow(next, { namespace: 'web', serviceAccountName: 'pages' });
  entry.route('calls', { to });
  const share = { to: next, percent: 10 };
  new MeshRoute(Chart.of(entry), 'inside', { to, canary: share, mirror: share });
  expect(await judged(objectsFor(entry))).toBe('');
});

const RUNS = 20;

test(`${RUNS} random sets of routes are right`, async () => {
  for (const plans of sample(routePlans({ overlaps: false }), { seed: SEED, numRuns: RUNS })) {
    const entry = gateway({ hosts: ALL_HOSTS, backend });
    addRoutes(entry, plans);
    expect(await judged(objectsFor(entry)), JSON.stringify(plans)).toBe('');
  }
});

test('fails: istioctl finds a route without destination, and a gateway that is not there', async () => {
  const entry = gateway({ backend });
  entry.route('mnist', { to: server(entry) });
  const changed = (spec: object) =>
    objectsFor(entry).map((object) =>
      Reflect.get(object, 'kind') === 'VirtualService' ? { ...object, spec } : object,
    );
  const http = [{ route: [{ destination: { host: 'mnist' } }] }];
  expect(await judged(changed({ hosts: ['models.acme.com'], http: [{}] }))).toContain('route');
  expect(await judged(changed({ hosts: ['models.acme.com'], gateways: ['other'], http }))).toContain('other');
});
