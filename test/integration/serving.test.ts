import { describe, expect, test, vi, type TestContext } from 'vitest';
import { judgedBy, MODEL_SERVER, REAL_NODE, TRAINER_IMAGE } from './support/judges';
import { applied, kubectl, pods, remove, unschedulable, type KubernetesObject } from './support/kubectl';
import { Load, sum } from './support/load';
import { emptyFolder, runPod } from './support/pod';
import { manifests, programFolder, synthesize } from './support/program';
import { within } from './support/run';
import { settled, undrained } from './support/servers';

// Clients ask a server at a steady rate, in real pods, while its pods are replaced. The program in the pods stands in for
// TensorFlow Serving: see programs/serving. Probes, flags, config files and drain are those that users get.

const PROGRAM = 'test/integration/programs/serving.ts';
/** Where version 1 of the model is trained, and copied to version 2. */
const MODELS = '/var/lib/trainyard/serving';
const MAKE = `set -e
python3 /app/train.py --data_dir=/data --train_steps=60 --export_dir=/data/mnist
cp -r /data/mnist/1 /data/mnist/2`;

/** The programs by the version of the model, the number of replicas, and whether there is a canary. */
const PROGRAMS = ['1 2', '2 2', '1 3', '1 1', '1 2 canary'] as const;
const made = new Map<string, Map<string, KubernetesObject[]>>();

judgedBy([REAL_NODE, MODEL_SERVER], async () => {
  await emptyFolder(MODELS, TRAINER_IMAGE);
  await runPod('default', 'train-served', TRAINER_IMAGE, { hostPath: { path: MODELS } }, ['sh', '-c', MAKE], {});
  const folder = programFolder();
  for (const args of PROGRAMS) {
    await synthesize(folder, PROGRAM, ...args.split(' '));
    made.set(args, manifests(folder));
  }
});

/** One server in a namespace of its own, and the clients that ask it. */
class Server {
  private applied: readonly KubernetesObject[] = [];

  constructor(
    private readonly name: string,
    { onTestFinished }: TestContext,
    private readonly change = (objects: readonly KubernetesObject[]) => objects,
  ) {
    onTestFinished(() => remove(this.applied));
  }

  get namespace(): string {
    return `trainyard-serving-${this.name}`;
  }

  /** Applies the objects of a program as DEPLOY.md does, takes those away that it no longer has, and waits for the end of that. */
  async become(args: (typeof PROGRAMS)[number]): Promise<void> {
    const objects = this.change(made.get(args)?.get(`${this.name}-local`) ?? []);
    const gone = this.applied.filter((old) => !objects.some((object) => keyOf(object) === keyOf(old)));
    this.applied = objects;
    await applied(objects);
    if (gone.length > 0) await remove(gone);
    const servers = objects.filter(({ kind }) => kind === 'Deployment');
    await settled(
      this.namespace,
      servers.reduce((all, { spec }) => all + Number(spec.replicas), 0),
    );
  }
}

function keyOf({ kind, metadata }: KubernetesObject): string {
  return `${kind} ${metadata.name}`;
}

// The pods of one ask for 0.5 CPU, and need more when they start.
vi.setConfig({ maxConcurrency: 3 });
describe.concurrent('clients that ask twenty times a second', () => {
  test('lose no request while another version replaces the pods', async (context) => {
    const server = new Server('rolls', context);
    await server.become('1 2');
    const load = await Load.start(server.namespace);
    await server.become('2 2');
    const report = await load.soFar();
    expect(report.errors).toEqual({});
    expect([Object.keys(report.versions), report.last]).toEqual([['1', '2'], 2]);
  });

  test('lose no request while a canary comes, and while its version takes the place of the usual one', async (context) => {
    const server = new Server('canary', context);
    await server.become('1 2');
    const load = await Load.start(server.namespace);
    await server.become('1 2 canary');
    const before = await load.until('answers of the canary', ({ versions }) => (versions['2'] ?? 0) > 0);
    expect(before.errors).toEqual({});
    await server.become('2 2');
    const report = await load.soFar();
    expect(report.errors).toEqual({});
    expect(report.last).toBe(2);
  });

  test('lose no request while replicas are taken away', async (context) => {
    const server = new Server('shrinks', context);
    await server.become('1 3');
    const load = await Load.start(server.namespace);
    await server.become('1 1');
    expect((await load.soFar()).errors).toEqual({});
  });

  test('fails: lose requests where the pods have no time to end', async (context) => {
    const server = new Server('undrained', context, undrained);
    await server.become('1 2');
    const load = await Load.start(server.namespace);
    await server.become('2 2');
    const { errors } = await load.soFar();
    expect(sum(errors)).toBeGreaterThan(0);
    expect(Object.keys(errors).join()).toMatch(/UNAVAILABLE/);
  });

  test('get answers of another version on a pool of one GPU, whose pod goes before the next comes', async (context) => {
    const server = new Server('gpu', context);
    await server.become('1 2');
    const load = await Load.start(server.namespace);
    await server.become('2 2');
    expect((await load.until('answers of version 2', ({ last }) => last === 2)).last).toBe(2);

    // One that starts first waits without end.
    const rolling = { strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } };
    const template = { metadata: { annotations: { again: 'true' } } };
    const patch = JSON.stringify({ spec: { ...rolling, template } });
    await kubectl('-n', server.namespace, 'patch', 'deployment', 'mnist', '-p', patch);
    const reason = await within(30, 'a pod that waits', async () =>
      (await pods(server.namespace)).map(unschedulable).find((text) => text !== undefined),
    );
    expect(reason).toMatch(/Insufficient nvidia.com\/gpu/);
  });
});
