import { expect, test } from 'vitest';
import { ModelServer } from '../../../lib/serving/model-servers';
import { Exposure } from '../../../lib/serving/exposure/exposure';
import { networkPolicyOf } from '../../../lib/serving/platforms/server-network-policy';
import { Rollout } from '../../../lib/serving/rollout/rollout';
import type { ServingDeploymentProps } from '../../../lib/serving/serving-deployment';
import { ServerCheck } from '../../../lib/serving/server-check';
import { Telemetry } from '../../../lib/serving/telemetry/telemetry';
import { manifestProblems } from '../../conformance/manifest';
import { cpuPool } from '../../workload/pools';
import { MANAGED, MODELS, serving } from '../servings';

const OWN = { podSelector: {} };
const tcp = (...ports: number[]) => ports.map((port) => ({ port, protocol: 'TCP' }));
const INSIDE = { from: [OWN], ports: tcp(8500, 8501) };
const from = (...values: string[]) => ({
  namespaceSelector: { matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values }] },
});

/** The rules of a server, which Kubernetes must take. */
function rulesOf(props: Partial<ServingDeploymentProps> = {}, pool = cpuPool()): unknown {
  const policy = networkPolicyOf(serving(props, pool).serving);
  expect(manifestProblems(policy)).toEqual([]);
  return Reflect.get(Object(policy['spec']), 'ingress');
}

test('pods of its own namespace alone reach a server', () => {
  expect(networkPolicyOf(serving().serving)).toEqual({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'NetworkPolicy',
    metadata: { name: 'mnist' },
    spec: {
      podSelector: { matchLabels: { 'trainyard/workload': 'mnist' } },
      policyTypes: ['Ingress'],
      ingress: [INSIDE],
    },
  });
});

test('others reach it where the program lets them, also through the guard', () => {
  const web = { namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'web' } } };
  expect(rulesOf({ reachableFrom: [web] })).toEqual([{ ...INSIDE, from: [OWN, web] }]);
  const exposure = Exposure.externalLoadBalancer({ sourceRanges: ['203.0.113.0/24'] });
  expect(rulesOf({ reachableFrom: [web], exposure })).toEqual([
    { ...INSIDE, from: [OWN, web] },
    { from: [OWN, web, { ipBlock: { cidr: '203.0.113.0/24' } }], ports: tcp(10000) },
  ]);
});

test('a load balancer without ranges opens its ports to all', () => {
  expect(rulesOf({ exposure: Exposure.internalLoadBalancer({ ports: ['http'] }) })).toEqual([
    INSIDE,
    { ports: tcp(8501) },
  ]);
  expect(rulesOf({ exposure: Exposure.externalLoadBalancer({ sourceRanges: 'everyone' }) })).toEqual([
    INSIDE,
    { ports: tcp(10000) },
  ]);
});

test('collectors of metrics reach the port of the metrics, from their own namespaces', () => {
  const google = { from: [from('gmp-system', 'gke-gmp-system')], ports: tcp(8501) };
  expect(rulesOf({}, cpuPool({ cluster: MANAGED }))).toEqual([INSIDE, google]);
  const prometheus = { matchLabels: { 'app.kubernetes.io/managed-by': 'prometheus-operator' } };
  expect(rulesOf({ telemetry: Telemetry.prometheusOperator() })).toEqual([
    INSIDE,
    { from: [{ namespaceSelector: {}, podSelector: prometheus }], ports: tcp(8501) },
  ]);
});

test('a server without metrics lets no collector in', () => {
  const server = ModelServer.container({
    image: 'server:1',
    ports: [{ name: 'http', port: 8080, protocol: 'http' }],
    ready: ServerCheck.tcp('http'),
    readsBuckets: true,
  });
  expect(rulesOf({ server, telemetry: Telemetry.managed() })).toEqual([{ from: [OWN], ports: tcp(8080) }]);
});

test("DEPLOY.md's check of loaded versions reaches the port that it asks", () => {
  const rollout = Rollout.inPlace({ loaded: [1] });
  expect(rulesOf({ model: MODELS.version(1), rollout })).toEqual([
    INSIDE,
    { from: [from('kube-system')], ports: tcp(8501) },
  ]);
});
