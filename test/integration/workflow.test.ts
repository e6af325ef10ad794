import { expect, onTestFinished, test } from 'vitest';
import { Deployment } from './support/deployment';
import { deployed } from './support/deployed';
import { judgedBy, ARGO, MODEL_SERVER, REAL_NODE, TRAINER_IMAGE } from './support/judges';
import { applied, kubectl, list, pods, remove, type KubernetesObject } from './support/kubectl';
import { Load } from './support/load';
import { emptyFolder, runPod } from './support/pod';
import { programFolder, synthesize } from './support/program';
import { within } from './support/run';

// Workflows in real pods, by the real controller of Argo Workflows.

const FOLDER = '/var/lib/trainyard/pipeline';

judgedBy([REAL_NODE, MODEL_SERVER, ARGO]);

interface Node {
  readonly displayName: string;
  readonly type: string;
  readonly phase: string;
  readonly message?: string;
  readonly startedAt: string;
  readonly finishedAt: string;
}

interface Run {
  readonly phase: string;
  readonly nodes: readonly Node[];
}

async function status(namespace: string, name: string): Promise<Run> {
  const text = await kubectl('-n', namespace, 'get', 'workflow', name, '-o', 'jsonpath={.status}');
  const { phase, nodes = {} } = JSON.parse(text === '' ? '{}' : text) as {
    phase: string;
    nodes?: Record<string, Node>;
  };
  return { phase, nodes: Object.values(nodes) };
}

function end(namespace: string, name: string, seconds = 120): Promise<Run> {
  return within(seconds, `the end of ${name}`, async () => {
    const run = await status(namespace, name);
    return /^(Succeeded|Failed|Error)$/.test(run.phase) && run;
  });
}

const node = ({ nodes }: Run, name: string) => nodes.find(({ displayName }) => displayName === name);

test('small workflows: engines, failures, time limits, preemptions, fan-outs, caches', async () => {
  const namespace = 'trainyard-workflows';
  await deployed('workflows', 'workflows-local');
  const level = 'jsonpath={.metadata.labels.pod-security\\.kubernetes\\.io/enforce}';
  expect(await kubectl('get', 'namespace', namespace, '-o', level)).toBe('restricted');

  const patient = await within(60, 'a running step', async () => {
    const found = (await pods(namespace)).find(({ metadata }) => metadata.name.startsWith('preempted-patient'));
    return found?.status.phase === 'Running' && found;
  });
  await kubectl('-n', namespace, 'delete', 'pod', patient.metadata.name, '--grace-period=1');

  expect((await end(namespace, 'trains')).phase).toBe('Succeeded');

  const failed = await end(namespace, 'fails');
  expect(failed.phase).toBe('Failed');
  expect(node(failed, 'broken(0)')?.message).toMatch(/failure condition '.*\[Failed\]}' evaluated true/);
  expect(node(failed, 'late')?.phase).toBe('Succeeded');
  expect(await logsOf(namespace, 'fails-report')).toMatch(/ended Failed/);
  // Its own pods stay, and tell why.
  expect(await logsOf(namespace, 'fails-broken-0')).toMatch(/no way to train/);

  expect((await end(namespace, 'overdue')).phase).toBe('Failed');
  expect(await logsOf(namespace, 'overdue-report')).toMatch(/ended Failed/);
  await within(90, 'the end of the pods of jobs', async () => {
    const running = (await pods(namespace)).filter(({ metadata }) => metadata.name.startsWith('overdue-endless'));
    return running.every(({ status: { phase } }) => phase !== 'Running');
  });

  const preempted = await end(namespace, 'preempted');
  expect([preempted.phase, node(preempted, 'patient(0)')?.message]).toEqual(['Succeeded', 'pod deleted']);
  const retried = await end(namespace, 'retried');
  expect(retried.phase).toBe('Failed');
  expect(retried.nodes.filter(({ type }) => type === 'Pod')).toHaveLength(3);

  const fans = await end(namespace, 'fans', 240);
  expect(fans.phase).toBe('Succeeded');
  const each = fans.nodes.filter(({ type }) => type === 'Pod');
  expect([each.length, mostAtOnce(each)]).toEqual([20, 3]);

  const times = await Promise.all(['caches', 'caches-again'].map((name) => end(namespace, name)));
  expect(times.map(({ phase }) => phase)).toEqual(['Succeeded', 'Succeeded']);

  expect((await status(namespace, 'asks')).phase).toBe('Running');
});

test('apps/pipeline: three steps, and a nightly run that releases what is better without losing a request', async () => {
  const namespace = 'pipeline';
  await emptyFolder(FOLDER, TRAINER_IMAGE);
  await applied([volume(namespace)]);
  onTestFinished(() => remove([volume(namespace)]));
  const folder = programFolder();
  await synthesize(folder, 'test/integration/programs/pipeline.ts');
  const stage = new Deployment(folder, 'pipeline-local');
  await stage.deploy();
  const steps = await end(namespace, 'steps');
  expect(steps.phase).toBe('Succeeded');
  expect(await logsOf(namespace, 'steps-report')).toMatch(/run steps: Succeeded/);

  const first = await nightly(namespace, 'first', 40);
  expect([first.phase, node(first, 'release')?.phase]).toEqual(['Succeeded', 'Succeeded']);
  await kubectl('-n', namespace, 'rollout', 'status', 'deployment/digits', '--timeout=300s');
  const load = await Load.start(namespace, '--server=digits:8500');
  const worse = await nightly(namespace, 'worse', 1);
  expect([worse.phase, node(worse, 'release')?.phase]).toEqual(['Succeeded', 'Skipped']);
  const better = await nightly(namespace, 'better', 250);
  expect([better.phase, node(better, 'release')?.phase]).toEqual(['Succeeded', 'Succeeded']);
  await load.until('answers of the released version', ({ last }) => last === 2, 120);
  const report = await load.soFar();
  expect([Object.keys(report.versions), report.errors]).toEqual([['1', '2'], {}]);
  const served = { persistentVolumeClaim: { claimName: 'data' } };
  expect((await runPod(namespace, 'look', TRAINER_IMAGE, served, ['ls', '/data/served'])).split('\n')).toEqual([
    '1',
    '2',
    '',
  ]);
});

/** A run of the template, with as many training steps. */
async function nightly(namespace: string, name: string, trainSteps: number): Promise<Run> {
  const parameters = [{ name: 'train-steps', value: String(trainSteps) }];
  const spec = { workflowTemplateRef: { name: 'nightly' }, arguments: { parameters } };
  await applied([{ apiVersion: 'argoproj.io/v1alpha1', kind: 'Workflow', metadata: { name, namespace }, spec }]);
  return end(namespace, name, 240);
}

/** What the storage class of a local cluster makes. */
function volume(namespace: string) {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'trainyard-pipeline' },
    spec: {
      capacity: { storage: '1Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'standard',
      claimRef: { namespace, name: 'data' },
      hostPath: { path: FOLDER },
    },
  };
}

/** The most nodes that ran at the same time. */
function mostAtOnce(nodes: readonly Node[]): number {
  const starts = nodes.map(({ startedAt }) => Date.parse(startedAt));
  return Math.max(
    ...starts.map(
      (time) => nodes.filter((each) => Date.parse(each.startedAt) <= time && time < Date.parse(each.finishedAt)).length,
    ),
  );
}

async function logsOf(namespace: string, beginning: string): Promise<string> {
  const found = (await list('pods', '-n', namespace)).find(({ metadata }: KubernetesObject) =>
    metadata.name.startsWith(beginning),
  );
  return found
    ? kubectl('-n', namespace, 'logs', found.metadata.name, '-c', containerOf(found))
    : `no pod of ${beginning}`;
}

function containerOf({ spec }: KubernetesObject): string {
  const names = (spec.containers as readonly { readonly name: string }[]).map(({ name }) => name);
  return names.includes('main') ? 'main' : (names[0] ?? '');
}
