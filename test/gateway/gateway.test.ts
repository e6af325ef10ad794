import { expect, test } from 'vitest';
import { Certificate } from '../../lib/gateway';
import { gateway, HOST, objectsOf, problemsOf, server, specOf } from './gateways';

test('a gateway of one server has a listener with the Secret and a route to its inference calls', () => {
  const entry = gateway();
  const route = entry.route('mnist', { to: server(entry) });
  expect(route.address).toBe('models.acme.com:443');
  expect(problemsOf(entry)).toEqual([]);
  expect(specOf(entry, 'Gateway')).toMatchObject({
    gatewayClassName: 'serving-entry',
    listeners: [{ hostname: HOST, port: 443, protocol: 'HTTPS', tls: { certificateRefs: [{ name: 'models-tls' }] } }],
  });
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

test('the kinds of a gateway with everything', () => {
  const entry = gateway({ hosts: { [HOST]: Certificate.certManager('letsencrypt') } });
  entry.route('mnist', { to: server(entry) });
  expect(objectsOf(entry).map(({ kind, metadata }) => `${kind} ${metadata.namespace ?? '-'}/${metadata.name}`)).toEqual(
    [],
  );
});
