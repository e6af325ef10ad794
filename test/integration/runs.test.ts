import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodesOf } from './support/gke-nodes';
import { Guide } from './support/guide';
import { API_SERVER, FAKE_NODES, judgedBy, KUEUE } from './support/judges';
import { applied, conditions, kubectl, list, remove } from './support/kubectl';
import { programFolder, stackJson, synthesize } from './support/program';
import { attempt, within } from './support/run';

// Runs are applied once, whatever happens between two deployments.

const KINDS = 'jobsets,tfjobs,jobs';

describe('jobs that a queue has admitted', () => {
  const NAMESPACE = 'trainyard-queued';
  const PROGRAM = 'test/integration/programs/queued.ts';
  let folder = '';
  judgedBy([FAKE_NODES, KUEUE], async () => {
    folder = programFolder();
    await synthesize(folder, PROGRAM);
  });

  test('can be deployed again while they run, wait and are finished; a new one is started, a changed one is reported', async () => {
    const guide = await deployed();
    await admitted(3);

    // Without the care that runs.sh takes.
    const files = join(folder, 'dist/queued-dev/runs');
    const { status, output } = await attempt('kubectl', ['apply', '--server-side', '-f', files]);
    expect([status, output.match(/conflict with "kueue"/g)]).toEqual([1, Array(3).fill('conflict with "kueue"')]);

    expect(await guide.run('Standing objects', 'Runs')).toMatchObject({ status: 0 });
    await within(120, 'the end of those that were admitted', async () => (await ended()).length === 3);
    const jobs = await uidsOf(NAMESPACE);
    expect(await guide.run('Standing objects', 'Runs')).toMatchObject({ status: 0 });
    expect(await uidsOf(NAMESPACE)).toEqual(jobs);

    // A program whose jobs all use another image, and with one more job. One job was deleted by hand.
    await kubectl('delete', 'job', 'plain', '-n', NAMESPACE);
    await synthesize(folder, PROGRAM, 'trainer:2', 'next');
    const { status: changed, stdout, stderr } = await guide.run('Runs');
    const why = /^waits: active, applied \S+ Its file has changed since, and a job in the cluster cannot be changed: /;
    expect([changed, stdout]).toEqual([
      1,
      expect.stringMatching(/^plain: succeeded, applied \S+ Its file has changed/m),
    ]);
    expect(stderr).toMatch(why);
    expect(Object.keys(await uidsOf(NAMESPACE)).sort()).toEqual(
      [...Object.keys(jobs), 'Job next'].filter((each) => each !== 'Job plain').sort(),
    );

    expect(await guide.sh("sh 'dist/queued-dev/runs.sh' again plain waits")).toMatchObject({ status: 0 });
    expect(await guide.run('Runs')).toMatchObject({ status: 0 });
    await admitted(4);
    const most = Object.keys(jobs)
      .filter((each) => each !== 'Job waits')
      .map((each) => each.replace(/^\w+ /, ''));
    const wait = await guide.sh(`sh 'dist/queued-dev/runs.sh' wait ${most.join(' ')} next`);
    expect(wait).toMatchObject({ status: 0, stderr: '' });
    expect(wait.stdout.match(/: succeeded, applied /g)).toHaveLength(4);
  });

  async function deployed(): Promise<Guide> {
    const guide = new Guide(folder, 'queued-dev');
    const nodes = nodesOf(stackJson(folder, 'queued-dev'));
    onTestFinished(() => remove([...nodes, ...queues()]));
    onTestFinished(() => takenDown(guide, NAMESPACE));
    await applied([...nodes, ...queues()]);
    expect(await guide.run('Standing objects')).toMatchObject({ status: 0 });
    await applied(localQueues());
    expect(await guide.run('Runs')).toMatchObject({ status: 0 });
    return guide;
  }

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

describe('a deployment that is interrupted at a random moment', () => {
  const NAMESPACE = 'trainyard-interrupted';
  const ROUNDS = Number(process.env.TRAINYARD_INTERRUPTIONS ?? 15);
  let folder = '';
  judgedBy([API_SERVER], async () => {
    folder = programFolder();
    await synthesize(folder, 'test/integration/programs/interrupted.ts', String(ROUNDS + 1));
  });

  test('is completed by the next one, which starts nothing twice', async () => {
    const first = new Guide(folder, 'round0-local');
    onTestFinished(() => remove([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } }]));
    expect(await first.run('Standing objects')).toMatchObject({ status: 0 });
    const start = Date.now();
    expect(await first.run('Runs')).toMatchObject({ status: 0 });
    const length = Date.now() - start;

    let partly = 0;
    for (let round = 1; round <= ROUNDS; round++) {
      const guide = new Guide(folder, `round${round}-local`);
      await killed(guide, Math.random() * length);
      const begun = await ownUids(round);
      if (Object.keys(begun).length === 1) partly += 1;
      expect(await guide.run('Runs', 'Runs')).toMatchObject({ status: 0, stderr: '' });
      const all = await ownUids(round);
      expect(Object.keys(all).sort()).toEqual([`Job plain${round}`, `JobSet digits${round}`]);
      expect(all).toMatchObject(begun);
    }
    // The moments hit what they should.
    expect(partly).toBeGreaterThan(0);
  });

  async function killed(guide: Guide, after: number): Promise<void> {
    const env = { ...process.env, KUBECONFIG: await guide.contexts() };
    const child = spawn('bash', ['-euc', guide.commands('Runs')], {
      cwd: folder,
      env,
      detached: true,
      stdio: 'ignore',
    });
    const ended = new Promise((resolve) => child.on('close', resolve));
    await sleep(after);
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    } catch {
      // It was faster than the interruption.
    }
    await ended;
  }

  async function ownUids(round: number): Promise<Record<string, unknown>> {
    const all = await uidsOf(NAMESPACE);
    return Object.fromEntries(Object.entries(all).filter(([name]) => new RegExp(`[a-z]${round}$`).test(name)));
  }
});

async function takenDown(guide: Guide, namespace: string): Promise<void> {
  const [commands = ''] = guide.commands('Take it down').split(/^(?=npx cdktf)/m);
  expect(await guide.sh(commands)).toMatchObject({ status: 0 });
  await remove([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }]);
}

async function uidsOf(namespace: string): Promise<Record<string, unknown>> {
  const jobs = await list(KINDS, '-n', namespace);
  // A JobSet's own Jobs are not runs.
  const runs = jobs.filter(({ metadata }) => metadata.ownerReferences === undefined);
  return Object.fromEntries(runs.map(({ kind, metadata }) => [`${kind} ${metadata.name}`, metadata.uid]));
}
