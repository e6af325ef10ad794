import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nodesOf, plainNode } from './support/gke-nodes';
import { Guide } from './support/guide';
import { FAKE_NODES, judgedBy, KUEUE } from './support/judges';
import { applied, conditions, kubectl, list, remove } from './support/kubectl';
import { programFolder, stackJson, synthesize } from './support/program';
import { attempt, within } from './support/run';

// Runs are applied once, whatever happens between two deployments. So are all other parts of a deployment.

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
      const workloads = await list('workloads.kueue.x-k8s.io', { namespace: NAMESPACE });
      return workloads.filter((each) => conditions(each).includes('Admitted')).length === count;
    });
  }

  async function ended(): Promise<unknown[]> {
    const jobs = await list(KINDS, { namespace: NAMESPACE, labels: 'kueue.x-k8s.io/queue-name' });
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
  const ROUNDS = Number(process.env.TRAINYARD_INTERRUPTIONS ?? 8);
  const STEPS = ['Operators', 'Standing objects', 'Runs'];
  const OPERATOR = 'test/integration/programs/operator.yaml';
  const NODE = plainNode('trainyard-interrupted', '64', '256Gi');
  let folder = '';
  judgedBy([FAKE_NODES], async () => {
    folder = programFolder();
    await synthesize(folder, 'test/integration/programs/interrupted.ts', String(ROUNDS + 1));
    mkdirSync(join(folder, 'bin'));
    copyFileSync(join(__dirname, 'support/mortal-kubectl.sh'), join(folder, 'bin/kubectl'));
    chmodSync(join(folder, 'bin/kubectl'), 0o755);
  });

  test('is completed by the next one, which installs, makes and starts what is missing, and nothing twice', async () => {
    onTestFinished(async () => {
      await kubectl('delete', '--ignore-not-found', '-f', OPERATOR);
      await withoutRecord();
      const names = Array.from({ length: ROUNDS + 1 }, (_, round) => namespaceOf(round));
      await remove(names.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name } })));
      // Without it nothing ends the pods.
      await remove([NODE]);
    });
    await applied([NODE]);
    const made = creations();
    const start = Date.now();
    const calls = await deployedUntil(0);
    const call = (Date.now() - start) / 1000 / calls;
    await complete(0);

    const parts: Record<string, number> = {};
    for (let round = 1; round <= ROUNDS; round++) {
      // An operator of another version is there, or it was deleted since, or there never was one.
      const before = Math.floor(Math.random() * 4);
      if (before > 1) await kubectl('delete', 'crd', 'digits.ml.acme.com');
      if (before > 2) await withoutRecord();
      const at = Math.ceil(((round - Math.random()) / ROUNDS) * calls);
      const when = ['before', 'in', 'after'][Math.floor(Math.random() * 3)] ?? '';
      await deployedUntil(round, `${at} ${when}`, Math.random() * call);
      const part = await madeBy(round);
      parts[part] = (parts[part] ?? 0) + 1;
      await complete(round);
    }
    console.info(`${ROUNDS} deployments of ${calls} calls were interrupted when they had made`, parts);
    // The moments hit what they should.
    expect(Object.keys(parts).length).toBeGreaterThan(1);
    const runs = Array.from({ length: ROUNDS + 1 }, (_, round) =>
      ['digits', 'digits-worker-0', 'plain'].map((name) => `${namespaceOf(round)} ${name}`),
    );
    await within(10, 'all creations', () => Promise.resolve(made.length >= runs.flat().length));
    expect(made.sort()).toEqual(runs.flat().sort());
  });

  const namespaceOf = (round: number) => `trainyard-interrupted-${round}`;

  const withoutRecord = () => kubectl('annotate', 'namespace', 'kube-system', 'trainyard/digits.ml.acme.com-');

  /** A list to which each job and JobSet is added when the cluster makes it. */
  function creations(): string[] {
    const made: string[] = [];
    const event = '{.type} {.object.metadata.namespace} {.object.metadata.name}{"\\n"}';
    for (const kind of ['jobs', 'jobsets']) {
      const watch = ['get', kind, '-A', '--watch-only', '--output-watch-events', '-o', `jsonpath=${event}`];
      const child = spawn('kubectl', watch, { stdio: ['ignore', 'pipe', 'inherit'] });
      onTestFinished(() => void child.kill());
      createInterface(child.stdout).on('line', (line) => {
        const [, run] = /^ADDED (trainyard-interrupted.*)/.exec(line) ?? [];
        if (run !== undefined) made.push(run);
      });
    }
    return made;
  }

  /** Deploys, up to a call of kubectl if one is given; the number of calls. */
  async function deployedUntil(round: number, diesAt = '', delay = 0): Promise<number> {
    const guide = new Guide(folder, `round${round}-local`);
    const CALLS = join(folder, 'calls');
    writeFileSync(CALLS, '0');
    const env = {
      ...process.env,
      KUBECONFIG: await guide.contexts(),
      PATH: `${folder}/bin:${process.env.PATH}`,
      CALLS,
      DIES_AT: diesAt,
      DELAY: delay.toFixed(3),
    };
    const commands = guide.commands(...STEPS);
    const child = spawn('bash', ['-euc', commands], { cwd: folder, env, detached: true, stdio: 'ignore' });
    await new Promise((resolve) => child.on('close', resolve));
    return Number(readFileSync(CALLS, 'utf8'));
  }

  /** What a deployment had made when it was interrupted. */
  async function madeBy(round: number): Promise<string> {
    const version = await recorded();
    if (version === 'unfinished') return 'a part of the operator';
    if (version !== `1.0.${round}`) return 'nothing';
    const objects = await list('services,jobsets,jobs', { namespace: namespaceOf(round) });
    const own = objects.filter(({ metadata }) => metadata.ownerReferences === undefined);
    return ['the operator', ...own.map(({ kind }) => kind)].join(', ');
  }

  function recorded(): Promise<string> {
    const path = String.raw`jsonpath={.metadata.annotations.trainyard/digits\.ml\.acme\.com}`;
    return kubectl('get', 'namespace', 'kube-system', '-o', path);
  }

  /** Deploys twice. Then all is as in the files, and the second one has changed nothing. */
  async function complete(round: number): Promise<void> {
    const guide = new Guide(folder, `round${round}-local`);
    expect(await guide.run(...STEPS)).toMatchObject({ status: 0, stderr: '' });
    const stdout = expect.not.stringMatching(/digits-operator serverside-applied|: started$/m) as unknown;
    expect(await guide.run(...STEPS)).toMatchObject({ status: 0, stderr: '', stdout });
    expect(await recorded()).toBe(`1.0.${round}`);
    const diff = `kubectl --context kind-round${round} diff --server-side -f`;
    const operator = `sed 's/VERSION/1.0.${round}/' ${OPERATOR} | ${diff} -`;
    expect(await guide.sh(`${operator}; ${diff} dist/round${round}-local/standing`)).toMatchObject({
      status: 0,
      output: '',
    });
  }
});

async function takenDown(guide: Guide, namespace: string): Promise<void> {
  const [commands = ''] = guide.commands('Take it down').split(/^(?=npx cdktf)/m);
  expect(await guide.sh(commands)).toMatchObject({ status: 0 });
  await remove([{ apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } }]);
}

async function uidsOf(namespace: string): Promise<Record<string, unknown>> {
  const jobs = await list(KINDS, { namespace });
  // A JobSet's own Jobs are not runs.
  const runs = jobs.filter(({ metadata }) => metadata.ownerReferences === undefined);
  return Object.fromEntries(runs.map(({ kind, metadata }) => [`${kind} ${metadata.name}`, metadata.uid]));
}
