import { Chart } from 'cdk8s';
import { expect, test } from 'vitest';
import { openAdvice } from '../../lib/core/problems/check';
import { GatewayBackend } from '../../lib/gateway';
import { Notebook } from '../../lib/notebook';
import { Mesh } from '../../lib/operators/mesh';
import { Operator } from '../../lib/operators/operator';
import { Mount } from '../../lib/pods/mounts/mount';
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

test('a route opens the pods of a notebook, which an engine may make a Service for', () => {
  const entry = gateway();
  const home = { claimName: 'home', at: (path: string) => Mount.persistentVolumeClaim('home', path) };
  const pool = cpuPool({ cluster: CLUSTER });
  const notebook = new Notebook(Chart.of(entry), 'ada', { image: 'jupyter:4', pool, home });
  entry.route('ada', { to: notebook.service });
  expect(openAdvice(entry.node.root).filter(({ construct }) => construct === entry)).toEqual([]);
  expect(objectsOf(entry).filter(({ kind }) => kind === 'NetworkPolicy')).toMatchObject([
    {
      metadata: { name: 'ada-8888-serving-entry', namespace: 'serving' },
      spec: {
        podSelector: { matchLabels: { 'trainyard/workload': 'ada' } },
        ingress: [{ ports: [{ protocol: 'TCP', port: 8888 }] }],
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
