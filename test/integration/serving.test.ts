import { describe, expect, test, vi, type TestContext } from 'vitest';
import { Guide } from './support/guide';
import { judgedBy, MODEL_SERVER, REAL_NODE } from './support/judges';
import { applied, kubectl, pods, remove, unschedulable, type KubernetesObject } from './support/kubectl';
import { Load, sum } from './support/load';
import { manifests, programFolder, synthesize } from './support/program';
import { within } from './support/run';
import { isServed, makeModel, settled, undrained } from './support/servers';

// Clients ask a server at a steady rate, in real pods, while its pods are replaced. The program in the pods stands in for
// TensorFlow Serving: see programs/serving. Probes, flags, config files and drain are those that users get.

const PROGRAM = 'test/integration/programs/serving.ts';

/** The folder of the program at each step. */
const steps: string[] = [];

judgedBy([REAL_NODE, MODEL_SERVER], async () => {
  await makeModel('/var/lib/trainyard/serving');
  for (const step of [0, 1, 2]) {
    const folder = programFolder();
    await synthesize(folder, PROGRAM, String(step));
    steps.push(folder);
  }
});

/** One server in a namespace of its own. */
class Server {
  private applied: readonly KubernetesObject[] = [];

  constructor(
    private readonly name: string,
    { onTestFinished }: TestContext,
    private readonly change?: (objects: readonly KubernetesObject[]) => KubernetesObject[],
  ) {
    onTestFinished(() => remove(this.applied));
  }

  get namespace(): string {
    return `trainyard-serving-${this.name}`;
  }

  /** Applies the objects of a step as DEPLOY.md does, takes those away that it no longer has, and waits for the end of that. */
  async become(step: number): Promise<void> {
    const [folder = '', deployment] = [steps[step], `${this.name}-local`];
    const given = manifests(folder).get(deployment) ?? [];
    const objects = this.change?.(given) ?? given;
    const gone = this.applied.filter((old) => !objects.some((object) => keyOf(object) === keyOf(old)));
    this.applied = objects;
    if (this.change) await applied(objects);
    else {
      // It says no as long as pods are not as far as the program thinks.
      const guide = new Guide(folder, deployment);
      await within(180, 'what DEPLOY.md does', async () => (await guide.run('Standing objects')).status === 0);
    }
    if (gone.length > 0) await remove(gone);
    const servers = objects.filter(({ kind }) => kind === 'Deployment');
    await settled(
      this.namespace,
      servers.reduce((all, { spec }) => all + Number(spec.replicas), 0),
    );
  }

  async pods(): Promise<string[]> {
    const all = (await pods(this.namespace)).filter(isServed);
    return all.map(({ metadata }) => metadata.name).sort();
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
    await server.become(0);
    const load = await Load.start(server.namespace);
    await server.become(1);
    const report = await load.soFar();
    expect(report.errors).toEqual({});
    expect([Object.keys(report.versions), report.last]).toEqual([['1', '2'], 2]);
  });

  test('lose no request while a canary comes, and while its version takes the place of the usual one', async (context) => {
    const server = new Server('canary', context);
    await server.become(0);
    const load = await Load.start(server.namespace);
    await server.become(1);
    const before = await load.until('answers of the canary', ({ versions }) => (versions['2'] ?? 0) > 0);
    expect(before.errors).toEqual({});
    await server.become(2);
    const report = await load.soFar();
    expect(report.errors).toEqual({});
    expect(report.last).toBe(2);
  });

  test('lose no request while replicas are taken away', async (context) => {
    const server = new Server('shrinks', context);
    await server.become(0);
    const load = await Load.start(server.namespace);
    await server.become(1);
    expect((await load.soFar()).errors).toEqual({});
  });

  test('lose no request while the Service changes from blue to green, and back', async (context) => {
    const server = new Server('colors', context);
    await server.become(0);
    const load = await Load.start(server.namespace);
    await server.become(1);
    expect((await load.until('answers of green', ({ last }) => last === 2)).versions['1']).toBeGreaterThan(0);
    await server.become(0);
    await load.until('answers of blue', ({ last }) => last === 1);
    expect((await load.soFar()).errors).toEqual({});
  });

  test('lose no request while a label moves to another version in running pods', async (context) => {
    const server = new Server('labels', context);
    await server.become(0);
    const before = await server.pods();
    const load = await Load.start(server.namespace, '--label=stable');
    await server.become(1);
    await server.become(2);
    const report = await load.until('answers of version 2', ({ last }) => last === 2, 180);
    expect([Object.keys(report.versions), (await load.soFar()).errors]).toEqual([['1', '2'], {}]);
    expect(await server.pods()).toEqual(before);
  });

  test('fails: lose requests where the pods have no time to end', async (context) => {
    const server = new Server('undrained', context, undrained);
    await server.become(0);
    const load = await Load.start(server.namespace);
    let errors: Record<string, number> = {};
    // One of these is enough on most machines.
    for (const version of [1, 0, 1, 0]) {
      if (sum(errors) > 0) break;
      await server.become(version);
      ({ errors } = await load.soFar());
    }
    expect(Object.keys(errors).join()).toMatch(/UNAVAILABLE/);
  });

  test('get answers of another version on a pool of one GPU, whose pod goes before the next comes', async (context) => {
    const server = new Server('gpu', context);
    await server.become(0);
    const load = await Load.start(server.namespace);
    await server.become(1);
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
