import { sample } from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { RIGHT_TENANTS } from '../invariants/programs/right-tenants';
import { programOf, tenantPlans } from '../tenancy/random-tenants';
import { API_SERVER, judgedBy, KUBEFLOW, KUEUE } from './support/judges';
import { apply, applied, kubectl, list, remove, type KubernetesObject } from './support/kubectl';
import { manifests, programFolder, synthesize } from './support/program';
import { testObjectsOf } from './support/right-programs';
import { attempt, run, within } from './support/run';
import { SEED } from './support/seed';

// The rights, quotas and queues of tenants, by the API server and the webhooks of Kueue.

const made: KubernetesObject[] = [];
judgedBy([API_SERVER, KUEUE, KUBEFLOW], async () => {
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/tenants.ts');
  const all = manifests(folder).get('teams-local') ?? [];
  const objects = all.filter(({ kind }) => kind !== 'JobSet');
  made.push(...objects);
  // The API server wants namespaces before what lies in them.
  await applied(objects.filter(({ kind }) => kind === 'Namespace'));
  await applied(objects);
});
afterAll(() => remove(made.toReversed()));

/** What each role may do in the namespace of its team: verb, resource, and the roles that may. */
const REQUESTS: readonly [verb: string, resource: string, roles: string][] = [
  ['get', 'pods', 'viewer editor admin'],
  ['list', 'jobs.batch', 'viewer editor admin'],
  ['get', 'pods/log', 'viewer editor admin'],
  ['watch', 'deployments.apps', 'viewer editor admin'],
  ['list', 'events', 'viewer editor admin'],
  ['get', 'resourcequotas', 'viewer editor admin'],
  ['get', 'localqueues.kueue.x-k8s.io', 'viewer editor admin'],
  ['get', 'workloads.kueue.x-k8s.io', 'viewer editor admin'],
  ['get', 'services', 'viewer editor admin'],
  ['get', 'configmaps', 'viewer editor admin'],
  ['watch', 'persistentvolumeclaims', 'viewer editor admin'],
  ['list', 'cronjobs.batch', 'viewer editor admin'],
  ['list', 'jobsets.jobset.x-k8s.io', 'viewer editor admin'],
  ['get', 'serviceaccounts', 'viewer editor admin'],
  ['create', 'pods', 'editor admin'],
  ['delete', 'pods', 'editor admin'],
  ['create', 'pods/exec', 'editor admin'],
  ['create', 'pods/portforward', 'editor admin'],
  ['create', 'jobs.batch', 'editor admin'],
  ['patch', 'deployments.apps', 'editor admin'],
  ['update', 'statefulsets.apps/scale', 'editor admin'],
  ['create', 'configmaps', 'editor admin'],
  ['delete', 'jobsets.jobset.x-k8s.io', 'editor admin'],
  ['create', 'persistentvolumeclaims', 'editor admin'],
  ['update', 'services', 'editor admin'],
  ['get', 'secrets', 'admin'],
  ['create', 'secrets', 'admin'],
  ['create', 'serviceaccounts', 'admin'],
  ['create', 'rolebindings.rbac.authorization.k8s.io', 'admin'],
  ['patch', 'resourcequotas', ''],
  ['delete', 'networkpolicies.networking.k8s.io', ''],
  ['patch', 'localqueues.kueue.x-k8s.io', ''],
  ['patch', 'workloads.kueue.x-k8s.io', ''],
  ['create', 'roles.rbac.authorization.k8s.io', ''],
  ['escalate', 'roles.rbac.authorization.k8s.io', ''],
  ['patch', 'limitranges', ''],
  ['delete', 'resourcequotas', ''],
  ['create', 'serviceaccounts/token', ''],
  ['impersonate', 'serviceaccounts', ''],
  ['deletecollection', 'pods', ''],
];
/** Objects of no namespace, which no role of a team may touch. */
const OF_CLUSTER: readonly [verb: string, resource: string][] = [
  ['get', 'nodes'],
  ['get', 'persistentvolumes'],
  ['create', 'clusterrolebindings.rbac.authorization.k8s.io'],
  ['impersonate', 'users'],
  ['list', 'namespaces'],
  ['create', 'namespaces'],
  ['patch', 'clusterqueues.kueue.x-k8s.io'],
];

/** What a notebook that submits jobs may do in its namespace. */
const OF_NOTEBOOK: readonly [verb: string, resource: string, allowed: boolean][] = [
  ['create', 'jobsets.jobset.x-k8s.io', true],
  ['delete', 'jobsets.jobset.x-k8s.io', true],
  ['watch', 'jobsets.jobset.x-k8s.io', true],
  ['create', 'jobs.batch', true],
  ['get', 'pods/log', true],
  ['list', 'pods', true],
  ['patch', 'jobs.batch', false],
  ['create', 'tfjobs.kubeflow.org', false],
  ['create', 'pods', false],
  ['create', 'pods/exec', false],
  ['get', 'secrets', false],
  ['create', 'serviceaccounts', false],
  ['create', 'networkpolicies.networking.k8s.io', false],
  ['patch', 'resourcequotas', false],
  ['patch', 'statefulsets.apps/scale', false],
  ['create', 'rolebindings.rbac.authorization.k8s.io', false],
];

/** Which requests are allowed to a person, asked all at once. */
async function allowed(user: string, requests: readonly { verb: string; resource: string; namespace?: string }[]) {
  const reviews = requests.map(({ verb, resource: name, namespace }) => {
    const [whole = '', subresource] = name.split('/');
    const [resource = '', ...group] = whole.split('.');
    const resourceAttributes = { verb, resource, subresource, group: group.join('.'), namespace };
    return { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec: { user, resourceAttributes } };
  });
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: reviews });
  const output = await run('kubectl', ['create', '-o', 'jsonpath={.status.allowed}{"\\n"}', '-f', '-'], { input });
  return output
    .trim()
    .split('\n')
    .map((answer) => answer === 'true');
}

test.each(['viewer', 'editor', 'admin'])(
  'a person with the role %s may do what it says, in one namespace',
  async (role) => {
    const user = `vision-${role}@acme.com`;
    const ask = (namespace: string) => REQUESTS.map(([verb, resource]) => ({ verb, resource, namespace }));
    const own = REQUESTS.map(([, , roles]) => roles.split(' ').includes(role));
    expect(await allowed(user, ask('trainyard-vision'))).toEqual(own);
    expect(await allowed(user, ask('trainyard-speech'))).toEqual(REQUESTS.map(() => false));
    const cluster = OF_CLUSTER.map(([verb, resource]) => ({ verb, resource }));
    expect(await allowed(user, cluster)).toEqual(OF_CLUSTER.map(() => false));
  },
);

test('a notebook submits the job that it has as a file, in its namespace alone', async () => {
  const user = 'system:serviceaccount:trainyard-vision:notebook';
  const ask = (namespace: string) => OF_NOTEBOOK.map(([verb, resource]) => ({ verb, resource, namespace }));
  expect(await allowed(user, ask('trainyard-vision'))).toEqual(OF_NOTEBOOK.map(([, , may]) => may));
  expect(await allowed(user, ask('trainyard-speech'))).toEqual(OF_NOTEBOOK.map(() => false));
  const ofTeam = ({ kind, metadata }: KubernetesObject) =>
    kind === 'ConfigMap' && metadata.namespace === 'trainyard-vision';
  const file = made.find(ofTeam) as { readonly data?: Readonly<Record<string, string>> } | undefined;
  const input = file?.data?.['digits.json'] ?? '';
  const create = (as: string) => attempt('kubectl', ['create', '-f', '-', `--as=${as}`, '--dry-run=server'], { input });
  expect(await create(user)).toMatchObject({ status: 0 });
  expect((await create(user.replace('vision', 'speech'))).output).toMatch(/cannot create resource "jobsets"/);
});

test('an admin gives the roles of the team to others, and no other role', async () => {
  const bind = (roleKind: string, role: string) => {
    const args = ['create', 'rolebinding', 'given', `--${roleKind}=${role}`, '--user=new@acme.com'];
    return attempt('kubectl', [...args, '-n', 'trainyard-vision', '--as=vision-admin@acme.com', '--dry-run=server']);
  };
  expect(await bind('role', 'vision-editors')).toMatchObject({ status: 0 });
  expect((await bind('clusterrole', 'cluster-admin')).output).toMatch(/attempting to grant RBAC permissions/);
});

test('an editor makes a pod in the own namespace alone, and a person of no team makes none', async () => {
  const security = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, runAsNonRoot: true };
  const securityContext = { ...security, seccompProfile: { type: 'RuntimeDefault' } };
  const spec = { containers: [{ name: 'shell', image: 'busybox:1', securityContext }] };
  const input = JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'shell' }, spec });
  const make = (namespace: string, user: string) =>
    attempt('kubectl', ['create', '-f', '-', '-n', namespace, `--as=${user}`, '--dry-run=server'], { input });
  expect(await make('trainyard-vision', 'vision-editor@acme.com')).toMatchObject({ status: 0 });
  for (const user of ['speech-editor@acme.com', 'vision-viewer@acme.com', 'eve@acme.com'])
    expect((await make('trainyard-vision', user)).output, user).toMatch(/Forbidden|forbidden/);
});

test('a queue is active, with the numbers of the quota', async () => {
  await kubectl('wait', 'clusterqueue/trainyard-speech', '--for=condition=Active', '--timeout=600s');
  const quotas = await list('resourcequotas', { namespace: 'trainyard-speech' });
  const [queue] = (await list('clusterqueues')).filter(({ metadata }) => metadata.name === 'trainyard-speech');
  const [flavor] = queue?.spec.resourceGroups[0].flavors ?? [];
  const quotasOf: { name: string; nominalQuota: string }[] = flavor.resources;
  const counted = quotasOf.filter(({ name }) => name !== 'ephemeral-storage');
  const nominal = counted.map(({ name, nominalQuota }) => [name, nominalQuota]);
  const hard = Object.entries(quotas[0]?.spec.hard).map(([name, amount]) => [name.replace('requests.', ''), amount]);
  expect(nominal).toEqual(hard);
});

testObjectsOf(RIGHT_TENANTS);

const QUOTAS = Number(process.env.TRAINYARD_QUOTAS ?? 30);

/** The pods that objects of Kubernetes make, without what they need of a cluster. */
function podsOf(objects: readonly KubernetesObject[], namespace: string): unknown[] {
  return objects.flatMap(({ spec, metadata: { name } }) => {
    const count: number = spec.replicas ?? spec.completions ?? 1;
    const { containers, initContainers } = spec.template.spec;
    return Array.from({ length: count }, (_, index) => ({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `${name}-${index}`, namespace },
      spec: { containers: containers.map(bare), initContainers: initContainers?.map(bare) },
    }));
  });
}

function bare({ name, image, resources, restartPolicy }: Record<string, unknown>) {
  return { name, image, resources, restartPolicy };
}

test(`${QUOTAS} random tenants: the quota admits all pods of those that are accepted, and not of those that are refused`, async () => {
  const cases = sample(tenantPlans, { seed: SEED, numRuns: QUOTAS }).map((plan, index) => {
    const { objects, problems, advice } = programOf(plan);
    const all = objects as unknown as KubernetesObject[];
    const ofKind = (kind: string) => all.filter((each) => each.kind === kind);
    return { namespace: `trainyard-quota-${index}`, problems, advice, plan, ofKind };
  });
  const namespaces = cases.map(({ namespace: name }) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } }));
  const quotas = cases.flatMap(({ namespace, ofKind }) =>
    ofKind('ResourceQuota').map((quota) => ({ ...quota, metadata: { name: 'team', namespace } })),
  );
  try {
    await applied(namespaces);
    await applied(quotas);
    const known = async () => (await list('resourcequotas')).filter(({ status }) => status?.hard !== undefined);
    await within(120, 'the quotas', async () => (await known()).length >= quotas.length);
    const admitted = async (namespace: string, objects: readonly KubernetesObject[]) => {
      const pods = podsOf(objects, namespace);
      if (pods.length === 0) return true;
      const { status, output } = await apply(pods);
      if (status !== 0) expect(output).toMatch(/exceeded quota: team/);
      return status === 0;
    };
    const counts = { accepted: 0, refused: 0 };
    for (const { namespace, problems, advice, plan, ofKind } of cases) {
      const [servers, jobs] = [ofKind('Deployment'), ofKind('Job')];
      const ofJob = (message: string) => jobs.filter(({ metadata }) => message.includes(`"${metadata.name}"`));
      if (problems.length > 0) {
        counts.refused += 1;
        const [first = ''] = problems;
        expect(await admitted(namespace, [...servers, ...ofJob(first)]), JSON.stringify(plan)).toBe(false);
      } else if (advice.length === 0) {
        counts.accepted += 1;
        expect(await admitted(namespace, [...servers, ...jobs]), JSON.stringify(plan)).toBe(true);
      }
    }
    expect(Math.min(...Object.values(counts))).toBeGreaterThan(QUOTAS / 20);
  } finally {
    await remove(namespaces, { wait: false });
  }
});
