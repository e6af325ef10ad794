import { Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { manifestProblems } from '../../conformance/manifest';
import { Certificate, SignIn } from '../../../lib/gateway';
import { Exposure } from '../../../lib/serving/exposure/exposure';
import { gateway, HOST, objectsOf, problemsOf, server, specOf } from '../gateways';

const PAGE = { name: 'page', port: 80 };

test('requests go to the least busy pod, and are tried again only if no pod has begun', () => {
  const entry = gateway();
  entry.route('mnist', { to: server(entry), timeout: Duration.seconds(60) });
  expect(specOf(entry, 'BackendTrafficPolicy')).toEqual({
    targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'GRPCRoute', name: 'entry-mnist' }],
    loadBalancer: { type: 'LeastRequest' },
    timeout: { http: { requestTimeout: '60s' } },
    retry: { numRetries: 2, retryOn: { triggers: ['connect-failure', 'refused-stream', 'reset-before-request'] } },
  });
});

test('a limit counts each address of a client for itself', () => {
  const entry = gateway();
  entry.route('page', { to: PAGE, limit: { requests: 10, per: 'minute' } });
  const rule = (value: string) => ({
    clientSelectors: [{ sourceCIDR: { type: 'Distinct', value } }],
    limit: { requests: 10, unit: 'Minute' },
  });
  expect(specOf(entry, 'BackendTrafficPolicy')).toMatchObject({
    rateLimit: { type: 'Local', local: { rules: [rule('0.0.0.0/0'), rule('::/0')] } },
  });
});

test('a provider sends people back to a path of the route', () => {
  const entry = gateway();
  const oidc = { issuer: 'https://accounts.google.com', clientId: 'id', secretName: 'oidc' };
  entry.route('runs', { to: PAGE, path: '/runs', signIn: SignIn.oidc(oidc) });
  entry.route('all', { to: PAGE, signIn: SignIn.oidc(oidc) });
  expect(specOf(entry, 'SecurityPolicy', 'entry-runs')).toEqual({
    targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'HTTPRoute', name: 'entry-runs' }],
    oidc: {
      provider: { issuer: 'https://accounts.google.com' },
      ...{ clientID: 'id', clientSecret: { name: 'oidc' } },
      redirectURL: 'https://models.acme.com/runs/oauth2/callback',
      logoutPath: '/runs/logout',
    },
  });
  expect(specOf(entry, 'SecurityPolicy', 'entry-all')).toMatchObject({
    oidc: { redirectURL: 'https://models.acme.com/oauth2/callback', logoutPath: '/logout' },
  });
});

test('a provider sends people back to the host that they asked, if it is one of many', () => {
  const entry = gateway({ hosts: { '*.acme.com': Certificate.secret('tls') } });
  const oidc = { issuer: 'https://accounts.google.com', clientId: 'id', secretName: 'oidc' };
  entry.route('runs', { to: PAGE, path: '/runs', signIn: SignIn.oidc(oidc) });
  expect(specOf(entry, 'SecurityPolicy')).toMatchObject({
    oidc: { redirectURL: 'https://%REQ(:authority)%/runs/oauth2/callback' },
  });
});

test('names and passwords are in a Secret', () => {
  const entry = gateway();
  entry.route('page', { to: PAGE, signIn: SignIn.basic('users') });
  expect(specOf(entry, 'SecurityPolicy')).toMatchObject({ basicAuth: { users: { name: 'users' } } });
});

test.each([
  ['nobody outside', Exposure.internal(), { type: 'ClusterIP' }],
  [
    'the network',
    Exposure.internalLoadBalancer({ sourceRanges: ['10.0.0.0/8'], address: '10.0.0.9' }),
    {
      ...{ type: 'LoadBalancer', annotations: { 'networking.gke.io/load-balancer-type': 'Internal' } },
      ...{ loadBalancerIP: '10.0.0.9', loadBalancerSourceRanges: ['10.0.0.0/8'] },
    },
  ],
  [
    'the internet',
    Exposure.externalLoadBalancer({ sourceRanges: 'everyone' }),
    { type: 'LoadBalancer', annotations: { 'cloud.google.com/l4-rbs': 'enabled' } },
  ],
])('its proxies are reached from %s', (_, exposure, envoyService) => {
  expect(specOf(gateway({ exposure }), 'EnvoyProxy')).toEqual({
    provider: {
      type: 'Kubernetes',
      kubernetes: { envoyDeployment: { replicas: 2 }, envoyPDB: { maxUnavailable: 1 }, envoyService },
    },
    shutdown: { drainTimeout: '60s' },
  });
});

test('a path with an escaped slash is refused', () => {
  expect(specOf(gateway(), 'ClientTrafficPolicy')).toEqual({
    targetRefs: [{ group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'entry' }],
    path: { escapedSlashesAction: 'RejectRequest' },
  });
});

test('hosts of gRPC with certificates have HTTP/2, also where certificates overlap', () => {
  const secret = Certificate.secret('tls');
  const hosts = { '*.acme.com': secret, 'grpc.acme.com': secret, 'plain.acme.com': Certificate.none() };
  const entry = gateway({ hosts });
  entry.route('page', { to: PAGE, host: 'a.acme.com' });
  expect(specOf(entry, 'ClientTrafficPolicy', 'entry-grpc')).toBeUndefined();
  const to = server(entry);
  for (const host of ['grpc.acme.com', 'plain.acme.com']) entry.route(host, { to, host });
  const gatewayOf = { group: 'gateway.networking.k8s.io', kind: 'Gateway', name: 'entry' };
  expect(specOf(entry, 'ClientTrafficPolicy', 'entry-grpc')).toEqual({
    targetRefs: [{ ...gatewayOf, sectionName: 'grpc.acme.com' }],
    path: { escapedSlashesAction: 'RejectRequest' },
    tls: { alpnProtocols: ['h2', 'http/1.1'] },
  });
});

test('all objects conform to the definitions upstream', () => {
  const entry = gateway({
    hosts: { [HOST]: Certificate.certManager('letsencrypt'), '*.pages.acme.com': Certificate.none() },
  });
  const next = server(entry, 'next', { modelName: 'mnist' }, 'models');
  entry.route('mnist', {
    ...{ to: server(entry), canary: { to: next, percent: 10 }, mirror: { to: next, percent: 100 } },
    ...{ headers: { user: 'a' }, limit: { requests: 10, per: 'second' }, signIn: SignIn.basic('users') },
  });
  const oidc = { issuer: 'https://accounts.google.com', clientId: 'id', secretName: 'oidc' };
  entry.route('page', { to: PAGE, host: 'a.pages.acme.com', signIn: SignIn.oidc(oidc) });
  const objects = objectsOf(entry);
  expect(problemsOf(entry)).toEqual([]);
  expect(objects.flatMap((object) => manifestProblems(object))).toEqual([]);
  expect([...new Set(objects.map(({ kind }) => kind))].sort()).toEqual([
    ...['BackendTrafficPolicy', 'Certificate', 'ClientTrafficPolicy', 'EnvoyProxy', 'GRPCRoute', 'Gateway'],
    ...['GatewayClass', 'HTTPRoute', 'NetworkPolicy', 'ReferenceGrant', 'SecurityPolicy'],
  ]);
});
