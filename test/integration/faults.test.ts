import { expect, test } from 'vitest';
import { deployed } from './support/deployed';
import { judgedBy, REAL_NODE, TRAINER_IMAGE } from './support/judges';
import { conditions, evict, list, logs, type KubernetesObject } from './support/kubectl';
import { emptyFolder } from './support/pod';
import { within } from './support/run';

// What one fault costs two workers, by each engine in real pods, as docs/training.md promises it. The jobs run at once, in the first
// test; the others look at what was left of them.

judgedBy([REAL_NODE]);

const NAMESPACE = 'trainyard-faults';
const ENGINES = ['job', 'jobset', 'pytorchjob', 'tfjob'];
const FAULTS = ['worker', 'coordinator', 'memory', 'disk', 'evicted'];
const ERRORS = FAULTS.slice(0, 3);
const JOBS = ENGINES.flatMap((engine) => FAULTS.map((fault) => `${engine}-${fault}`));

let jobs = new Map<string, KubernetesObject>();
let pods: KubernetesObject[] = [];
/** The pods that were taken away, by the test or by the node. */
const taken = new Set<string>();

test('jobs go on from the last step after a fault, but for a TFJob whose pod is deleted', async () => {
  await emptyFolder('/var/lib/trainyard/faults', TRAINER_IMAGE);
  await deployed('faults', 'faults-local');
  await Promise.all(ENGINES.map((engine) => evictSecond(`${engine}-evicted`)));
  jobs = await within(150, 'the end of all', async () => {
    const all = await list('jobs.batch,jobsets,pytorchjobs,tfjobs', { namespace: NAMESPACE });
    const ended = all.filter((job) => JOBS.includes(job.metadata.name) && isEnded(job));
    return ended.length === JOBS.length && new Map(ended.map((job) => [job.metadata.name, job]));
  });
  pods = await list('pods', { namespace: NAMESPACE });
  for (const event of await list('events', { namespace: NAMESPACE, fields: 'reason=Evicted' })) {
    taken.add((event as unknown as { involvedObject: { uid: string } }).involvedObject.uid);
  }

  const failed = JOBS.filter((name) => conditions(job(name)).includes('Failed'));
  expect(failed).toEqual(['tfjob-evicted']);
  const good = JOBS.filter((name) => !failed.includes(name));
  for (const text of await Promise.all(good.map(lastLogOf))) {
    expect(text).toMatch(/^rank 0 begins after step [1-9][^]*^rank 0 step 20$/m);
  }
});

test.each(['pytorchjob', 'tfjob'])('containers of a %s start again in their pods', (engine) => {
  for (const fault of ERRORS) {
    const all = podsOf(`${engine}-${fault}`).map(restarts);
    expect([all.length, all.every((count) => count > 0)], `${engine}-${fault}: ${all.join()}`).toEqual([2, true]);
  }
});

test.each(['pytorchjob-disk', 'pytorchjob-evicted', 'tfjob-disk'])('a taken pod is made anew: %s', (name) => {
  const [first, second, ...others] = podsOf(name);
  expect(others).toEqual([]);
  expect([restarts(first) > 0, restarts(second)]).toEqual([true, 0]);
  expect(taken).not.toContain(second?.metadata.uid);
});

test.each(FAULTS)('all pods of a JobSet are replaced together: %s', (fault) => {
  const { status } = job(`jobset-${fault}`);
  expect(status.restarts).toBeGreaterThan(0);
  if (ERRORS.includes(fault)) expect(status.restartsCountTowardsMax).toBe(status.restarts);
  expect(podsOf(`jobset-${fault}`).map(restarts)).toEqual([0, 0]);
});

test.each(FAULTS)('both pods of a Job are replaced, each by itself: %s', (fault) => {
  const all = podsOf(`job-${fault}`);
  // Of a pod that it evicts, the kubelet may count a restart that was not.
  const others = all.filter(({ metadata }) => !taken.has(metadata.uid ?? ''));
  expect(others.map(restarts)).toEqual(others.map(() => 0));
  const failed = all.filter(({ status }) => status.phase === 'Failed');
  const lost = failed.map((pod) => indexOf(pod));
  // A pod that somebody takes away is gone.
  expect(new Set(lost)).toEqual(new Set(fault === 'evicted' ? [0] : [0, 1]));
  const reasons = failed.map(({ status }) => status.reason ?? status.containerStatuses[0].state.terminated.reason);
  if (fault === 'memory') expect(reasons).toContain('OOMKilled');
  if (fault === 'disk') expect(reasons).toContain('Evicted');
});

/** Takes the pod of the second task away when it waits for that. */
async function evictSecond(name: string): Promise<void> {
  await within(90, `the second task of ${name}`, async () => {
    const [, second] = podsOf(name, await list('pods', { namespace: NAMESPACE }));
    if (second?.status.phase !== 'Running') return false;
    if (!(await logs(second)).includes('suffers')) return false;
    await evict(NAMESPACE, second.metadata.name);
    taken.add(second.metadata.uid ?? '');
    return true;
  });
}

function job(name: string): KubernetesObject {
  const found = jobs.get(name);
  if (!found) throw new Error(`the job ${name} did not end`);
  return found;
}

function isEnded(object: KubernetesObject): boolean {
  return conditions(object).some((condition) => /^(Succeeded|Completed?|Failed)$/.test(condition));
}

/** The pods of a job, in the order of their indexes and of time. */
function podsOf(name: string, among = pods): KubernetesObject[] {
  const of = among.filter(({ metadata }) => metadata.labels?.['trainyard/workload'] === name);
  return of.sort((a, b) => indexOf(a) - indexOf(b) || startOf(a).localeCompare(startOf(b)));
}

function indexOf({ metadata: { labels = {} } }: KubernetesObject): number {
  return Number(labels['batch.kubernetes.io/job-completion-index'] ?? labels['training.kubeflow.org/replica-index']);
}

function startOf({ status }: KubernetesObject): string {
  return String(status.startTime);
}

function restarts(pod: KubernetesObject | undefined): number {
  return Number(pod?.status.containerStatuses?.[0]?.restartCount ?? 0);
}

/** What the first task printed in the end. */
async function lastLogOf(name: string): Promise<string> {
  const last = podsOf(name).findLast((pod) => indexOf(pod) === 0);
  return `${name}\n${last ? await logs(last) : 'no pod'}`;
}
