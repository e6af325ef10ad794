import { App } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import { ClusterChart } from '../../../lib/kubernetes/cluster-chart';
import type { ArgoTemplate, WorkflowSpec } from '../../../lib/kubernetes/kinds/argo-specs';
import { LocalCluster } from '../../../lib/local/local-cluster';
import { Operator } from '../../../lib/operators/operator';
import { manifestsOf } from '../../../lib/testing';
import { Plain, TrainingEngine } from '../../../lib/training';
import { DataSet, Step, Workflow, WorkflowBackend } from '../../../lib/workflow';

// What Argo's controller and the kubelet say of pods that ended, in their own words.

const HOOK = 'unknown command "pod deleted" for "argoexec"';

/** Messages of pods that somebody took away. */
const TAKEN_AWAY = [
  'pod deleted',
  `main: Error (exit code 143): ${HOOK}`,
  `main: Error (exit code 5): ${HOOK}`,
  'main: Error (exit code 64): context canceled',
  'init: Error (exit code 143)',
  'Pod failed before main container starts due to PodInitializing: ',
  'pod failed: neither main nor wait container completed successfully',
  'Pod was terminated in response to imminent node shutdown.',
  'Pod was rejected: Pod was rejected as the node is shutting down.',
  'Preempted in order to admit critical pod',
  'The node was low on resource: memory. Threshold quantity: 100Mi, available: 90Mi. ',
];

/** Messages of programs that failed by themselves. */
const FAILED = [
  'main: Error (exit code 1)',
  'main: Error (exit code 2)',
  'main: Error (exit code 64)',
  'main: Error (exit code 137)',
  'main: Error (exit code 143)',
  'main: OOMKilled (exit code 137)',
  'main: Error (exit code 1): the disruption was evicted',
  'Pod was active on the node longer than the specified deadline',
  'Pod ephemeral local storage usage exceeds the total limit of containers 1Gi. ',
  'Usage of EmptyDir volume "tmp" exceeds the limit "1Gi". ',
  'wait: Error (exit code 64): open /tmp/result: no such file or directory',
];

const cluster = LocalCluster.kind({ cpus: 2, operators: [Operator.ARGO_WORKFLOWS] });
const program = { pool: cluster.pool, image: 'step:1', command: ['run'] };
const chart = new ClusterChart(new App(), 'flows', { cluster, namespace: 'flows' });
const engine = TrainingEngine.job();
new Workflow(chart, 'flow', {
  steps: [
    Step.task('work', { ...program, retries: 2, preemptions: 3 }),
    Step.training('train', { ...program, engine, strategy: Plain.indexedTasks() }),
  ],
});
const spec = manifestsOf(chart).find(({ kind }) => kind === 'Workflow')?.spec as WorkflowSpec;
const named = (name: string) => spec.templates?.find((template) => template.name === name);

function retries(template: ArgoTemplate | undefined, message: string): boolean {
  const [, pattern = ''] = /^lastRetry\.message matches '(.*)'$/.exec(template?.retryStrategy?.expression ?? '') ?? [];
  return new RegExp(pattern).test(message);
}

describe.each(['work-pod', 'train'])('the pod of template %s', (name) => {
  test.each(TAKEN_AWAY)('is made again after "%s"', (message) => {
    expect(retries(named(name), message)).toBe(true);
  });
  test.each(FAILED)('has failed after "%s"', (message) => {
    expect(retries(named(name), message)).toBe(false);
  });
});

test('containers that Argo adds ask for nothing, so that the LimitRange of a tenant gives them no requests', () => {
  const added = ['work-pod', 'train'].map((name) => {
    const { initContainers, containers }: Record<string, { name: string; resources: unknown }[]> = JSON.parse(
      named(name)?.podSpecPatch ?? '{}',
    );
    return [...(initContainers ?? []), ...(containers ?? [])].map((each) => ({ [each.name]: each.resources }));
  });
  const resources = { requests: { cpu: '0', memory: '0' } };
  expect(added).toEqual([
    [{ init: resources }, { wait: resources }],
    [{ init: resources }, { main: resources }],
  ]);
});

test('the tries of a pod that was taken away have no limit in time, which would end a long step', () => {
  expect(named('work-pod')?.retryStrategy).toMatchObject({ limit: 3, backoff: { cap: '5m' } });
  expect(JSON.stringify(spec)).not.toContain('maxDuration');
});

/** The paths of the data of a step, and those of its mounts. */
function pathsOf(reads: Readonly<Record<string, DataSet>>, writes: Readonly<Record<string, DataSet>>) {
  const { env, mounts } = WorkflowBackend.argo().supply('a', reads, writes);
  return { env, mounts: mounts.map(({ path }) => path) };
}

test('folders of one name in two buckets have paths of their own, also if one is used twice', () => {
  const [raw, results] = ['raw', 'results'].map((name) => ({ bucketName: name, url: `gs://${name}` }));
  const other = DataSet.bucket(results!, 'digits');
  expect(pathsOf({ IN: DataSet.bucket(raw!, 'digits'), OLD: other.ofEarlierRuns() }, { OUT: other.perRun() })).toEqual({
    env: { IN: '/data/digits', OLD: '/data/digits-OLD', OUT: '/data/digits-OLD/{{workflow.name}}' },
    mounts: ['/data/digits', '/data/digits-OLD'],
  });
});

test('a fan-out over no items gives empty lists, and other steps what they have', () => {
  const outputs = { lines: '/tmp/lines' };
  const each = Step.task('each', { ...program, outputs, retries: 1, forEach: { items: ['a'], atMost: 1 } });
  const other = new ClusterChart(new App(), 'flows', { cluster, namespace: 'flows' });
  new Workflow(other, 'flow', { steps: [each] });
  const { templates = [] } = manifestsOf(other).find(({ kind }) => kind === 'Workflow')?.spec as WorkflowSpec;
  const defaultOf = (name: string) =>
    templates.find((template) => template.name === name)?.outputs?.parameters?.[0]?.valueFrom?.default;
  expect([defaultOf('each'), defaultOf('each-tries')]).toEqual(['[]', undefined]);
});
