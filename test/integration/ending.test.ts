import { expect, test } from 'vitest';
import { deployed } from './support/deployed';
import type { Guide } from './support/guide';
import { judgedBy, REAL_NODE } from './support/judges';
import { conditions, kubectl, list, pods, type KubernetesObject } from './support/kubectl';
import { within } from './support/run';

// The limits of jobs, in real pods.

const NAMESPACE = 'trainyard-endings';
const FAILED = ['job', 'jobset', 'pytorchjob', 'tfjob'].flatMap((engine) => [`${engine}-broken`, `${engine}-late`]);

judgedBy([REAL_NODE]);

test('a job fails at its time limit and after its restarts, with nothing running on, and goes when it need not be kept; DEPLOY.md notices, shows why, and runs it again', async () => {
  const guide = await deployed('endings', 'endings-local');

  await within(90, 'the end of all', async () => {
    const jobs = (await list('jobs,jobsets,pytorchjobs,tfjobs', { namespace: NAMESPACE })).filter(isOurs);
    const ended = jobs.filter((job) => conditions(job).includes('Failed'));
    expect(jobs.map(({ metadata }) => metadata.name).sort()).toEqual(FAILED);
    expect(ended.map(({ metadata }) => metadata.name).sort()).toEqual(FAILED);
    return true;
  });
  const { status: waited, stdout: ends } = await guide.run('Until the jobs are done');
  expect(waited).toBe(1);
  expect(ends.match(/^\S+(?=: failed, applied )/gm)?.sort()).toEqual(FAILED);
  // The others were deleted 5 s after their ends.
  expect(ends.match(/^\S+-forgotten: (succeeded|gone), applied /gm)).toHaveLength(4);
  await within(60, 'the end of their pods', async () => {
    const running = (await pods(NAMESPACE)).filter(({ status: { phase } }) => phase === 'Running');
    return running.length === 0;
  });

  const job = 'jobset-broken';
  const looks = commands(guide, 'If a job fails', new RegExp(`[/=]${job}( |$)`));
  const { status, output } = await guide.sh(looks.join('\n'));
  expect([status, output]).toEqual([0, expect.stringMatching(/Error[\s\S]*no way to train/)]);

  const uid = () => kubectl('-n', NAMESPACE, 'get', 'jobset', job, '-o', 'jsonpath={.metadata.uid}');
  const before = await uid();
  const again = commands(guide, 'If a job fails', new RegExp(` again ${job}$`));
  expect(again).toHaveLength(1);
  expect(await guide.sh(again.join('\n'))).toMatchObject({ status: 0 });
  expect(await uid()).not.toBe(before);
  // A job that was deleted after its end does not train again.
  expect(await guide.run('Runs')).toMatchObject({ status: 0 });
  const jobs = (await list('jobs,jobsets,pytorchjobs,tfjobs', { namespace: NAMESPACE })).filter(isOurs);
  expect(jobs.map(({ metadata }) => metadata.name).sort()).toEqual(FAILED);
});

/** A JobSet makes Jobs. */
function isOurs({ metadata }: KubernetesObject): boolean {
  return metadata.ownerReferences === undefined;
}

function commands(guide: Guide, heading: string, which: RegExp): string[] {
  return guide
    .commands(heading)
    .split('\n')
    .filter((line) => which.test(line));
}
