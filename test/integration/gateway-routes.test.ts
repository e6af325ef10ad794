import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App } from 'cdk8s';
import { sample } from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { Certificate, Gateway } from '../../lib/gateway';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { readAnswer } from '../gateway/backends/gateway-api-reading';
import { CLUSTER, objectsOf } from '../gateway/gateways';
import {
  addRoutes,
  ALL_HOSTS,
  isGrpc,
  plannedRequests,
  PORTS,
  routePlans,
  SERVICE_NAMES,
} from '../gateway/random-routes';
import { GATEWAY, judgedBy, MODEL_SERVER, REAL_NODE, SERVER_IMAGE } from './support/judges';
import { applied, kubectl, remove } from './support/kubectl';
import { RESTRICTED } from './support/pod';
import { Client, count } from './support/requests';
import { within } from './support/run';

// The reading of the Gateway API that the unit tests use, against the answers of Envoy Gateway to the same objects.

const NAMESPACE = 'trainyard-routes';
const MARKER = 'marker';
const NAMES = [...SERVICE_NAMES, MARKER];
const SETS = Number(process.env.TRAINYARD_ROUTES ?? 4);
/** Requests to a route with two versions. Envoy Gateway spreads them almost exactly. */
const SOME = 60;

function backends(): object[] {
  const program = readFileSync(join(__dirname, 'programs/echo.py'), 'utf8');
  const command = ['python3', '-c', program, ...NAMES];
  const container = { name: 'main', image: SERVER_IMAGE, command, securityContext: RESTRICTED.container };
  const pod = { securityContext: RESTRICTED.pod, containers: [container], terminationGracePeriodSeconds: 1 };
  const services = NAMES.map((name, number) => ({
    apiVersion: 'v1',
    kind: 'Service',
    metadata: { name, namespace: NAMESPACE },
    spec: {
      selector: { app: 'echo' },
      ports: [
        { name: 'http', port: PORTS.http, targetPort: 20_000 + number },
        { name: 'grpc', port: PORTS.grpc, targetPort: 21_000 + number },
      ],
    },
  }));
  return [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'echo', namespace: NAMESPACE, labels: { app: 'echo' } },
      spec: pod,
    },
    ...services,
  ];
}

judgedBy([REAL_NODE, MODEL_SERVER, GATEWAY], async () => {
  await applied(backends());
  await kubectl('-n', NAMESPACE, 'wait', 'pod/echo', '--for=condition=Ready', '--timeout=120s');
});

afterAll(() => remove([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } }]));

test(`${SETS} random sets of routes are answered by Envoy as the reading of their objects says`, async () => {
  const asked = { found: 0, missing: 0 };
  let client: Client | undefined;
  for (let set = 1; set <= SETS; set += 1) {
    const [plans = []] = sample(routePlans({ overlaps: false }), { numRuns: 1, seed: set });
    const chart = new ClusterChart(new App(), 'routes', { cluster: CLUSTER, namespace: NAMESPACE });
    const marker = `marker-${set}.acme.com`;
    const gateway = new Gateway(chart, 'entry', { hosts: { ...ALL_HOSTS, [marker]: Certificate.none() } });
    addRoutes(gateway, plans);
    gateway.route(MARKER, { to: { name: MARKER, port: PORTS.http }, host: marker });
    const objects = objectsOf(gateway);
    await kubectl('-n', NAMESPACE, 'delete', 'httproutes,grpcroutes,backendtrafficpolicies', '--all');
    await applied(objects);
    const to = (client ??= new Client(await addressOf()));
    await within(60, 'the routes', async () => (await to.ask(marker, '/')).body === MARKER);
    for (const request of sample(plannedRequests, { numRuns: 4, seed: set }).flat()) {
      const seen = { ...request, path: `/${request.path.join('/')}` };
      const expected = readAnswer(objects, seen)?.shares ?? { '404': 100 };
      const counts: Record<string, number> = {};
      const times = Object.keys(expected).length > 1 ? SOME : 2;
      for (let sent = 0; sent < times; sent += 1) {
        const ask = isGrpc(request)
          ? to.call(seen.host, seen.path, seen.headers)
          : to.get(seen.host, seen.path, seen.headers);
        count(counts, await ask);
      }
      asked[expected['404'] === undefined ? 'found' : 'missing'] += 1;
      for (const name of new Set([...Object.keys(expected), ...Object.keys(counts)])) {
        const share = (100 * (counts[name] ?? 0)) / times;
        expect(
          Math.abs(share - (expected[name] ?? 0)),
          `set ${set}, ${JSON.stringify({ seen, expected, counts })}`,
        ).toBeLessThan(times > 2 ? 20 : 1);
      }
    }
  }
  expect(Math.min(asked.found, asked.missing)).toBeGreaterThan(2 * SETS);
});

function addressOf(): Promise<string> {
  return within(180, 'the address of the gateway', async () => {
    const path = 'jsonpath={.status.addresses[0].value}';
    const text = await kubectl('-n', NAMESPACE, 'get', 'gateway', 'entry', '-o', path);
    return text === '' ? undefined : text;
  });
}
