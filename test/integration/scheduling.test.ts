import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { GpuDriver } from '../../lib/index';
import { nodesOf, plainNode, POOL_LABEL, systemDaemonSet } from './support/gke-nodes';
import { FAKE_NODES, judgedBy } from './support/judges';
import { finished, isTrainingJob, kubectl, list, pods, unschedulable, type KubernetesObject } from './support/kubectl';
import { Made } from './support/made';
import { pairsThatRunHere } from './support/pairs';
import { manifests, programFolder, stackJson, synthesize } from './support/program';
import { within } from './support/run';
import { isServed, surged } from './support/servers';
import { shown } from './support/shown';
import { jobOnTwoGpus, type Asks } from './support/wrong-job';

const NAMESPACE = 'mnist';

let program = '';
judgedBy([FAKE_NODES], async () => {
  program = programFolder();
  await synthesize(program);
});

// Nodes are deleted after the pods on them: a new node with the name of an old one is left without its DaemonSets while
// the old one's pods are there.
const made = new Made({ cascade: 'Foreground' });

async function makeNodes(nodes: readonly object[]): Promise<void> {
  await made.make(nodes);
  await kubectl('wait', '--for=condition=Ready', '--timeout=600s', 'node', '--all');
  await made.make([systemDaemonSet()]);
  await within(30, 'the DaemonSets of each node', async () => {
    const [system] = await list('daemonsets', { namespace: 'kube-system' });
    const { desiredNumberScheduled, numberReady } = system?.status ?? {};
    if (desiredNumberScheduled === nodes.length && numberReady === nodes.length) return true;
    throw new Error(`${numberReady} of ${desiredNumberScheduled} are ready on ${nodes.length} nodes`);
  });
}

describe('on the nodes that its Terraform makes', () => {
  test.each([
    ['mnist-dev', ['digits'], { chief: ['cpu'], ps: ['cpu'], worker: ['gpu'] }],
    ['mnist-prod', ['batched', 'digits'], { chief: ['cpu'], ps: ['cpu'], worker: ['gpu'] }],
  ])(
    'every pod of %s runs in its pool beside servers that are rolled out, and the job ends with its parameter servers',
    async (deployment, servers, places) => {
      await makeNodes(nodesOf(stackJson(program, deployment)));
      const objects = manifests(program).get(deployment) ?? [];
      await made.make(objects.filter((object) => !isTrainingJob(object)));
      expect(await poolsOf(await surged(objects))).toEqual(Object.fromEntries(servers.map((name) => [name, ['cpu']])));
      await made.make(objects.filter(isTrainingJob));
      expect(await placesAtTheEnd(deployment)).toEqual(places);
    },
  );

  test.each([
    ['inception-dev', { inception: ['default-pool'] }],
    ['inception-prod', { inception: ['l4'], 'inception-canary': ['l4'] }],
  ])('every pod of %s runs in its pool while it is rolled out', async (deployment, places) => {
    await makeNodes(nodesOf(stackJson(program, deployment)));
    const objects = manifests(program).get(deployment) ?? [];
    await made.make(objects);
    expect(await poolsOf(await surged(objects))).toEqual(places);
  });
});

test('on a node such as the local stage describes, every pod of mnist-local runs, and the job ends', async () => {
  // 2 CPUs and 6 GiB, less what the cluster's own pods ask for.
  await makeNodes([plainNode('minikube', '1700m', '6000Mi')]);
  const objects = manifests(program).get('mnist-local') ?? [];
  await made.make(objects.filter((object) => !isTrainingJob(object)));
  await surged(objects);
  await made.make(objects.filter(isTrainingJob));
  expect(await placesAtTheEnd('mnist-local')).toEqual({ chief: [''], ps: [''], worker: [''] });
});

test('jobs without an operator, of one task and of several, and a PyTorchJob run on the pools that they name, and end', async () => {
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/gpu-jobs.ts');
  await makeNodes(nodesOf(stackJson(folder, 'gpu-jobs-dev')));
  const objects = manifests(folder).get('gpu-jobs-dev') ?? [];
  await made.make(objects);
  for (const job of objects.filter(isTrainingJob)) {
    await within(90, `the end of ${job.metadata.name}`, () => finished(job));
  }
  const poolOf = await poolsOfNodes();
  const places = (await pods('trainyard-gpus')).map(({ metadata, spec }) => [
    metadata.name.replace(/-[a-z0-9]{5}$/, ''),
    poolOf.get(spec.nodeName),
  ]);
  expect(Object.fromEntries(places)).toEqual({
    'plain-0': 'cpu',
    'alone-0': 'gpu',
    'several-0': 'gpu',
    'several-1': 'gpu',
    'operated-worker-0': 'gpu',
    'operated-worker-1': 'gpu',
  });
});

test('every strategy by every engine whose operator runs here: all pods get a node, and the job ends', async () => {
  await makeNodes([plainNode('minikube', '256', '256Gi')]);
  const all = await pairsThatRunHere();
  await made.make(all.flatMap(({ objects }) => objects));
  for (const { engineName, pairs, objects } of all) {
    for (const { name, jobName, engine } of pairs) {
      const job = objects.find(({ kind, metadata }) => kind === engine.kind.kind && metadata.name === jobName);
      await within(120, `the end of ${name} by ${engineName}`, async () => job !== undefined && finished(job));
      shown('scheduled', name, engineName);
    }
  }
});

/** The pools of nodes. */
async function poolsOf(nodes: Readonly<Record<string, readonly string[]>>): Promise<Record<string, string[]>> {
  const poolOf = await poolsOfNodes();
  return Object.fromEntries(
    Object.entries(nodes).map(([name, of]) => [name, [...new Set(of.map((node) => poolOf.get(node) ?? node))]]),
  );
}

/** The name of the pool of each node; none for nodes that no pool has made. */
async function poolsOfNodes(): Promise<Map<string, string>> {
  const nodes = await list('nodes');
  return new Map(nodes.map(({ metadata }) => [metadata.name, metadata.labels?.[POOL_LABEL] ?? '']));
}

/** Waits for the end of a deployment's job and for its last pod; then says in which pools each role has run. */
async function placesAtTheEnd(deployment: string): Promise<Record<string, string[]>> {
  const jobs = (manifests(program).get(deployment) ?? []).filter(isTrainingJob);
  expect(jobs).toHaveLength(1);
  for (const job of jobs) await within(90, `the end of ${job.kind}`, () => finished(job));
  await within(60, 'the end of the parameter servers', async () =>
    (await pods(NAMESPACE)).every((pod) => isServed(pod) || pod.status.phase === 'Succeeded'),
  );

  const poolOf = await poolsOfNodes();
  const events = await kubectl(
    '-n',
    NAMESPACE,
    'get',
    'events',
    '--field-selector=reason=Scheduled',
    '-o',
    'jsonpath={range .items[*]}{.message}{"\\n"}{end}',
  );
  const places: Record<string, Set<string>> = {};
  for (const [, role = '', node = ''] of events.matchAll(/assigned \S+-(chief|ps|worker)-\S+ to (\S+)$/gm)) {
    const pool = poolOf.get(node);
    // Others are of tests before this one.
    if (pool !== undefined) (places[role] ??= new Set()).add(pool);
  }
  return Object.fromEntries(Object.entries(places).map(([role, pools]) => [role, [...pools].sort()]));
}

describe('a job on two nodes with one GPU each', () => {
  /** Puts the pods on the nodes; gives the scheduler's reason for each that stays Pending. */
  async function pending(asks: Asks, change = (pod: KubernetesObject) => pod): Promise<Record<string, string>> {
    const job = jobOnTwoGpus(asks);
    await makeNodes(nodesOf(job.nodes()));
    const daemonSets = job.daemonSets();
    await made.make([job.namespace, ...job.accounts(), ...daemonSets]);
    for (const { metadata } of daemonSets) {
      await kubectl('-n', 'kube-system', 'rollout', 'status', `daemonset/${metadata.name}`, '--timeout=600s');
    }
    const all = job.pods().map(change);
    await made.make(all);
    const settled = await within(60, 'a decision on each pod', async () => {
      const now = await pods(job.namespace.metadata.name);
      const decided = now.every((pod) => pod.spec.nodeName !== undefined || unschedulable(pod) !== undefined);
      return now.length === all.length && decided && now;
    });
    return Object.fromEntries(
      settled.flatMap((pod) => (pod.spec.nodeName ? [] : [[pod.metadata.name, unschedulable(pod) ?? '']])),
    );
  }

  test('runs all tasks if its requests fit the nodes, and is not refused', async () => {
    const asks = { workers: 2, gpus: 1 };
    expect(() => jobOnTwoGpus(asks).synthesize()).not.toThrow();
    expect(await pending(asks)).toEqual({});
  });

  test('runs whole on its share of nodes beside the DaemonSet that installs their driver', async () => {
    const asks = { workers: 2, driver: GpuDriver.DAEMON_SET };
    expect(jobOnTwoGpus(asks).daemonSets()).toHaveLength(1);
    expect(await pending(asks)).toEqual({});
  });

  test('fails: a worker that asks for two GPUs stays Pending for want of them, and is refused for that', async () => {
    const asks = { workers: 1, gpus: 2 };
    expect(() => jobOnTwoGpus(asks).synthesize()).toThrow(/2 GPUs?.*\(gpu-per-node\)/);
    expect(await pending(asks)).toEqual({ 'worker-0': expect.stringMatching(/Insufficient nvidia.com\/gpu/) });
  });

  test('fails: the TFJob of such a worker starts its parameter server, and does not get further', async () => {
    const job = jobOnTwoGpus({ workers: 1, gpus: 2 });
    await makeNodes(nodesOf(job.nodes()));
    await made.make(job.manifests());
    const reasons = () =>
      within(60, 'a decision on each pod', async () => {
        const now = (await pods(job.namespace.metadata.name)).map((pod) => unschedulable(pod) ?? pod.status.phase);
        return now.length === 2 && !now.includes('Pending') && now.sort();
      });
    const expected = [expect.stringMatching(/Insufficient nvidia.com\/gpu/), 'Running'];
    expect(await reasons()).toEqual(expected);
    // Longer than a job that runs takes here.
    await sleep(8000);
    expect(await reasons()).toEqual(expected);
  });

  test('fails: the third worker stays Pending for want of a GPU, and the job is refused for that', async () => {
    const asks = { workers: 3, gpus: 1 };
    expect(() => jobOnTwoGpus(asks).synthesize()).toThrow(/3 workers.*\(gpu-capacity\)/);
    expect(Object.values(await pending(asks))).toEqual([expect.stringMatching(/Insufficient nvidia.com\/gpu/)]);
  });

  test('fails: workers without the toleration, or of another pool, stay Pending', async () => {
    const asks = { workers: 1, gpus: 1 };
    const isWorker = ({ metadata }: KubernetesObject) => metadata.name.startsWith('worker');
    const intolerant = (pod: KubernetesObject) => ({ ...pod, spec: { ...pod.spec, tolerations: [] } });
    const elsewhere = (pod: KubernetesObject) => ({
      ...pod,
      spec: { ...pod.spec, nodeSelector: { [POOL_LABEL]: 'other' } },
    });

    expect(await pending(asks, (pod) => (isWorker(pod) ? intolerant(pod) : pod))).toEqual({
      'worker-0': expect.stringContaining('2 node(s) had untolerated taint(s)'),
    });
    await made.clear();
    expect(await pending(asks, (pod) => (isWorker(pod) ? elsewhere(pod) : pod))).toEqual({
      'worker-0': expect.stringContaining("didn't match Pod's node affinity/selector"),
    });
  });
});
