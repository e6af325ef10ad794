import { expect, test } from 'vitest';
import { judgedBy, REAL_NODE } from './support/judges';
import { kubectl, pods, type KubernetesObject } from './support/kubectl';
import { localStage, logsOf, NAMESPACE, VARIANTS, type LocalStage } from './support/local-stage';
import { run, within } from './support/run';

// What the loss of a pod costs a JobSet in real pods, as docs/training.md promises it.

judgedBy([REAL_NODE]);

/** Enough for two losses before training ends. */
const STEPS = 1200;

test('of a parameter server job: a worker starts again alone; with the chief all do, from the last checkpoint', async () => {
  const stage = await allStartAgain('parameter-server', '-chief-0', loseWorkerThenChief);
  expect(await restarts(stage)).toEqual({ all: 1, counted: 0 });
});

// It counts if the cluster hears first of the worker that broke off because its peer was gone: nobody can say which.
test('of a mirrored job: with one worker all start again, from the last checkpoint', async () => {
  const stage = await allStartAgain('mirrored', '-worker-0-0', loseMirroredWorker);
  expect(await restarts(stage)).toMatchObject({ all: 1 });
});

/** Trains to the end while pods are lost; `lose` gives the names of those that the last loss was the end of. */
async function allStartAgain(strategy: string, leader: string, lose: () => Promise<string[]>): Promise<LocalStage> {
  const stage = await localStage(VARIANTS, ['jobset', strategy], STEPS);
  const [, before] = await Promise.all([stage.deploy(), lose()]);
  const left = await pods(NAMESPACE);
  expect(names(left).filter((name) => before.includes(name))).toEqual([]);
  expect(await logsOf(leader, left)).toMatch(/resumes from .*ckpt-\d+/);
  return stage;
}

async function loseWorkerThenChief(): Promise<string[]> {
  const before = await training('-chief-0');
  const lost = named('-worker-0-1', before);
  await evict(lost);
  const after = await within(60, 'another worker', async () => {
    const now = names(await pods(NAMESPACE));
    return now.length === before.length && !now.includes(lost) && now;
  });
  expect(before.filter((name) => !after.includes(name))).toEqual([lost]);
  await evict(named('-chief-0', after));
  return after;
}

async function loseMirroredWorker(): Promise<string[]> {
  const before = await training('-worker-0-0');
  await evict(named('-worker-0-1', before));
  return before;
}

/** The names of the pods of a job, once the one that leads has saved a checkpoint. */
async function training(leader: string): Promise<string[]> {
  return within(180, 'the first checkpoint', async () => {
    const now = await pods(NAMESPACE);
    return (await logsOf(leader, now)).includes('saved') && names(now);
  });
}

/** As a drain of its node does. */
async function evict(name: string): Promise<void> {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name, namespace: NAMESPACE } };
  const path = `/api/v1/namespaces/${NAMESPACE}/pods/${name}/eviction`;
  await run('kubectl', ['create', '--raw', path, '-f', '-'], { input: JSON.stringify(eviction) });
}

function named(task: string, among: readonly string[]): string {
  return among.find((name) => name.includes(task)) ?? '';
}

function names(objects: readonly KubernetesObject[]): string[] {
  return objects.map(({ metadata }) => metadata.name);
}

/** How often all started again, and how many of these times count towards maxRestarts. */
async function restarts({ objects }: LocalStage): Promise<{ all: number; counted: number }> {
  const job = objects.find(({ kind }) => kind === 'JobSet')?.metadata.name ?? '';
  const { status } = JSON.parse(await kubectl('-n', NAMESPACE, 'get', 'jobset', job, '-o', 'json')) as KubernetesObject;
  return { all: status.restarts ?? 0, counted: status.restartsCountTowardsMax ?? 0 };
}
