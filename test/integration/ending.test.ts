import { expect, test } from 'vitest';
import { deployed } from './support/deployed';
import type { Guide } from './support/guide';
import { judgedBy, REAL_NODE } from './support/judges';
import { conditions, kubectl, list, pods } from './support/kubectl';
import { attempt, within } from './support/run';

// What limits say about the end of a job, in real pods.

const NAMESPACE = 'trainyard-endings';

judgedBy([REAL_NODE]);

test('a job fails at its time limit and after its restarts, which DEPLOY.md notices, with nothing running on, and goes when it need not be kept', async () => {
  const guide = await deployed('endings', 'endings-local');

  const failed = ['jobset-broken', 'jobset-late', 'tfjob-broken', 'tfjob-late'];
  await within(120, 'the end of all', async () => {
    const jobs = await list('tfjobs,jobsets', '-n', NAMESPACE);
    const ended = jobs.filter((job) => conditions(job).includes('Failed'));
    expect(jobs.map(({ metadata }) => metadata.name).sort()).toEqual(failed);
    expect(ended.map(({ metadata }) => metadata.name).sort()).toEqual(failed);
    return true;
  });
  for (const job of failed) {
    const waits = commands(guide, 'Until the jobs are done', new RegExp(`/${job}$`));
    expect(waits).toHaveLength(2);
    const { status, output } = await attempt('bash', ['-euc', waits.join('\n')], { limit: 60 });
    expect([status, output]).toEqual([
      1,
      expect.stringMatching(/condition met\n.*timed out waiting for the condition/),
    ]);
  }
  await within(60, 'the end of their pods', async () => {
    const running = (await pods(NAMESPACE)).filter(({ status: { phase } }) => phase === 'Running');
    return running.length === 0;
  });
});

test('DEPLOY.md shows why a job failed, and runs it again', async () => {
  const guide = await deployed('endings', 'endings-local');
  const job = 'jobset-broken';
  await kubectl('-n', NAMESPACE, 'wait', '--for=condition=Failed', '--timeout=120s', `jobset/${job}`);

  const looks = commands(guide, 'If a job fails', new RegExp(`[/=]${job}( |$)`));
  const { status, output } = await attempt('bash', ['-euc', looks.join('\n')], { limit: 60 });
  expect([status, output]).toEqual([0, expect.stringMatching(/Error[\s\S]*no way to train/)]);

  const uid = () => kubectl('-n', NAMESPACE, 'get', 'jobset', job, '-o', 'jsonpath={.metadata.uid}');
  const before = await uid();
  const [remove = ''] = commands(guide, 'If a job fails', new RegExp(`-${job}.k8s.yaml$`));
  expect(await guide.sh(remove)).toMatchObject({ status: 0 });
  expect(await guide.run('Runs')).toMatchObject({ status: 0 });
  expect(await uid()).not.toBe(before);
});

function commands(guide: Guide, heading: string, which: RegExp): string[] {
  return guide
    .commands(heading)
    .split('\n')
    .filter((line) => which.test(line));
}
