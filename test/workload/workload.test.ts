import { ApiObject, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { openAdvice } from '../../lib/core/problems/check';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { objectOf } from '../../lib/kubernetes/kinds/kind';
import { RUNS } from '../../lib/kubernetes/run-objects';
import { Mount } from '../../lib/pods/mounts/mount';
import { addWorkload, type PodWorkload } from '../../lib/workload/workload';
import { cpuPool, demand, GKE, gpuPool, withPod } from './pools';

const kind = (name: string) => ({ apiVersion: 'v1', kind: name, plural: `${name.toLowerCase()}s` });
const MAIN = objectOf(kind('Server'), 'server', {});
const identity = { email: 'train@acme.iam.gserviceaccount.com', namespace: 'mnist', serviceAccountName: 'train' };

function add(changes: Partial<PodWorkload> = {}) {
  const chart = new ClusterChart(Testing.app(), 'serving', { cluster: GKE, namespace: 'mnist' });
  const owner = new Construct(chart, 'server');
  const resource = addWorkload(owner, {
    base: 'server',
    pods: [demand(cpuPool(), 1)],
    rendered: { main: MAIN },
    ...changes,
  });
  return { chart, owner, resource };
}

test('the object stands behind what it needs and before what stands beside it', () => {
  const { chart, owner, resource } = add({
    pods: withPod(
      { identity, mounts: [Mount.configFiles({ 'a.json': '{}' }, '/etc/server')] },
      demand(cpuPool(), 1),
      demand(cpuPool(), 1, {}, 'canary'),
    ),
    rendered: {
      before: [objectOf(kind('Service'), 'server', {})],
      main: MAIN,
      beside: [objectOf(kind('Server'), 'server-canary', {})],
    },
  });
  const emitted = owner.node.findAll().filter((child) => ApiObject.isApiObject(child));
  expect(emitted.map((object) => `${object.kind} ${object.name}`)).toEqual([
    'ConfigMap server-etc-server',
    'Service server',
    'Server server',
    'Server server-canary',
  ]);
  expect(chart.toJson()).toContainEqual(expect.objectContaining({ kind: 'ServiceAccount' }));
  expect(ApiObject.of(owner)).toBe(resource);
});

test('a queue starts those whose object has its label', () => {
  const codes = (labels?: Record<string, string>) => {
    const pool = gpuPool({ maxNodes: 2 });
    const chart = new ClusterChart(Testing.app(), 'jobs', { cluster: GKE, namespace: 'mnist' });
    for (const name of ['a', 'b'])
      addWorkload(new Construct(chart, name), {
        base: name,
        pods: [demand(pool, 2, { gpus: 4 })],
        rendered: { main: { ...objectOf(kind('Server'), name, {}), metadata: { name, labels } } },
      });
    return openAdvice(chart).map(({ advice }) => advice.code);
  };
  expect(codes()).toEqual(['pool-shared']);
  expect(codes({ 'kueue.x-k8s.io/queue-name': 'q' })).toEqual([]);
});

test('an object of a kind that ends is a run', () => {
  expect(RUNS.of(add({ kind: kind('Server') }).owner)).toEqual([]);
  expect(RUNS.of(add().owner)).toEqual([]);
  const job = add({
    rendered: { main: objectOf(kind('Race'), 'server', {}) },
    kind: { ...kind('Race'), ending: { good: 'Won', bad: 'Lost' } },
  });
  expect(RUNS.of(job.owner).map(({ name, kind: { kind: is }, objects }) => [name, is, objects.length])).toEqual([
    ['server', 'Race', 2],
  ]);
});

test.each<[string, Partial<PodWorkload>, string]>([
  ['a base that no object can have', { base: 'My server' }, 'set base to 1 to '],
  [
    'an object without a name',
    { rendered: { main: objectOf(kind('Server'), '', {}) } },
    'Server name "" is empty: set main.metadata.name',
  ],
  ['fewer pods than none', { pods: [{ ...demand(cpuPool(), 1), replicas: -1 }] }, 'cannot be -1: use a whole number'],
  ['no number of copies', { pods: [{ ...demand(cpuPool(), 1), copies: NaN }] }, 'copies of "worker" cannot be NaN'],
])('fails: %s is refused (name, replicas)', (_, changes, message) => {
  expect(() => add(changes)).toThrow(message);
});

test('fails: a workload outside a chart is refused (no-chart)', () => {
  const outside = new Construct(undefined as never, '');
  expect(() => addWorkload(outside, { base: 'server', pods: [], rendered: { main: MAIN } })).toThrow('(no-chart)');
});

test('ids of constructs leave the name out, so that another name makes no other construct', () => {
  const before = [objectOf(kind('Service'), 'server', {}), objectOf(kind('Service'), 'shared', {})];
  const { owner } = add({ rendered: { before, main: MAIN, beside: [objectOf(kind('Server'), 'server-canary', {})] } });
  expect(owner.node.children.map(({ node }) => node.id)).toEqual([
    'ServiceAccount',
    'Service',
    'Service-shared',
    'Resource',
    'Server-canary',
  ]);
});

test('fails: its pods are checked, in themselves and against their pool (reserved-env, pod-too-large, identity-namespace)', () => {
  const { owner } = add({
    pods: withPod(
      { env: { PORT: '1' }, identity: { ...identity, namespace: 'other' } },
      { ...demand(cpuPool(), 1, { cpus: 5 }), reservedEnv: ['PORT'] },
    ),
  });
  expect(owner.node.validate().map((text) => /\(([-a-z]+)\)$/.exec(text)?.[1])).toEqual([
    'reserved-env',
    'identity-namespace',
    'pod-too-large',
  ]);
});
