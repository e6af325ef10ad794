import { afterAll, describe, expect, test } from 'vitest';
import { ARGO_WORKFLOWS } from '../../lib/operators/known/argo-workflows';
import { ArgoRuns, mostAtOnce } from './support/argo';
import { Guide } from './support/guide';
import { judgedBy, ARGO, REAL_NODE } from './support/judges';
import { evict, kubectl, list } from './support/kubectl';
import { programFolder, synthesize } from './support/program';
import { addRights } from './support/rights';
import { within } from './support/run';

// Small workflows in real pods, by the real controller of Argo Workflows.

const NAMESPACE = 'trainyard-workflows';
const argo = new ArgoRuns(NAMESPACE);
let guide: Guide | undefined;

judgedBy([REAL_NODE, ARGO], async () => {
  await addRights(ARGO_WORKFLOWS);
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/workflows.ts');
  guide = new Guide(folder, 'workflows-local');
  expect(await guide.run('Standing objects')).toMatchObject({ status: 0 });
});
afterAll(async () => {
  if (guide) expect(await guide.run('Take it down')).toMatchObject({ status: 0 });
});

/** The message of Argo about a program whose pod was deleted, by the hook of its container. */
const TOLD = /^main: Error \(exit code \d+\): unknown command "pod deleted"/;
/** The exit code of a program that is asked to end, if it has none of its own. A shell that had hardly begun ends with 2. */
const ASKED = /^(143|2)$/;
const codes: Readonly<Record<string, RegExp>> = { stubborn: /^[25]$/ };

describe.concurrent('a run', () => {
  test.each([
    // The hook of the container has to run in this time, on a busy machine too.
    ['in-haste', 'patient', ['--grace-period=15']],
    ['with-grace', 'patient', ['--grace-period=60']],
    ['stubborn', 'stubborn', ['--grace-period=60']],
    ['evicted', 'patient', undefined],
  ])('tries a step again whose pod is taken away, though its program has a code: %s', async (name, template, grace) => {
    await argo.start(template, name);
    const pod = await argo.runningPod(name, 'patient');
    const take = () => (grace ? argo.kubectl('delete', 'pod', pod, '--wait=false', ...grace) : evict(NAMESPACE, pod));
    const seen = await argo.seenAs(name, pod, take);
    expect([seen.message, seen.outputs?.exitCode]).toEqual([
      expect.stringMatching(TOLD),
      expect.stringMatching(codes[name] ?? ASKED),
    ]);
    const { phase, nodes } = await argo.end(name);
    const tries = nodes.filter(({ type }) => type === 'Pod').map((node) => node.phase);
    expect([phase, ...tries.sort()]).toEqual(['Succeeded', 'Failed', 'Succeeded']);
  });

  test('tries a step again whose pod is gone', async () => {
    await argo.start('gone');
    const pod = await argo.runningPod('gone', 'patient');
    // Argo makes the pod of a step anew, without counting, if it misses it within ten seconds.
    const age = async () => Date.now() - Date.parse((await argo.status('gone')).pods('patient')[0]?.startedAt ?? '');
    await within(60, 'a pod of some age', async () => (await age()) > 13_000);
    await argo.kubectl('delete', 'pod', pod, '--force', '--grace-period=0');
    const run = await argo.end('gone');
    const tries = run.pods('patient').map(({ phase, message = '' }) => `${phase} ${message}`.trim());
    // A busy controller makes it anew later than that too.
    expect([run.phase, tries.sort()]).toEqual([
      'Succeeded',
      expect.toBeOneOf([['Error pod deleted', 'Succeeded'], ['Succeeded']]),
    ]);
  });

  test('goes on with a job when the pod that follows it is taken away, and makes no second job', async () => {
    await argo.start('followed');
    const pod = await argo.runningPod('followed', 'job');
    const uid = () =>
      argo.kubectl('get', 'job', 'followed-job', '--ignore-not-found', '-o', 'jsonpath={.metadata.uid}');
    const before = await within(60, 'the job', async () => (await uid()) || undefined);
    const take = () => argo.kubectl('delete', 'pod', pod, '--wait=false', '--grace-period=60');
    expect((await argo.seenAs('followed', pod, take)).message).toBe('main: Error (exit code 64): context canceled');
    expect([(await argo.end('followed')).phase, await uid()]).toEqual(['Succeeded', before]);
  });

  test('counts failures of a program apart from pods that were taken away', async () => {
    await argo.start('flaky');
    const first = await argo.runningPod('flaky', 'flaky');
    await argo.seenAs('flaky', first, () => argo.kubectl('delete', 'pod', first, '--wait=false', '--grace-period=60'));
    for (let tries = 0; tries < 3; tries += 1) {
      const pod = await argo.runningPod('flaky', 'flaky');
      await argo.kubectl('exec', pod, '-c', 'main', '--', 'touch', '/tmp/told');
      await argo.kubectl('wait', `pod/${pod}`, '--for=jsonpath={.status.phase}=Failed', '--timeout=600s');
    }
    const run = await argo.end('flaky');
    const messages = run.pods('flaky').map(({ message = '' }) => message);
    const failure = 'main: Error (exit code 3)';
    expect([run.phase, ...messages.sort()]).toEqual(['Failed', expect.stringMatching(TOLD), failure, failure, failure]);
  });

  test('waits for approval, and goes on', async () => {
    await argo.start('asks');
    await within(60, 'the step that asks', async () => (await argo.status('asks')).node('ask')?.phase === 'Running');
    expect((await argo.status('asks')).node('then')).toBeUndefined();
    await argo.resume('asks');
    const run = await argo.end('asks');
    expect([run.phase, run.node('then')?.phase]).toEqual(['Succeeded', 'Succeeded']);
  });

  test('is stopped, with its jobs, and reports that', async () => {
    await argo.start('stopped');
    await argo.runningPod('stopped', 'endless');
    await within(60, 'a pod of the job', async () => (await argo.left('stopped')).length === 4);
    await argo.patch('stopped', { spec: { shutdown: 'Stop' } });
    const run = await argo.end('stopped');
    expect([run.phase, run.message]).toEqual(['Failed', "Stopped with strategy 'Stop'"]);
    expect(await argo.logs('stopped', 'onExit.report')).toMatch(/ended Failed/);
    await within(60, 'the end of all pods', async () => (await argo.left('stopped')).length === 0);
  });

  test('takes the results of steps with equal inputs from the cache', async () => {
    const results = async (run: string, seed: string) => {
      await argo.start('cached', run, { seed });
      const ended = await argo.end(run);
      const steps = ['counted', 'plain'].map((step) =>
        ended.nodes.find((node) => node.name.startsWith(`${run}.${step}`) && node.memoizationStatus),
      );
      const hits = steps.map((node) => node?.memoizationStatus?.hit);
      return { phase: ended.phase, hits, id: steps[0]?.outputs?.parameters?.[0]?.value };
    };
    const first = await results('cached-first', 'x');
    const id = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}/);
    expect(first).toEqual({ phase: 'Succeeded', hits: [false, false], id });
    expect(await results('cached-again', 'x')).toEqual({ phase: 'Succeeded', hits: [true, true], id: first.id });
    const other = await results('cached-other', 'y');
    expect(other).toEqual({ phase: 'Succeeded', hits: [false, true], id });
    expect(other.id).not.toBe(first.id);
  });

  test('starts each minute, and not while the one before runs', async () => {
    const label = 'workflows.argoproj.io/cron-workflow=minutely';
    const runs = () => list('workflows', { namespace: NAMESPACE, labels: label });
    const [first] = await within(120, 'the first run', async () => ((await runs()).length > 0 ? runs() : undefined));
    const started = Date.parse(first?.status?.startedAt as string);
    // Its step takes longer than the minute that ends here.
    const next = Math.ceil((started + 1000) / 60_000) * 60_000 + 8_000;
    await within(120, 'the next minute', () => Promise.resolve(Date.now() > next));
    const later = await runs();
    expect(later.map(({ metadata }) => metadata.name)).toEqual([first?.metadata.name]);
    expect(later[0]?.status?.phase).toBe('Running');
  });

  test.each(['exits', 'killed', 'hungry'])(
    'ends with the failure of its program, which is not tried again: %s',
    async (name) => {
      const run = await argo.run(name);
      const end = {
        exits: 'main: Error (exit code 143)',
        killed: 'main: Error (exit code 137)',
        hungry: 'main: OOMKilled (exit code 137)',
      }[name];
      expect([run.phase, run.pods().map(({ message }) => message)]).toEqual(['Failed', [end]]);
    },
  );

  test('trains by a Job, a JobSet and a TFJob', async () => {
    const level = 'jsonpath={.metadata.labels.pod-security\\.kubernetes\\.io/enforce}';
    expect(await kubectl('get', 'namespace', NAMESPACE, '-o', level)).toBe('restricted');
    expect((await argo.run('trains')).phase).toBe('Succeeded');
  });

  test('fails with the reason of a step, reports it, and leaves nothing running', async () => {
    const run = await argo.run('fails');
    expect(run.phase).toBe('Failed');
    expect(run.node('broken(0)')?.message).toMatch(/failure condition '.*\[Failed\]}' evaluated true/);
    expect(run.node('late')?.phase).toBe('Succeeded');
    expect(await argo.logs('fails', 'onExit.report')).toMatch(/ended Failed/);
    // Its own pods stay, and tell why.
    const pods = await list('pods', { namespace: NAMESPACE, labels: 'batch.kubernetes.io/job-name=fails-broken' });
    expect(await argo.kubectl('logs', pods[0]?.metadata.name ?? '')).toMatch(/no way to train/);
    expect(await argo.left('fails')).toEqual([]);
  });

  test('fails when a step takes too long', async () => {
    const run = await argo.run('step-overdue');
    expect([run.phase, run.node('never')?.phase]).toEqual(['Failed', 'Omitted']);
    expect(run.pods('late').map(({ message }) => message)).toEqual([expect.stringMatching(/deadline/)]);
    expect(await argo.logs('step-overdue', 'onExit.report')).toMatch(/ended Failed/);
    expect(await argo.left('step-overdue')).toEqual([]);
  });

  test('fails when it takes too long, and stops its jobs', async () => {
    expect((await argo.run('overdue')).phase).toBe('Failed');
    expect(await argo.logs('overdue', 'onExit.report')).toMatch(/ended Failed/);
    await within(90, 'the end of the pods of jobs', async () => (await argo.left('overdue')).length === 0);
  });

  test('fans out over 20 items, with 3 at once and never more', async () => {
    const run = await argo.run('fans', 240);
    expect(run.phase).toBe('Succeeded');
    const each = run.pods('each');
    expect([each.length, mostAtOnce(each)]).toEqual([20, 3]);
  });
});
