import { describe, expect, test, type TestContext } from 'vitest';
import { Deployment } from './support/deployment';
import { restartsOf } from './support/job-sets';
import { judgedBy, MXNET_IMAGE, MXNET_NODE } from './support/judges';
import { endContainer, evict, podNamed, pods, type KubernetesObject } from './support/kubectl';
import { logsUntilTheEnd } from './support/logs';
import { emptyFolder, runPod } from './support/pod';
import { programFolder, synthesize } from './support/program';
import { within } from './support/run';
import { shown } from './support/shown';

// MXNet trains with a scheduler and servers in real pods by a JobSet, and what a loss costs, as docs/training/mxnet.md promises it.

const FOLDERS = ['insightface-local', 'mxnet'].map((name) => `/var/lib/trainyard/${name}`);

let folder = '';
let application = '';
judgedBy([MXNET_NODE], async () => {
  folder = programFolder();
  application = programFolder();
  await Promise.all([
    synthesize(folder, 'test/integration/programs/mxnet.ts'),
    synthesize(application),
    ...FOLDERS.map((path) => emptyFolder(path, MXNET_IMAGE)),
  ]);
});

describe.concurrent('a scheduler, servers and two workers', () => {
  test('train the face model of apps/insightface to its end, each worker on its part, and leave a model', async (context) => {
    const stage = new Deployment(application, 'insightface-local');
    const logs = logsUntilTheEnd(stage.namespace, context);
    await stage.deploy(context.onTestFinished);
    await logs.end();
    expect(logs.text).toMatch(/rank 0 of 2, dist_sync, compression 2bit/);
    for (const part of [0, 1]) expect(logs.text).toMatch(new RegExp(`reads part ${part} of 2 of the record file`));
    const losses = lossesIn(logs.text);
    expect(losses.at(-1)).toBeLessThan(0.5 * (losses[0] ?? 0));
    expect(logs.text).toMatch(/exported \/data\/export\/1$/m);
    await within(60, 'the end of the scheduler and the servers', async () => isOver(await pods(stage.namespace)));
    const volume = { hostPath: { path: FOLDERS[0] } };
    const verified = await runPod('default', 'verify', MXNET_IMAGE, volume, ['python3', '/app/verify.py']);
    expect(verified).toMatch(/accuracy (0\.[89]|1\.0)/);
    shown('ran', 'MXNet.parameterServer with compression', 'JobSet');
  });

  test.for([
    ['worker-killed', /worker-0-1/],
    ['scheduler-killed', /scheduler-0-0/],
  ] as const)('all start again from the last checkpoint, and it counts: %s', async ([name, task], context) => {
    const stage = await goesOn(name, context, async (namespace) => {
      await endContainer(namespace, await podNamed(namespace, task), 'python3', '-c', KILL);
    });
    expect(await restartsOf(stage)).toEqual({ all: 1, counted: 1 });
  });

  test('all start again from the last checkpoint, and it does not count: a server is evicted', async (context) => {
    const stage = await goesOn('evicted', context, async (namespace) => {
      await evict(namespace, await podNamed(namespace, /server-0-0/));
    });
    expect(await restartsOf(stage)).toEqual({ all: 1, counted: 0 });
  });

  test('fail when workers ran out of memory more often than maxRestarts allows', async (context) => {
    const stage = new Deployment(folder, 'mxnet-out-of-memory-local');
    const { status, output } = await stage.attempt(context.onTestFinished);
    expect([status, output]).toEqual([1, expect.stringMatching(/^\S+: failed, applied /m)]);
    expect(await restartsOf(stage)).toEqual({ all: 1, counted: 1 });
    const workers = (await pods(stage.namespace)).filter(({ metadata }) => metadata.name.includes('-worker-'));
    expect(workers.map(reasonOf)).toContain('OOMKilled');
  });
});

/** Kills the program beside it, as the kernel kills one that is in its way. */
const KILL = `import os
for each in filter(str.isdigit, os.listdir("/proc")):
    if int(each) != os.getpid() and b"/app/train.py" in open(f"/proc/{each}/cmdline", "rb").read(): os.kill(int(each), 9)`;

/** Trains to the end although something is lost once there is a checkpoint. */
async function goesOn(
  name: string,
  context: TestContext,
  lose: (namespace: string) => Promise<void>,
): Promise<Deployment> {
  const stage = new Deployment(folder, `mxnet-${name}-local`);
  const logs = logsUntilTheEnd(stage.namespace, context);
  await Promise.all([stage.deploy(context.onTestFinished), logs.until(/epoch 5 of/).then(() => lose(stage.namespace))]);
  await logs.end();
  expect(logs.text).toMatch(/resumes from \S+\/checkpoints\/\d+\.params/);
  expect(logs.text).toMatch(/epoch 100 of 100: loss/);
  expect(logs.pods).toBe(8);
  return stage;
}

/** Whether both workers have succeeded, and all else has too or is removed. */
function isOver(all: readonly KubernetesObject[]): boolean {
  const workers = all.filter(({ metadata }) => metadata.name.includes('-worker-'));
  return workers.length === 2 && all.every(({ status: { phase } }) => phase === 'Succeeded');
}

function reasonOf({ status }: KubernetesObject): string | undefined {
  return status.containerStatuses?.[0]?.state?.terminated?.reason;
}

function lossesIn(text: string): number[] {
  return [...text.matchAll(/epoch \d+ of \d+: loss ([\d.]+), .* in part 0$/gm)].map(([, loss]) => Number(loss));
}
