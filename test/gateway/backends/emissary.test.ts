import { expect, test } from 'vitest';
import { isLabelValue } from '../../../lib/core/names/kubernetes-name';
import { Certificate, GatewayBackend } from '../../../lib/gateway';
import { duplicateNameProblems } from '../../../lib/kubernetes/duplicate-name-problems';
import { Chart } from 'cdk8s';
import { Gateway } from '../../../lib/gateway';
import { gateway, HOST, objectsOf, problemsOf, server, specOf } from '../gateways';
import { readEmissary } from './emissary-reading';

const backend = GatewayBackend.emissary();
const page = (name: string) => ({ name, port: 80 });

test('a route has a Mapping for each form of each path, straight to the pods of its Service', () => {
  const entry = gateway({ backend });
  entry.route('mnist', { to: server(entry), path: '/grpc.health.v1.Health' });
  expect(problemsOf(entry)).toEqual([]);
  const mappings = objectsOf(entry).filter(({ kind }) => kind === 'Mapping');
  expect(mappings.map(({ metadata: { name, labels } }) => [name, labels?.['trainyard/gateway-host']])).toEqual([
    ['entry-mnist-0-exact', HOST],
    ['entry-mnist-0', HOST],
  ]);
  expect(mappings.map(({ spec }) => [spec['prefix'], spec['prefix_exact']])).toEqual([
    ['/grpc.health.v1.Health', true],
    ['/grpc.health.v1.Health/', false],
  ]);
  expect(mappings[0]?.spec).toMatchObject({
    ...{ service: 'mnist.serving:8500', grpc: true, rewrite: '', timeout_ms: 30_000, idle_timeout_ms: 30_000 },
    ...{ resolver: 'trainyard-endpoints', load_balancer: { policy: 'least_request' } },
    retry_policy: { retry_on: 'connect-failure', num_retries: 2 },
  });
});

test('a canary has a weight and the usual version the rest, and a mirror is a shadow', () => {
  const entry = gateway({ backend });
  const mirror = { to: page('copy'), percent: 5 };
  entry.route('page', { to: page('page'), canary: { to: page('next'), percent: 10 }, mirror, retries: 0 });
  expect(specOf(entry, 'Mapping', 'entry-page-0')).not.toHaveProperty('weight');
  expect(specOf(entry, 'Mapping', 'entry-page-0')).not.toHaveProperty('retry_policy');
  expect(specOf(entry, 'Mapping', 'entry-page-0-canary')).toMatchObject({ service: 'next.serving:80', weight: 10 });
  expect(specOf(entry, 'Mapping', 'entry-page-0-mirror')).toMatchObject({ weight: 5, shadow: true });
});

test('a page has WebSockets, as kernels of a notebook need, and a model server none', () => {
  const entry = gateway({ backend });
  entry.route('page', { to: page('page'), path: '/ada' });
  entry.route('mnist', { to: server(entry), port: 'http' });
  expect(specOf(entry, 'Mapping', 'entry-page-0')).toMatchObject({ allow_upgrade: ['websocket'] });
  expect(specOf(entry, 'Mapping', 'entry-mnist-0')).not.toHaveProperty('allow_upgrade');
});

test('more headers come before longer ones', () => {
  const entry = gateway({ backend });
  entry.route('long', { to: page('long'), headers: { 'a-header-with-a-long-name': 'and-a-long-value' } });
  entry.route('two', { to: page('two'), headers: { a: '1', b: '2' } });
  const headers = { 'a-header-with-a-long-name': 'and-a-long-value', a: '1', b: '2' };
  expect(readEmissary(objectsOf(entry), { host: HOST, path: '/', headers })?.shares).toEqual({ two: 100 });
});

test('a Host has the certificate of the host that covers it, and its own Mappings alone', () => {
  const hosts = { '*.acme.com': Certificate.secret('all-tls'), 'plain.acme.org': Certificate.none() };
  const entry = gateway({ hosts, backend });
  entry.route('a', { to: page('a'), host: 'a.acme.com' });
  entry.route('plain', { to: page('plain'), host: 'plain.acme.org' });
  expect(specOf(entry, 'Host', 'entry-a.acme.com')).toEqual({
    ambassador_id: ['default'],
    hostname: 'a.acme.com',
    mappingSelector: { matchLabels: { 'trainyard/gateway-host': 'a.acme.com' } },
    requestPolicy: { insecure: { action: 'Reject' } },
    tlsSecret: { name: 'all-tls' },
  });
  expect(specOf(entry, 'Host', 'entry-plain.acme.org')).toMatchObject({
    requestPolicy: { insecure: { action: 'Route' } },
  });
});

test('the label of a host that is longer than labels may be is shortened, and tells it from other hosts', () => {
  const hosts = ['a', 'b'].map((end) => `${'models-of-a-team.'.repeat(5)}${end}.acme.com`);
  const entry = gateway({ hosts: Object.fromEntries(hosts.map((host) => [host, Certificate.none()])), backend });
  for (const [index, host] of hosts.entries()) entry.route(`page-${index}`, { to: page('page'), host });
  const selected = hosts.map((host) => specOf(entry, 'Host', `entry-${host}`)?.['mappingSelector']);
  const labels = objectsOf(entry).flatMap(({ kind, metadata }) => (kind === 'Mapping' ? [metadata.labels] : []));
  const values = labels.map((each) => each?.['trainyard/gateway-host'] ?? '');
  expect(values.map((value) => [value.length, isLabelValue(value)])).toEqual(hosts.map(() => [63, true]));
  expect(new Set(values).size).toBe(2);
  expect(selected).toEqual(values.map((value) => ({ matchLabels: { 'trainyard/gateway-host': value } })));
});

test('ports, and paths that hide others, are settings of the whole Emissary', () => {
  const entry = gateway({ backend: GatewayBackend.emissary({ ambassadorId: 'team', namespace: 'edge' }) });
  const shared = objectsOf(entry).filter(({ metadata }) => metadata.namespace === 'edge');
  expect(shared.map(({ kind, metadata, spec }) => [kind, metadata.name, spec['port'] ?? spec['config']])).toEqual([
    ['Service', 'serving-entry', undefined],
    ['Module', 'ambassador', { merge_slashes: true, reject_requests_with_escaped_slashes: true }],
    ['KubernetesEndpointResolver', 'trainyard-endpoints', undefined],
    ['Listener', 'team-8080', 8080],
    ['Listener', 'team-8443', 8443],
  ]);
});

test('fails: two gateways of one Emissary are refused', () => {
  const entry = gateway({ backend });
  new Gateway(Chart.of(entry), 'other', { hosts: { 'b.acme.com': Certificate.none() }, backend });
  const texts = [...duplicateNameProblems(entry.node.root)].map(({ message }) => message);
  expect(texts.join('\n')).toContain('both are Listener "default-8080" of namespace "emissary"');
});
