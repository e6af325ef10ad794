import { expect, test } from 'vitest';
import { Certificate, GatewayBackend } from '../../../lib/gateway';
import { gateway, HOST, objectsOf, server, specOf } from '../gateways';

test('a route of gRPC has a match for each inference call', () => {
  const entry = gateway();
  entry.route('mnist', { to: server(entry) });
  expect(specOf(entry, 'GRPCRoute')).toEqual({
    parentRefs: [{ name: 'entry', sectionName: HOST }],
    hostnames: [HOST],
    rules: [
      {
        matches: [
          { method: { service: 'tensorflow.serving.PredictionService' } },
          { method: { service: 'grpc.health.v1.Health' } },
        ],
        backendRefs: [{ name: 'mnist', port: 8500, weight: 100 }],
      },
    ],
  });
});

test('a route of HTTP has paths, headers, weights, a mirror and its longest time', () => {
  const entry = gateway();
  const [to, next] = [server(entry), server(entry, 'next', { modelName: 'mnist' })];
  const canary = { to: next, percent: 10 };
  entry.route('mnist', {
    to,
    port: 'http',
    path: '/v1/models/mnist:predict',
    headers: { user: 'a' },
    canary,
    mirror: canary,
  });
  expect(specOf(entry, 'HTTPRoute')).toMatchObject({
    rules: [
      {
        matches: [
          { path: { type: 'PathPrefix', value: '/v1/models/mnist:predict' }, headers: [{ name: 'user', value: 'a' }] },
        ],
        filters: [{ type: 'RequestMirror', requestMirror: { backendRef: { name: 'next', port: 8501 }, percent: 10 } }],
        backendRefs: [
          { name: 'mnist', port: 8501, weight: 90 },
          { name: 'next', port: 8501, weight: 10 },
        ],
        timeouts: { request: '30s' },
      },
    ],
  });
});

test('a mirror of gRPC is among the backends too, without a weight', () => {
  const entry = gateway();
  const next = server(entry, 'next', { modelName: 'mnist' });
  entry.route('mnist', { to: server(entry), mirror: { to: next, percent: 5 } });
  expect(specOf(entry, 'GRPCRoute')).toMatchObject({
    rules: [
      {
        filters: [{ type: 'RequestMirror', requestMirror: { backendRef: { name: 'next', port: 8500 }, percent: 5 } }],
        backendRefs: [
          { name: 'mnist', weight: 100 },
          { name: 'next', weight: 0 },
        ],
      },
    ],
  });
});

test('Services of another namespace let the routes in, by one object for all of them', () => {
  const entry = gateway();
  const to = { name: 'page', namespace: 'web', port: 80 };
  entry.route('a', { to, path: '/a' });
  entry.route('b', { to: { ...to, name: 'other' }, path: '/b' });
  const grants = objectsOf(entry).filter(({ kind }) => kind === 'ReferenceGrant');
  expect(grants).toMatchObject([
    {
      metadata: { name: 'serving-entry', namespace: 'web' },
      spec: {
        from: [
          { kind: 'HTTPRoute', namespace: 'serving' },
          { kind: 'GRPCRoute', namespace: 'serving' },
        ],
        to: [
          { kind: 'Service', name: 'page' },
          { kind: 'Service', name: 'other' },
        ],
      },
    },
  ]);
});

test('a host without certificate is at port 80, and a named class is not made', () => {
  const backend = GatewayBackend.gatewayApi({ className: 'team' });
  const entry = gateway({ hosts: { [HOST]: Certificate.none() }, backend });
  expect(specOf(entry, 'Gateway')).toMatchObject({
    gatewayClassName: 'team',
    listeners: [{ name: HOST, hostname: HOST, port: 80, protocol: 'HTTP' }],
  });
  expect(objectsOf(entry).some(({ kind }) => kind === 'GatewayClass')).toBe(false);
});
