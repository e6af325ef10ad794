import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { Certificate, matchesOf, SignIn } from '../../lib/gateway';
import { guideSteps } from '../../lib/core/contracts/guide';
import { gateway, HOST, objectsOf, problemsOf, server, specOf } from './gateways';

test('a route to a server leads to the inference calls of its first port', () => {
  const entry = gateway();
  const route = entry.route('mnist', { to: server(entry) });
  expect(route).toMatchObject({
    ...{ name: 'entry-mnist', host: HOST, entry: HOST, address: 'models.acme.com:443', protocol: 'grpc' },
    paths: ['/tensorflow.serving.PredictionService', '/grpc.health.v1.Health'],
    versions: [{ name: 'mnist', namespace: 'serving', port: 8500, percent: 100 }],
  });
  expect(route.timeout.toSeconds()).toBe(30);
  expect(problemsOf(entry)).toEqual([]);
});

test('the REST calls of one model are in one route, and its address is that of a prediction', () => {
  const entry = gateway();
  const route = entry.route('mnist', { to: server(entry), port: 'http', timeout: Duration.seconds(5) });
  expect(route.address).toBe('https://models.acme.com/v1/models/mnist:predict');
  expect(route.paths.map((path) => path.replace('/v1/models/mnist', ''))).toEqual([
    ':predict',
    ':classify',
    ':regress',
    '',
  ]);
});

test('two models share a host, because each has its own REST calls', () => {
  const entry = gateway();
  for (const id of ['a', 'b']) entry.route(id, { to: server(entry, id), port: 'http' });
  expect(problemsOf(entry)).toEqual([]);
});

test('a route to a Service has all its paths, or those below its own path', () => {
  const entry = gateway({ hosts: { 'pages.acme.com': Certificate.none() } });
  const to = { name: 'mlflow', port: 5000, namespace: 'tracking' };
  expect(entry.route('all', { to }).address).toBe('http://pages.acme.com/');
  expect(entry.route('runs', { to, path: '/runs/' })).toMatchObject({ paths: ['/runs'], versions: [to] });
});

test.each([
  ['/tensorflow.serving.PredictionService/Predict', ['/tensorflow.serving.PredictionService/Predict']],
  ['/grpc.health.v1.Health/', ['/grpc.health.v1.Health']],
])('a path in the inference calls narrows them: %s', (path, paths) => {
  const entry = gateway();
  expect(entry.route('mnist', { to: server(entry), path }).paths).toEqual(paths);
});

test('names of objects are in lower case', () => {
  expect(gateway().route('Runs', { to: { name: 'mlflow', port: 5000 } }).name).toBe('entry-runs');
});

test('a canary and its percent, a mirror, a limit and headers are data of the route', () => {
  const entry = gateway();
  const [usual, next] = [server(entry), server(entry, 'next', { modelName: 'mnist' })];
  const route = entry.route('mnist', {
    to: usual,
    headers: { 'x-team': 'a' },
    canary: { to: next, percent: 10 },
    mirror: { to: next, percent: 5 },
    limit: { requests: 3, per: 'minute' },
  });
  expect(route.versions.map(({ name, percent }) => [name, percent])).toEqual([
    ['mnist', 90],
    ['next', 10],
  ]);
  expect(route.mirror).toMatchObject({ name: 'next', percent: 5 });
  expect(problemsOf(entry)).toEqual([]);
});

test('matches stand in the order in which they are tried', () => {
  const entry = gateway({ hosts: { '*.acme.com': Certificate.none() } });
  const to = { name: 'page', port: 80 };
  const routes = [
    { host: '*.acme.com', path: '/long/path/of/all/hosts' },
    { host: 'a.acme.com' },
    { host: 'a.acme.com', headers: { user: 'beta' } },
    { host: 'a.acme.com', path: '/v1' },
  ];
  for (const [index, route] of routes.entries()) entry.route(String(index), { to, ...route });
  expect(matchesOf(entry.gateway).map(({ route }) => route.name)).toEqual(['entry-3', 'entry-2', 'entry-1', 'entry-0']);
});

test('servers let the proxies in, in every namespace, and nobody else', () => {
  const entry = gateway();
  entry.route('mnist', { to: server(entry, 'mnist', {}, 'models') });
  entry.route('other', { to: server(entry, 'other'), port: 'http' });
  const policies = objectsOf(entry).filter(({ kind }) => kind === 'NetworkPolicy');
  const key = 'kubernetes.io/metadata.name';
  const from = [
    { namespaceSelector: { matchExpressions: [{ key, operator: 'In', values: ['envoy-gateway-system'] }] } },
  ];
  expect(policies.map(({ metadata: { name, namespace }, spec }) => ({ name, namespace, spec }))).toEqual([
    {
      ...{ name: 'mnist-8500-serving-entry', namespace: 'models' },
      spec: {
        podSelector: { matchLabels: { 'trainyard/workload': 'mnist' } },
        policyTypes: ['Ingress'],
        ingress: [{ from, ports: [{ port: 8500, protocol: 'TCP' }] }],
      },
    },
    expect.objectContaining({ name: 'other-8501-serving-entry', namespace: 'serving' }),
  ]);
});

test('cert-manager gets a certificate in the Secret that the listener names', () => {
  const entry = gateway({ hosts: { '*.acme.com': Certificate.certManager('letsencrypt') } });
  expect(specOf(entry, 'Certificate')).toEqual({
    ...{ secretName: 'entry-all.acme.com', dnsNames: ['*.acme.com'] },
    issuerRef: { kind: 'ClusterIssuer', name: 'letsencrypt' },
  });
  const tls = { certificateRefs: [{ name: 'entry-all.acme.com' }] };
  expect(specOf(entry, 'Gateway')).toMatchObject({
    listeners: [{ name: 'all.acme.com', hostname: '*.acme.com', tls }],
  });
});

test('DEPLOY.md has the addresses, and holds back the weight of a version without pods', () => {
  const entry = gateway();
  const next = server(entry, 'next', { modelName: 'mnist' });
  entry.route('mnist', { to: server(entry), canary: { to: next, percent: 10 } });
  const steps = guideSteps(entry.node.root).filter(({ construct }) => construct === entry);
  expect(steps.map(({ step }) => step.phase)).toEqual(['checks', 'standing', 'standing']);
  const ready = (name: string) =>
    `kubectl -n serving get endpointslices -l kubernetes.io/service-name=${name} -o jsonpath='{.items[*].endpoints[*].conditions.ready}' | grep -q true`;
  expect(steps[0]?.step.commands).toEqual([`if ${ready('mnist')}; then`, `  ${ready('next')}`, 'fi']);
  expect(steps[2]?.step.text).toContain('- `entry-mnist`: `models.acme.com:443`');
  expect(steps[2]?.step.commands?.[0]).toContain('get gateway entry');
});

test('DEPLOY.md has no list of addresses if there are no routes', () => {
  const texts = guideSteps(gateway().node.root).map(({ step }) => step.text);
  expect(texts).toContain('This prints the address to which the DNS records of `models.acme.com` lead:');
});

test('DEPLOY.md names the Secrets that the program does not make, each once', () => {
  const pages = { 'a.acme.com': Certificate.secret('tls'), 'b.acme.com': Certificate.secret('tls') };
  const entry = gateway({ hosts: { ...pages, 'c.acme.com': Certificate.certManager('issuer') } });
  const to = { name: 'mlflow', port: 5000 };
  const oidc = SignIn.oidc({ issuer: 'https://accounts.acme.com', clientId: 'a', secretName: 'client' });
  for (const [path, signIn] of Object.entries({
    '/a': SignIn.basic('people'),
    '/b': SignIn.basic('people'),
    '/c': oidc,
  }))
    entry.route(path.slice(1), { to, path, signIn });
  const texts = guideSteps(entry.node.root).map(({ step }) => step.text);
  expect(texts).toContain(
    'Hosts and routes of the gateway `entry` do not answer until there is what this program does not make: Secret `tls` of the type `kubernetes.io/tls` in `serving`, Secret `people` with key `.htpasswd` in `serving`, Secret `client` with key `client-secret` in `serving`.',
  );
});

test('other workloads let its proxies in by name', () => {
  const proxies = { key: 'kubernetes.io/metadata.name', operator: 'In', values: ['envoy-gateway-system'] };
  expect(gateway().proxies).toEqual([{ namespaceSelector: { matchExpressions: [proxies] } }]);
});

test('a canary without requests needs no pods', () => {
  const entry = gateway();
  entry.route('mnist', {
    to: server(entry),
    canary: { to: server(entry, 'next', { modelName: 'mnist' }), percent: 0 },
  });
  expect(
    guideSteps(entry.node.root).some(({ construct, step }) => construct === entry && step.phase === 'checks'),
  ).toBe(false);
});
