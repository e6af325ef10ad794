import { Chart, Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { guideSteps } from '../../../lib/core/contracts/guide';
import { openAdvice } from '../../../lib/core/problems/check';
import { Certificate, Gateway, GatewayBackend } from '../../../lib/gateway';
import { Exposure } from '../../../lib/serving/exposure/exposure';
import { gateway, HOST, objectsOf, problemsOf, server, specOf } from '../gateways';

const backend = GatewayBackend.istio();

test('a route of gRPC has each inference call by itself and as the beginning of paths', () => {
  const entry = gateway({ backend });
  entry.route('mnist', { to: server(entry), retries: 1 });
  expect(problemsOf(entry)).toEqual([]);
  const service = '/tensorflow.serving.PredictionService';
  expect(specOf(entry, 'VirtualService')).toMatchObject({
    gateways: ['entry'],
    hosts: [HOST],
    http: [
      {
        match: [{ uri: { exact: service } }, { uri: { prefix: `${service}/` } }],
        route: [{ destination: { host: 'mnist.serving.svc.cluster.local', port: { number: 8500 } }, weight: 100 }],
        timeout: '30s',
        retries: { attempts: 1, retryOn: 'connect-failure,refused-stream,reset-before-request' },
      },
      { match: [{ uri: { exact: '/grpc.health.v1.Health' } }, { uri: { prefix: '/grpc.health.v1.Health/' } }] },
    ],
  });
});

test('all routes of a host are in one VirtualService, the longer path first', () => {
  const entry = gateway({ hosts: { [HOST]: Certificate.none(), 'b.acme.com': Certificate.none() }, backend });
  const to = { name: 'page', port: 80 };
  entry.route('all', { to, timeout: Duration.seconds(5) });
  entry.route('runs', { to, path: '/runs', headers: { 'X-Team': 'a' }, mirror: { to, percent: 5 } });
  entry.route('other', { to, host: 'b.acme.com' });
  expect(objectsOf(entry).filter(({ kind }) => kind === 'VirtualService')).toHaveLength(2);
  expect(specOf(entry, 'VirtualService', `entry-${HOST}`)).toMatchObject({
    http: [
      {
        match: [
          { uri: { exact: '/runs' }, headers: { 'x-team': { exact: 'a' } } },
          { uri: { prefix: '/runs/' }, headers: { 'x-team': { exact: 'a' } } },
        ],
        mirrors: [{ destination: { host: 'page.serving.svc.cluster.local' }, percentage: { value: 5 } }],
      },
      { match: [{ uri: { prefix: '/' } }], timeout: '5s' },
    ],
  });
});

test('each host is a server of the proxies, with its Secret in their namespace', () => {
  const hosts = { [HOST]: Certificate.certManager('letsencrypt'), '*.acme.com': Certificate.none() };
  const entry = gateway({ hosts, backend });
  expect(specOf(entry, 'Gateway')).toEqual({
    selector: { istio: 'ingress' },
    servers: [
      {
        hosts: [`./${HOST}`],
        port: { name: `https-${HOST}`, number: 443, protocol: 'HTTPS' },
        tls: { mode: 'SIMPLE', credentialName: `entry-${HOST}` },
      },
      { hosts: ['./*.acme.com'], port: { name: 'http-all.acme.com', number: 80, protocol: 'HTTP' } },
    ],
  });
  const certificate = objectsOf(entry).find(({ kind }) => kind === 'Certificate');
  expect(certificate?.metadata).toMatchObject({ name: `entry-${HOST}`, namespace: 'istio-ingress' });
});

test('the proxies choose a pod for each request, and speak HTTP/2 at ports of gRPC alone', () => {
  const entry = gateway({ backend });
  const to = server(entry);
  entry.route('calls', { to });
  entry.route('web', { to, port: 'http' });
  const rules = objectsOf(entry).filter(({ kind }) => kind === 'DestinationRule');
  expect(rules).toMatchObject([
    {
      metadata: { name: 'serving-entry-serving-mnist', namespace: 'istio-ingress' },
      spec: {
        exportTo: ['.'],
        host: 'mnist.serving.svc.cluster.local',
        trafficPolicy: {
          portLevelSettings: [
            { port: { number: 8500 }, connectionPool: { http: { h2UpgradePolicy: 'UPGRADE' } } },
            { port: { number: 8501 }, loadBalancer: { simple: 'LEAST_REQUEST' } },
          ],
        },
      },
    },
  ]);
});

test.each([
  ['in the cluster', Exposure.internal(), { type: 'ClusterIP' }, '{.spec.clusterIP}'],
  [
    'on the internet',
    Exposure.externalLoadBalancer({ sourceRanges: ['203.0.113.0/24'], address: '203.0.113.9' }),
    { type: 'LoadBalancer', loadBalancerIP: '203.0.113.9', loadBalancerSourceRanges: ['203.0.113.0/24'] },
    '{.status.loadBalancer.ingress[0].ip}',
  ],
])('clients %s reach the proxies by a Service of the gateway', (_, exposure, fields, path) => {
  const entry = gateway({ backend, exposure });
  expect(specOf(entry, 'Service', 'serving-entry')).toMatchObject({
    ...fields,
    selector: { istio: 'ingress' },
    ports: [
      { name: 'http', port: 80, targetPort: 80 },
      { name: 'https', port: 443, targetPort: 443 },
    ],
  });
  const commands = guideSteps(entry.node.root).flatMap(({ step }) => step.commands ?? []);
  expect(commands.join()).toContain(`kubectl -n istio-ingress get service serving-entry -o jsonpath='${path}`);
});

test('the proxies of others are named by their namespace and labels', () => {
  const entry = gateway({ backend: GatewayBackend.istio({ namespace: 'edge', labels: { app: 'edge' } }) });
  entry.route('mnist', { to: server(entry) });
  expect(specOf(entry, 'Gateway')).toMatchObject({ selector: { app: 'edge' } });
  expect(specOf(entry, 'NetworkPolicy', 'mnist-8500-serving-entry')).toMatchObject({
    ingress: [{ from: [{ namespaceSelector: { matchExpressions: [{ values: ['edge'] }] } }] }],
  });
});

test('fails: an inner gateway with the proxies of one that is open to more, which is advice (gateway-exposure)', () => {
  const entry = gateway({ backend });
  const codes = () => openAdvice(entry.node.root).filter(({ advice: { code } }) => code === 'gateway-exposure');
  const hosts = { 'inside.acme.com': Certificate.none() };
  const inside = new Gateway(Chart.of(entry), 'inside', { hosts, backend });
  expect(codes()).toEqual([]);
  inside.node.scope?.node.tryRemoveChild('inside');
  const exposure = Exposure.externalLoadBalancer({ sourceRanges: 'everyone' });
  new Gateway(Chart.of(entry), 'outside', { hosts, backend, exposure });
  expect(codes().map(({ advice: { message } }) => message)[0]).toBe(
    'gateways "entry" and "outside" have the same proxies but another exposure, so whoever reaches one of them reaches the hosts of both',
  );
  new Gateway(Chart.of(entry), 'other', { hosts, backend: GatewayBackend.istio({ namespace: 'edge' }), exposure });
  expect(codes()).toHaveLength(2);
});
