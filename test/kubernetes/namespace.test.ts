import { ApiObject, Testing } from 'cdk8s';
import { expect, test } from 'vitest';
import { Operator } from '../../lib/operators/operator';
import { PodUser } from '../../lib/pods/security/pod-user';
import { ClusterChart, type ClusterChartProps } from '../../lib/kubernetes/cluster-chart';
import { DistributedTrainingJob, type DistributedTrainingJobProps } from '../../lib/training/distributed-training-job';
import { PyTorch } from '../../lib/training/strategies/pytorch/pytorch';
import { TensorFlow } from '../../lib/training/strategies/tensorflow/tensorflow';
import { TrainingEngine } from '../../lib/training/training-engines';
import { cpuPool, GKE, OTHER } from '../workload/pools';

const ENFORCE = 'pod-security.kubernetes.io/enforce';
const root = () => Testing.app();

function chartIn(app: ReturnType<typeof root>, id: string, props: Partial<ClusterChartProps> = {}): ClusterChart {
  return new ClusterChart(app, id, { cluster: GKE, namespace: 'mnist', ...props });
}

function job(chart: ClusterChart, options: Partial<DistributedTrainingJobProps> = {}): void {
  new DistributedTrainingJob<string, number>(chart, 'job', {
    jobName: chart.node.id,
    image: 'mnist:1',
    command: ['python3'],
    pool: cpuPool({ cluster: chart.cluster }),
    strategy: TensorFlow.multiWorkerMirrored(),
    ...options,
  });
}

/** The labels of the namespace that a chart emits. */
function labelsOf(chart: ClusterChart): Record<string, string> {
  const all: { kind: string; metadata: { labels: Record<string, string> } }[] = Testing.synth(chart);
  return all.find(({ kind }) => kind === 'Namespace')?.metadata.labels ?? {};
}

test('takes restricted pods alone, and warns of other pods', () => {
  const chart = chartIn(root(), 'a');
  job(chart);
  expect(labelsOf(chart)).toEqual({
    [ENFORCE]: 'restricted',
    'pod-security.kubernetes.io/warn': 'restricted',
  });
});

test('takes what the workloads of all its charts need, also those that are made later', () => {
  const app = root();
  const chart = chartIn(app, 'a');
  expect(labelsOf(chart)[ENFORCE]).toBe('restricted');
  job(chartIn(app, 'b'), { user: PodUser.root() });
  expect(labelsOf(chart)[ENFORCE]).toBe('baseline');
  job(chartIn(app, 'c'), { podSpec: { hostNetwork: true } });
  expect(labelsOf(chart)[ENFORCE]).toBe('privileged');
});

test('takes the containers that an operator adds to pods', () => {
  const chart = chartIn(root(), 'a', { cluster: { ...GKE, operators: [Operator.TRAINING] } });
  const engine = TrainingEngine.pyTorchJob({ master: true });
  job(chart, { strategy: PyTorch.distributedDataParallel(), workers: 2, engine });
  expect(labelsOf(chart)[ENFORCE]).toBe('baseline');
});

const WEB = { containers: [{ name: 'main', image: 'web:1' }] };
const TEMPLATE = { template: { spec: WEB } };

function plain(chart: ClusterChart, kind: string, spec: object, apiVersion = 'apps/v1'): void {
  new ApiObject(chart, 'web', { apiVersion, kind, metadata: { name: 'web' }, ...{ spec } });
}

test.each([
  ['v1', 'Pod', WEB],
  ['apps/v1', 'Deployment', TEMPLATE],
  ['apps/v1', 'StatefulSet', TEMPLATE],
  ['apps/v1', 'DaemonSet', TEMPLATE],
  ['batch/v1', 'Job', TEMPLATE],
  ['batch/v1', 'CronJob', { jobTemplate: { spec: TEMPLATE } }],
])('takes the pods of a plain object, %s %s', (apiVersion, kind, spec) => {
  const app = root();
  const chart = chartIn(app, 'a');
  plain(chartIn(app, 'b'), kind, spec, apiVersion);
  expect(labelsOf(chart)[ENFORCE]).toBe('baseline');
});

test('plain objects of other kinds and other namespaces do not count', () => {
  const chart = chartIn(root(), 'a');
  plain(chart, 'Widget', { containers: [{ name: 'main' }] }, 'acme.com/v1');
  const metadata = { name: 'far', namespace: 'far' };
  new ApiObject(chart, 'far', { apiVersion: 'v1', kind: 'Pod', metadata, ...{ spec: WEB } });
  expect(labelsOf(chart)[ENFORCE]).toBe('restricted');
});

test('fails: pods of a plain object that need more than their chart asks for (pod-security)', () => {
  const chart = chartIn(root(), 'a', { podSecurity: 'restricted' });
  plain(chart, 'Deployment', TEMPLATE);
  expect(chart.node.validate()).toEqual([
    expect.stringMatching(/^namespace "mnist" takes .*those of Deployment "web" need "baseline".*\(pod-security\)$/),
  ]);
});

test('pods of other namespaces and clusters need nothing of it', () => {
  const app = root();
  const chart = chartIn(app, 'a');
  job(chartIn(app, 'b', { namespace: 'other' }), { user: PodUser.root() });
  job(chartIn(app, 'c', { cluster: OTHER }), { user: PodUser.root() });
  expect(labelsOf(chart)[ENFORCE]).toBe('restricted');
});

test('takes what one of its charts asks for', () => {
  const app = root();
  const chart = chartIn(app, 'a');
  chartIn(app, 'b', { podSecurity: 'privileged' });
  job(chart);
  expect(labelsOf(chart)[ENFORCE]).toBe('privileged');
});

test('fails: pods that need more than a chart of their namespace asks for (pod-security)', () => {
  const app = root();
  const chart = chartIn(app, 'a', { podSecurity: 'restricted' });
  job(chartIn(app, 'b', { podSecurity: 'baseline' }), { user: PodUser.root() });
  expect(chart.node.validate()).toEqual([
    'namespace "mnist" takes pods of level "restricted", but those of Job "b" need "baseline": container "tensorflow" may run as root: change these pods, or set podSecurity to \'baseline\' (pod-security)',
  ]);
  const enough = chartIn(root(), 'a', { podSecurity: 'baseline' });
  job(enough, { user: PodUser.root() });
  expect(enough.node.validate()).toEqual([]);
});
