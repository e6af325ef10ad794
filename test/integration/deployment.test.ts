import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodesOf } from './support/gke-nodes';
import { Guide } from './support/guide';
import { API_SERVER, FAKE_NODES, FREE_NAMESPACE, judgedBy, KUEUE } from './support/judges';
import { applied, conditions, list, remove } from './support/kubectl';
import { programFolder, stackJson, synthesize } from './support/program';
import { attempt, within, type Outcome } from './support/run';

// The commands of DEPLOY.md, run twice.

const STEPS = ['Operators', 'Standing objects', 'Runs'];
const KINDS = 'jobsets,tfjobs,jobs';

describe('every stage of the applications', () => {
  let folder = '';
  judgedBy([API_SERVER, FREE_NAMESPACE], async () => {
    folder = programFolder();
    await synthesize(folder);
  });

  test.each(['mnist-dev', 'mnist-local', 'mnist-prod'])(
    '%s can be applied again, which changes no job',
    async (name) => {
      const guide = new Guide(folder, name);
      takenDownAtTheEnd(guide, 'mnist');
      expect(await guide.run(...STEPS)).toMatchObject({ status: 0 });
      const jobs = await specsOf('mnist');
      expect(Object.keys(jobs)).not.toEqual([]);
      expect(await guide.run(...STEPS)).toMatchObject({ status: 0 });
      expect(await specsOf('mnist')).toEqual(jobs);
      const [account] = await list('serviceaccounts', '-n', 'mnist', '--field-selector=metadata.name=default');
      expect(account).toMatchObject({ automountServiceAccountToken: false });
    },
  );
});

describe('taking a stage down', () => {
  let folder = '';
  judgedBy([API_SERVER, FREE_NAMESPACE], async () => {
    folder = programFolder();
    await synthesize(folder);
  });
  const secret = {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'of-a-stranger', namespace: 'mnist' },
    stringData: { token: 'a' },
  };
  const left = async () => {
    const all = [...(await list(KINDS, '-n', 'mnist')), ...(await list('secrets', '-n', 'mnist'))];
    return all.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
  };

  test('deletes its own objects, and neither the namespace nor what others keep in it', async () => {
    const guide = new Guide(folder, 'mnist-local');
    takenDownAtTheEnd(guide, 'mnist');
    expect(await guide.run('Standing objects', 'Runs')).toMatchObject({ status: 0 });
    await applied([secret]);
    expect(await takeDown(guide)).toMatchObject({ status: 0 });
    expect(await left()).toEqual(['Secret of-a-stranger']);
  });

  test('fails where the kubeconfig points at the cluster of another stage, and deletes nothing there', async () => {
    const local = new Guide(folder, 'mnist-local');
    takenDownAtTheEnd(local, 'mnist');
    expect(await local.run('Standing objects', 'Runs')).toMatchObject({ status: 0 });
    await applied([secret]);
    const before = await left();
    expect(before).toHaveLength(2);
    const commands = commandsToTakeDown(new Guide(folder, 'mnist-dev'));
    const elsewhere = await attempt('bash', ['-euc', commands], { cwd: folder });
    expect(elsewhere.status).not.toBe(0);
    expect(elsewhere.output).toContain('context was not found for specified context: gke_acme-ml-dev');
    expect(await left()).toEqual(before);
  });
});

describe('jobs that a queue has admitted', () => {
  const NAMESPACE = 'trainyard-queued';
  let folder = '';
  judgedBy([FAKE_NODES, KUEUE], async () => {
    folder = programFolder();
    await synthesize(folder, 'test/integration/programs/queued.ts');
  });

  test('can be applied again while they run, wait and are finished; a new one is started, a changed one is reported', async () => {
    const guide = new Guide(folder, 'queued-dev');
    const nodes = nodesOf(stackJson(folder, 'queued-dev'));
    onTestFinished(() => remove([...nodes, ...queues()]));
    takenDownAtTheEnd(guide, NAMESPACE);
    await applied([...nodes, ...queues()]);
    expect(await guide.run('Standing objects')).toMatchObject({ status: 0 });
    await applied(localQueues());
    expect(await guide.run('Runs')).toMatchObject({ status: 0 });
    await admitted(3);

    // Without the care that DEPLOY.md takes.
    const files = join(folder, 'dist/queued-dev/runs');
    const { status, output } = await attempt('kubectl', ['apply', '--server-side', '-f', files]);
    expect([status, output.match(/conflict with "kueue"/g)]).toEqual([1, Array(3).fill('conflict with "kueue"')]);

    expect(await guide.run('Standing objects', 'Runs')).toMatchObject({ status: 0 });
    await within(120, 'the end of those that were admitted', async () => (await ended()).length === 3);
    const jobs = await uidsOf(NAMESPACE);
    expect(await guide.run('Standing objects', 'Runs')).toMatchObject({ status: 0 });
    expect(await uidsOf(NAMESPACE)).toEqual(jobs);

    const plain = join(files, '02-plain.k8s.yaml');
    const text = readFileSync(plain, 'utf8');
    writeFileSync(join(files, '04-next.k8s.yaml'), text.replaceAll('plain', 'next'));
    expect(await guide.run('Runs')).toMatchObject({ status: 0 });
    expect(Object.keys(await uidsOf(NAMESPACE))).toHaveLength(Object.keys(jobs).length + 1);

    writeFileSync(plain, text.replace('trainer:1', 'trainer:2'));
    const changed = await guide.run('Runs');
    expect([changed.status, changed.stderr]).toEqual([
      1,
      'dist/queued-dev/runs/02-plain.k8s.yaml is not in the cluster as its file has it\n',
    ]);
  });

  async function admitted(count: number): Promise<void> {
    await within(60, 'the queue to admit what it can', async () => {
      const workloads = await list('workloads.kueue.x-k8s.io', '-n', NAMESPACE);
      return workloads.filter((each) => conditions(each).includes('Admitted')).length === count;
    });
  }

  async function ended(): Promise<unknown[]> {
    const jobs = await list(KINDS, '-n', NAMESPACE, '-l', 'kueue.x-k8s.io/queue-name');
    return jobs.filter((job) => conditions(job).some((type) => ['Complete', 'Completed', 'Succeeded'].includes(type)));
  }

  /** A queue with room for all, whose flavor has a label of its own, and one without any. */
  function queues(): object[] {
    const apiVersion = 'kueue.x-k8s.io/v1beta2';
    const nodeLabels = { 'node.kubernetes.io/instance-type': 'n1-standard-8' };
    const queue = (name: string, nominalQuota: number) => ({
      apiVersion,
      kind: 'ClusterQueue',
      metadata: { name },
      spec: {
        namespaceSelector: {},
        resourceGroups: [
          {
            coveredResources: ['cpu', 'memory'],
            flavors: [
              {
                name: 'n1',
                resources: [
                  { name: 'cpu', nominalQuota },
                  { name: 'memory', nominalQuota: `${nominalQuota}Gi` },
                ],
              },
            ],
          },
        ],
      },
    });
    const flavor = { apiVersion, kind: 'ResourceFlavor', metadata: { name: 'n1' }, spec: { nodeLabels } };
    return [flavor, queue('trainyard-team', 100), queue('trainyard-closed', 0)];
  }

  function localQueues(): object[] {
    return ['team', 'closed'].map((name) => ({
      apiVersion: 'kueue.x-k8s.io/v1beta2',
      kind: 'LocalQueue',
      metadata: { name, namespace: NAMESPACE },
      spec: { clusterQueue: `trainyard-${name}` },
    }));
  }
});

function takenDownAtTheEnd(guide: Guide, namespace: string): void {
  onTestFinished(async () => {
    expect(await takeDown(guide)).toMatchObject({ status: 0 });
    await remove([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }]);
  });
}

function takeDown(guide: Guide): Promise<Outcome> {
  return guide.sh(commandsToTakeDown(guide));
}

/** Those for the objects in the cluster, without those for the cluster. */
function commandsToTakeDown(guide: Guide): string {
  const [commands = ''] = guide.commands('Take it down').split(/^(?=npx cdktf)/m);
  return commands;
}

/** The specs of the jobs of a namespace. */
async function specsOf(namespace: string): Promise<Record<string, unknown>> {
  const jobs = await list(KINDS, '-n', namespace);
  return Object.fromEntries(jobs.map(({ kind, metadata, spec }) => [`${kind} ${metadata.name}`, spec]));
}

async function uidsOf(namespace: string): Promise<Record<string, unknown>> {
  const jobs = await list(KINDS, '-n', namespace);
  return Object.fromEntries(
    jobs.map(({ kind, metadata }) => [`${kind} ${metadata.name}`, 'uid' in metadata ? metadata.uid : '']),
  );
}
