import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { deployed } from './support/deployed';
import { judgedBy, REAL_NODE } from './support/judges';
import { conditions, list, pods } from './support/kubectl';
import { attempt, within } from './support/run';

// What limits say about the end of a job, in real pods.

const NAMESPACE = 'trainyard-endings';

judgedBy([REAL_NODE]);

test('a job fails at its time limit and after its restarts, which DEPLOY.md notices, with nothing running on, and goes when it need not be kept', async () => {
  const folder = await deployed('endings', 'endings-local');

  const failed = ['jobset-broken', 'jobset-late', 'tfjob-broken', 'tfjob-late'];
  await within(120, 'the end of all', async () => {
    const jobs = await list('tfjobs,jobsets', '-n', NAMESPACE);
    const ended = jobs.filter((job) => conditions(job).includes('Failed'));
    expect(jobs.map(({ metadata }) => metadata.name).sort()).toEqual(failed);
    expect(ended.map(({ metadata }) => metadata.name).sort()).toEqual(failed);
    return true;
  });
  for (const waits of failed.map((name) => waitsFor(name, folder))) {
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

/** The commands of DEPLOY.md that wait for a job. */
function waitsFor(job: string, folder: string): string[] {
  const text = readFileSync(join(folder, 'dist/endings-local/DEPLOY.md'), 'utf8');
  return text.split('\n').filter((line) => line.startsWith('kubectl') && line.endsWith(`/${job}`));
}
