import { ApiObject, Testing } from 'cdk8s';
import { Construct } from 'constructs';
import { expect, test } from 'vitest';
import { ClusterChart } from '../../../lib/workloads/cluster-chart';
import { objectOf } from '../../../lib/workloads/kinds/kind';
import { Mount } from '../../../lib/workloads/pod/mount';
import { addWorkload, type PodWorkload } from '../../../lib/workloads/pod/workload';
import { cpuPool, demand, GKE } from '../pools';

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
