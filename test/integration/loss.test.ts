import { describe, expect, test, type TestContext } from 'vitest';
import type { Deployment } from './support/deployment';
import { restartsOf } from './support/job-sets';
import { judgedBy, REAL_NODE } from './support/judges';
import { evict, pods, type KubernetesObject } from './support/kubectl';
import { localStage, logsOf } from './support/local-stage';
import { within } from './support/run';

// What the loss of a pod costs a job of TensorFlow in real pods, as docs/training.md promises it.

judgedBy([REAL_NODE]);

/** Enough for two losses before training ends, and for one. */
const STEPS = { two: 1200, one: 600 };

// Their tasks together ask for 6.75 GiB.
describe.concurrent('of a', () => {
  test('parameter server job: a worker starts again alone; with the chief all do, from the last checkpoint', async (context) => {
    const job = { variant: ['jobset', 'parameter-server'], steps: STEPS.two };
    const stage = await allStartAgain(job, '-chief-0', loseWorkerThenChief, context);
    expect(await restartsOf(stage)).toEqual({ all: 1, counted: 0 });
  });

  // How many restarts it takes is not known: workers that start again under load may miss each other once more. A restart counts
  // if the cluster hears of a worker that broke off before it hears of the one that was lost.
  test('mirrored job: with one worker all start again, from the last checkpoint', async (context) => {
    const lose = (namespace: string) => loseWorker(namespace, '-worker-0');
    const job = { variant: ['jobset', 'mirrored'], steps: STEPS.one };
    const stage = await allStartAgain(job, '-worker-0-0', lose, context);
    expect((await restartsOf(stage)).all).toBeGreaterThan(0);
  });

  test('mirrored job without an operator: with one worker all start again, from the last checkpoint', async (context) => {
    const job = { variant: ['job', 'mirrored'], steps: STEPS.one };
    await allStartAgain(job, 'mnist-0', (namespace) => loseWorker(namespace, 'mnist'), context);
  });
});

/** Trains to the end while pods are lost; `lose` gives the names of those that the last loss was the end of. */
async function allStartAgain(
  { variant, steps }: { readonly variant: readonly string[]; readonly steps: number },
  leader: string,
  lose: (namespace: string) => Promise<string[]>,
  { onTestFinished }: TestContext,
): Promise<Deployment> {
  const stage = await localStage(variant, steps);
  const [, before] = await Promise.all([stage.deploy(onTestFinished), lose(stage.namespace)]);
  // A Job keeps the pods that failed.
  const left = (await pods(stage.namespace)).filter(({ status }) => status.phase !== 'Failed');
  expect(names(left).filter((name) => before.includes(name))).toEqual([]);
  expect(await logsOf(leader, left)).toMatch(/resumes from .*ckpt-\d+/);
  return stage;
}

async function loseWorkerThenChief(namespace: string): Promise<string[]> {
  const before = await training(namespace, '-chief-0');
  const lost = named('-worker-0-1', before);
  await evict(namespace, lost);
  const after = await within(60, 'another worker', async () => {
    const now = names(await pods(namespace));
    return now.length === before.length && !now.includes(lost) && now;
  });
  expect(before.filter((name) => !after.includes(name))).toEqual([lost]);
  await evict(namespace, named('-chief-0', after));
  return after;
}

/** @param workers how the names of their pods end before the index */
async function loseWorker(namespace: string, workers: string): Promise<string[]> {
  const before = await training(namespace, `${workers}-0`);
  await evict(namespace, named(`${workers}-1`, before));
  return before;
}

/** The names of the pods of a job, once the one that leads has saved a checkpoint. */
async function training(namespace: string, leader: string): Promise<string[]> {
  return within(180, 'the first checkpoint', async () => {
    const now = await pods(namespace);
    return (await logsOf(leader, now)).includes('saved') && names(now);
  });
}

function named(task: string, among: readonly string[]): string {
  return among.find((name) => name.includes(task)) ?? '';
}

function names(objects: readonly KubernetesObject[]): string[] {
  return objects.map(({ metadata }) => metadata.name);
}
