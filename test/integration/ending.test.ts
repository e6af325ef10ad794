import { expect, onTestFinished, test } from 'vitest';
import { judgedBy, REAL_NODE } from './support/judges';
import { applied, conditions, list, pods, remove } from './support/kubectl';
import { manifests, programFolder, synthesize } from './support/program';
import { within } from './support/run';

// What limits say about the end of a job, in real pods.

const NAMESPACE = 'trainyard-endings';

judgedBy([REAL_NODE]);

test('a job fails at its time limit and after its restarts, with nothing running on, and goes when it need not be kept', async () => {
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/endings.ts');
  const objects = manifests(folder).get('endings-local') ?? [];
  onTestFinished(() => remove(objects));
  await applied(objects);

  const failed = ['jobset-broken', 'jobset-late', 'tfjob-broken', 'tfjob-late'];
  await within(120, 'the end of all', async () => {
    const jobs = await list('tfjobs,jobsets', '-n', NAMESPACE);
    const ended = jobs.filter((job) => conditions(job).includes('Failed'));
    expect(jobs.map(({ metadata }) => metadata.name).sort()).toEqual(failed);
    expect(ended.map(({ metadata }) => metadata.name).sort()).toEqual(failed);
    return true;
  });
  await within(60, 'the end of their pods', async () => {
    const running = (await pods(NAMESPACE)).filter(({ status: { phase } }) => phase === 'Running');
    return running.length === 0;
  });
});
