import { ApiObject, Testing } from 'cdk8s';
import { sample } from 'fast-check';
import { expect, test } from 'vitest';
import { LocalCluster } from '../../lib/local/local-cluster';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { Operator } from '../../lib/operators/operator';
import { Subject, Tenant, type TenantProps } from '../../lib/tenancy/index';
import { manifestsOf } from '../../lib/testing';
import { manifestProblems } from '../conformance/manifest';
import { programOf, tenantPlans } from './random-tenants';

interface TestObject {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: unknown;
  readonly rules?: { readonly apiGroups: string[]; readonly resources: string[]; readonly verbs: string[] }[];
  readonly subjects?: unknown;
}

const CLUSTER = LocalCluster.of({ cpus: 8, memory: undefined, operators: [Operator.KUEUE] });

function objectsOf(props: TenantProps, cluster = CLUSTER): TestObject[] {
  const chart = new ClusterChart(Testing.app(), 'vision', { cluster, namespace: 'vision' });
  new Tenant(chart, 'vision', props);
  const objects = manifestsOf(chart);
  for (const object of objects) expect(manifestProblems(object)).toEqual([]);
  return objects as unknown as TestObject[];
}

/** True if one of the rules of a role lets people do something. */
function may(objects: readonly TestObject[], role: string, verb: string, resource: string): boolean {
  const rules = objects.find(({ kind, metadata }) => kind === 'Role' && metadata.name === `vision-${role}`)?.rules;
  return rules?.some(({ verbs, resources }) => verbs.includes(verb) && resources.includes(resource)) ?? false;
}

test('viewers read, editors change workloads, and admins change Secrets', () => {
  const objects = objectsOf({ share: [{ pool: CLUSTER.pool, nodes: 1 }] });
  const answers = (verb: string, resource: string) =>
    ['viewers', 'editors', 'admins'].map((role) => may(objects, role, verb, resource));
  expect(answers('get', 'pods/log')).toEqual([true, true, true]);
  expect(answers('create', 'jobs')).toEqual([false, true, true]);
  expect(answers('create', 'pods/exec')).toEqual([false, true, true]);
  expect(answers('get', 'secrets')).toEqual([false, false, true]);
  expect(answers('get', 'resourcequotas')).toEqual([true, true, true]);
  for (const limit of ['resourcequotas', 'limitranges', 'networkpolicies', 'localqueues', 'roles'])
    expect(answers('patch', limit), limit).toEqual([false, false, false]);
});

test('roles have the kinds of the program, also of objects that come later', () => {
  const { objects } = programOf({
    share: { k80: 1, cpu: 1 },
    servers: [{ replicas: 2, cpus: 1 }],
    jobs: [],
  });
  const role = (objects as unknown as TestObject[]).find(({ metadata }) => metadata.name === 'team-editors');
  const writes = role?.rules?.filter(({ verbs }) => verbs.includes('create')).flatMap(({ resources }) => resources);
  expect(writes).toContain('poddisruptionbudgets');
});

test.each([
  ['CronWorkflow', 'argoproj.io/v1alpha1', 'workflows'],
  ['WorkflowTemplate', 'argoproj.io/v1alpha1', 'workflows'],
  ['Experiment', 'kubeflow.org/v1beta1', 'trials'],
])('the runs of a %s are of the team too, though a controller makes them', (kind, apiVersion, made) => {
  const chart = new ClusterChart(Testing.app(), 'vision', { cluster: CLUSTER, namespace: 'vision' });
  new Tenant(chart, 'vision', {});
  new ApiObject(chart, 'nightly', { apiVersion, kind });
  const objects = manifestsOf(chart) as unknown as TestObject[];
  expect(may(objects, 'viewers', 'get', made)).toBe(true);
  expect(may(objects, 'editors', 'patch', made)).toBe(true);
  expect(may(objects, 'viewers', 'patch', made)).toBe(false);
});

test('jobs that workflows and notebooks make are of the team too, of all kinds that the cluster runs', () => {
  const cluster = LocalCluster.of({ cpus: 8, memory: undefined, operators: [Operator.TRAINING] });
  const objects = objectsOf({}, cluster);
  expect(may(objects, 'viewers', 'get', 'tfjobs')).toBe(true);
  expect(may(objects, 'editors', 'delete', 'tfjobs')).toBe(true);
  expect(may(objects, 'editors', 'create', 'jobsets')).toBe(false);
});

test('editors do not change the policies of a gateway, such as its sign-in, nor who may lead requests to their Services', () => {
  const chart = new ClusterChart(Testing.app(), 'vision', { cluster: CLUSTER, namespace: 'vision' });
  new Tenant(chart, 'vision', {});
  for (const kind of ['GCPBackendPolicy', 'ReferenceGrant', 'SecurityPolicy', 'HTTPRoute'])
    new ApiObject(chart, kind, { apiVersion: 'acme.com/v1', kind });
  const objects = manifestsOf(chart) as unknown as TestObject[];
  const changed = (plural: string) => may(objects, 'editors', 'patch', plural);
  expect(['gcpbackendpolicies', 'referencegrants', 'securitypolicies', 'httproutes'].map(changed)).toEqual([
    ...[false, false, false, true],
  ]);
});

test('a Profile of Kubeflow takes the namespace of its owner', () => {
  const cluster = LocalCluster.of({ cpus: 8, memory: undefined, operators: [Operator.PROFILES] });
  const objects = objectsOf({ profileOwner: Subject.user('lee@acme.com') }, cluster);
  const find = (wanted: string) => objects.find(({ kind }) => kind === wanted);
  expect(find('Profile')).toMatchObject({
    metadata: { name: 'vision' },
    spec: { owner: { kind: 'User', name: 'lee@acme.com', apiGroup: 'rbac.authorization.k8s.io' } },
  });
  expect(find('Profile')?.metadata).not.toHaveProperty('namespace');
  expect(find('Namespace')?.metadata).toMatchObject({ name: 'vision', annotations: { owner: 'lee@acme.com' } });
});

test('a further namespace has the same people, and a share of its own', () => {
  const app = Testing.app();
  const [first, second] = ['vision', 'vision-tests'].map(
    (namespace) => new ClusterChart(app, namespace, { cluster: CLUSTER, namespace }),
  );
  if (!first || !second) throw new Error('no charts');
  const share = (nodes: number) => [{ pool: CLUSTER.pool, nodes }];
  const members = { editors: [Subject.user('ada@acme.com')] };
  new Tenant(first, 'vision', { members, share: share(0.5) }).addNamespace(second, share(0.25));
  const cpusOf = (chart: ClusterChart) => manifestsOf(chart).filter(({ kind }) => kind === 'ResourceQuota');
  expect(cpusOf(first)).toMatchObject([{ spec: { hard: { 'requests.cpu': '3275m' } } }]);
  expect(cpusOf(second)).toMatchObject([{ spec: { hard: { 'requests.cpu': '1637m' } } }]);
  const binding = manifestsOf(second).find(({ kind }) => kind === 'RoleBinding');
  expect(binding).toMatchObject({ metadata: { name: 'vision-editors' }, subjects: [{ name: 'ada@acme.com' }] });
});

test('people are bound to the role that is given to them', () => {
  const editors = [
    Subject.user('ada@acme.com'),
    Subject.group('vision@acme.com'),
    Subject.serviceAccount('ci', 'build'),
  ];
  const bindings = objectsOf({ members: { editors } }).filter(({ kind }) => kind === 'RoleBinding');
  const apiGroup = 'rbac.authorization.k8s.io';
  expect(bindings.map(({ metadata, subjects }) => [metadata.name, subjects])).toEqual([
    [
      'vision-editors',
      [
        { kind: 'User', name: 'ada@acme.com', apiGroup },
        { kind: 'Group', name: 'vision@acme.com', apiGroup },
        { kind: 'ServiceAccount', name: 'ci', namespace: 'build' },
      ],
    ],
  ]);
});

test('a share is the quota of the namespace and of its queue', () => {
  const objects = objectsOf({ share: [{ pool: CLUSTER.pool, nodes: 0.5 }] });
  const specOf = (name: string) => objects.find(({ kind }) => kind === name)?.spec;
  const { hard } = specOf('ResourceQuota') as { hard: Record<string, string> };
  expect(specOf('ClusterQueue')).toMatchObject({
    namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'vision' } },
    resourceGroups: [
      {
        coveredResources: ['cpu', 'memory', 'nvidia.com/gpu'],
        flavors: [
          {
            resources: ['cpu', 'memory', 'nvidia.com/gpu'].map((name) => {
              return { name, nominalQuota: hard[`requests.${name}`] };
            }),
          },
        ],
      },
    ],
  });
});

test('a team that lends is in a cohort, and its quota is the whole pool', () => {
  const alone = objectsOf({ share: [{ pool: CLUSTER.pool, nodes: 1 }] });
  const lending = objectsOf({ share: [{ pool: CLUSTER.pool, nodes: 0.5 }], lending: true });
  const specOf = (objects: readonly TestObject[], name: string) => objects.find(({ kind }) => kind === name)?.spec;
  expect(specOf(lending, 'ResourceQuota')).toEqual(specOf(alone, 'ResourceQuota'));
  expect(specOf(alone, 'ClusterQueue')).not.toHaveProperty('cohortName');
  expect(specOf(lending, 'ClusterQueue')).toMatchObject({ cohortName: CLUSTER.clusterName });
});

test('random tenants are accepted and refused about equally often', () => {
  const answers = sample(tenantPlans, { numRuns: 200, seed: 7 }).map((plan) => {
    const { problems, advice } = programOf(plan);
    return problems.length > 0 ? 'refused' : advice.length > 0 ? 'advised' : 'accepted';
  });
  for (const answer of ['refused', 'advised', 'accepted'])
    expect(answers.filter((each) => each === answer).length, answer).toBeGreaterThan(20);
});
