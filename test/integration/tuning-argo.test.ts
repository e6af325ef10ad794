import { expect, test } from 'vitest';
import { deployed } from './support/deployed';
import { ARGO, judgedBy, REAL_NODE, TRAINER_IMAGE } from './support/judges';
import { kubectl, list } from './support/kubectl';
import { emptyFolder } from './support/pod';
import { within } from './support/run';

// Experiments without Katib, in real pods: Argo Workflows runs their trials, each with jobs of another kind.

const NAMESPACE = 'trainyard-tuning-argo';

judgedBy([REAL_NODE, ARGO]);

interface Node {
  readonly displayName: string;
  readonly phase: string;
  readonly startedAt: string;
  readonly finishedAt: string;
}

const runs = () => list('workflows.argoproj.io', { namespace: NAMESPACE });

test('a grid and random searches find their best trial; failed trials do not stop the others', async () => {
  await emptyFolder('/var/lib/trainyard/tuning-argo', TRAINER_IMAGE);
  const guide = await deployed('tuning-argo', 'tuning-argo-local');
  const level = 'jsonpath={.metadata.labels.pod-security\\.kubernetes\\.io/enforce}';
  expect(await kubectl('get', 'namespace', NAMESPACE, '-o', level)).toBe('restricted');

  await within(400, 'the end of all', async () => {
    const ends = (await runs()).map(({ metadata, status }) => `${metadata.name}=${String(status?.phase)}`);
    expect(ends).toEqual(['fails=Failed', 'grid=Succeeded', 'loss=Succeeded', 'random=Succeeded']);
    return true;
  });

  const [wait = '', ...best] = guide.commands('Until the jobs are done').trim().split('\n');
  const waited = await guide.sh(wait);
  expect([waited.status, waited.output]).toEqual([1, expect.stringContaining('fails')]);
  const { output } = await guide.sh(best.join('\n'));
  expect(output).toContain('1.001 trial-4 {"lr":"0.06","epochs":"2"}');
  // The trial with the best metric of all failed.
  expect(output).toContain('1.000906074281829 trial-3 {"lr":"0.0503084718351","epochs":"2"}');
  expect(output).toContain('0.0 trial-2 {"lr":"0.06","epochs":"1"}');

  const trials = async (name: string) => {
    const run = (await runs()).find(({ metadata }) => metadata.name === name);
    return Object.values(run?.status.nodes as Record<string, Node>).filter(({ displayName }) =>
      /^trial-\d+$/.test(displayName),
    );
  };
  for (const [name, number, atOnce, failed] of [
    ['grid', 4, 2, 0],
    ['random', 6, 3, 1],
    ['fails', 4, 1, 2],
  ] as const) {
    const found = await trials(name);
    expect([found.length, found.filter(({ phase }) => phase === 'Failed').length]).toEqual([number, failed]);
    expect(mostAtOnce(found)).toBe(atOnce);
  }
  const pod = await kubectl('-n', NAMESPACE, 'get', 'pods', '-l', 'workflows.argoproj.io/workflow=fails', '-o', 'name');
  const [last = ''] = pod.split('\n').filter((each) => each.includes('best'));
  expect(await kubectl('-n', NAMESPACE, 'logs', last, '-c', 'main')).toContain('2 trials failed or wrote no metric');
});

/** The most nodes that ran at the same time. */
function mostAtOnce(nodes: readonly Node[]): number {
  const running = (time: number) =>
    nodes.filter((each) => Date.parse(each.startedAt) <= time && time < Date.parse(each.finishedAt));
  return Math.max(...nodes.map(({ startedAt }) => running(Date.parse(startedAt)).length));
}
