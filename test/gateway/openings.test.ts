import { expect, test } from 'vitest';
import { GatewayBackend } from '../../lib/gateway';
import { Mesh } from '../../lib/operators/mesh';
import { Operator } from '../../lib/operators/operator';
import { cpuPool } from '../workload/pools';
import { CLUSTER, gateway, objectsOf, problemsOf, server } from './gateways';

const MESHED = { ...CLUSTER, operators: [Mesh.istio(), Operator.ENVOY_GATEWAY] };

function behind(backend: GatewayBackend, mesh?: 'out') {
  const entry = gateway({ backend }, MESHED);
  entry.route('mnist', { to: server(entry, 'mnist', { pool: cpuPool({ cluster: MESHED }), mesh }) });
  return entry;
}

test('the proxies of Istio may make the inference calls of a server in the mesh', () => {
  const entry = behind(GatewayBackend.istio());
  expect(problemsOf(entry)).toEqual([]);
  const policies = objectsOf(entry).filter(({ kind }) => kind === 'AuthorizationPolicy');
  expect(policies).toMatchObject([
    {
      metadata: { name: 'mnist-8500-serving-entry', namespace: 'serving' },
      spec: {
        rules: [
          {
            from: [{ source: { principals: ['cluster.local/ns/istio-ingress/sa/istio-ingress'] } }],
            to: [{ operation: { ports: ['8500'] } }],
          },
        ],
      },
    },
  ]);
});

test('fails: proxies that are in no mesh do not reach a server in it (mesh-gateway)', () => {
  expect(problemsOf(behind(GatewayBackend.gatewayApi()))).toEqual([
    '"mnist" is in the mesh of its cluster, and the proxies of Envoy Gateway are not, so it refuses them: use GatewayBackend.istio(), or set mesh: \'out\' of the server (mesh-gateway)',
  ]);
  expect(problemsOf(behind(GatewayBackend.gatewayApi(), 'out'))).toEqual([]);
});
