import { ApiObject, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { openAdvice } from '../../../lib/core/problems/check';
import { ClusterChart } from '../../../lib/workloads/cluster-chart';
import { objectOf } from '../../../lib/workloads/kinds/kind';
import { RUNS } from '../../../lib/workloads/run-objects';
import { Mount } from '../../../lib/workloads/pod/mount';
import { addWorkload, type PodWorkload } from '../../../lib/workloads/pod/workload';
import { cpuPool, demand, GKE, gpuPool } from '../pools';

const kind = (name: string) => ({ apiVersion: 'v1', kind: name, plural: `${name.toLowerCase()}s` });
const identity = { email: 'train@acme.iam.gserviceaccount.com', namespace: 'mnist', serviceAccountName: 'train' };

function add(changes: Partial<PodWorkload> = {}) {
  const chart = new ClusterChart(Testing.app(), 'serving', { cluster: GKE, namespace: 'mnist' });
  const owner = new Construct(chart, 'server');
  const resource = addWorkload(owner, {
    base: 'server',
    pod: { image: 'server:1' },
    demands: [demand(cpuPool(), 1)],
    object: objectOf(kind('Server'), 'server', {}),
    ...changes,
  });
  return { chart, owner, resource };
}

test('the object stands behind what it needs and before what stands beside it', () => {
  const { chart, owner, resource } = add({
    pod: { image: 'server:1', identity, mounts: [Mount.configFiles({ 'a.json': '{}' }, '/etc/server')] },
    needs: [objectOf(kind('Service'), 'server', {})],
    beside: [objectOf(kind('Server'), 'server-canary', {})],
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
        pod: { image: 'server:1' },
        demands: [demand(pool, 2, { gpus: 4 })],
        object: { ...objectOf(kind('Server'), name, {}), metadata: { name, labels } },
      });
    return openAdvice(chart).map(({ advice }) => advice.code);
  };
  expect(codes()).toEqual(['pool-shared']);
  expect(codes({ 'kueue.x-k8s.io/queue-name': 'q' })).toEqual([]);
});

test('an object of a kind that ends is a run', () => {
  expect(RUNS.of(add({ kind: kind('Server') }).owner)).toEqual([]);
  expect(RUNS.of(add().owner)).toEqual([]);
  const job = add({ object: objectOf({ apiVersion: 'batch/v1', kind: 'Job', plural: 'jobs' }, 'server', {}) });
  expect(RUNS.of(job.owner).map(({ name, kind: { kind: is }, objects }) => [name, is, objects.length])).toEqual([
    ['server', 'Job', 2],
  ]);
});

test('fails: what is no workload (wrong-type)', () => {
  expect(() => add({ pod: 'server:1' as never })).toThrow('pod cannot be "server:1": give { image: \'server:1\' }');
});

test.each<[string, Partial<PodWorkload>, string]>([
  ['a base that no object can have', { base: 'My server' }, 'set base, for example to "my-server"'],
  [
    'an object without a name',
    { object: objectOf(kind('Server'), '', {}) },
    'Server name "" is empty: set object.metadata.name',
  ],
  [
    'fewer pods than none',
    { demands: [{ ...demand(cpuPool(), 1), replicas: -1 }] },
    'cannot be -1: use a whole number',
  ],
  ['no number of copies', { demands: [{ ...demand(cpuPool(), 1), copies: NaN }] }, 'copies of "worker" cannot be NaN'],
])('fails: %s is refused (name, replicas)', (_, changes, message) => {
  expect(() => add(changes)).toThrow(message);
});

test('fails: a workload outside a chart is refused (no-chart)', () => {
  const outside = new Construct(undefined as never, '');
  const object = objectOf(kind('Server'), 'server', {});
  expect(() => addWorkload(outside, { base: 'server', pod: { image: 'server:1' }, demands: [], object })).toThrow(
    '(no-chart)',
  );
});

test('ids of constructs leave the name out, so that another name makes no other construct', () => {
  const needs = [objectOf(kind('Service'), 'server', {}), objectOf(kind('Service'), 'shared', {})];
  const { owner } = add({ needs, beside: [objectOf(kind('Server'), 'server-canary', {})] });
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
    pod: { image: 'server:1', env: { PORT: '1' }, identity: { ...identity, namespace: 'other' } },
    reservedEnv: ['PORT'],
    demands: [demand(cpuPool(), 1, { cpus: 5 })],
  });
  expect(owner.node.validate().map((text) => /\(([-a-z]+)\)$/.exec(text)?.[1])).toEqual([
    'reserved-env',
    'identity-namespace',
    'pod-too-large',
  ]);
});
