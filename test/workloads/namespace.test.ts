import { ApiObject, JsonPatch, Testing } from 'cdk8s';
import { expect, test } from 'vitest';
import { PodUser } from '../../lib/workloads/pod/pod-user';
import { ClusterChart, type ClusterChartProps } from '../../lib/workloads/cluster-chart';
import { DistributedTrainingJob } from '../../lib/workloads/training/distributed-training-job';
import { TensorFlow } from '../../lib/workloads/training/strategies/tensorflow/tensorflow';
import { cpuPool, GKE, OTHER } from './pools';

const ENFORCE = 'pod-security.kubernetes.io/enforce';
const root = () => Testing.app();

function chartIn(app: ReturnType<typeof root>, id: string, props: Partial<ClusterChartProps> = {}): ClusterChart {
  return new ClusterChart(app, id, { cluster: GKE, namespace: 'mnist', ...props });
}

function job(chart: ClusterChart, user?: PodUser): DistributedTrainingJob {
  return new DistributedTrainingJob(chart, 'job', {
    image: 'mnist:1',
    command: ['python3'],
    pool: cpuPool({ cluster: chart.cluster }),
    strategy: TensorFlow.multiWorkerMirrored(),
    user,
  });
}

function deployment(chart: ClusterChart): void {
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'main', image: 'web:1' }] } };
  const spec = { selector: { matchLabels: { a: 'b' } }, template };
  new ApiObject(chart, 'web', { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'web' }, spec });
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

test('takes what the pods of all its charts need, also those that are made later and those of other objects', () => {
  const app = root();
  const chart = chartIn(app, 'a');
  expect(labelsOf(chart)[ENFORCE]).toBe('restricted');
  deployment(chartIn(app, 'b'));
  expect(labelsOf(chart)[ENFORCE]).toBe('baseline');
  const { resource } = job(chartIn(app, 'c'), PodUser.root());
  resource.addJsonPatch(JsonPatch.add('/spec/template', { spec: { hostNetwork: true, containers: [] } }));
  expect(labelsOf(chart)[ENFORCE]).toBe('privileged');
});

test('pods of other namespaces and clusters need nothing of it', () => {
  const app = root();
  const chart = chartIn(app, 'a');
  deployment(chartIn(app, 'b', { namespace: 'other' }));
  deployment(chartIn(app, 'c', { cluster: OTHER }));
  expect(labelsOf(chart)[ENFORCE]).toBe('restricted');
});

test('takes what one of its charts asks for', () => {
  const app = root();
  const chart = chartIn(app, 'a');
  chartIn(app, 'b', { podSecurity: 'privileged' });
  job(chart);
  expect(labelsOf(chart)[ENFORCE]).toBe('privileged');
});

test('fails: pods that need more than their chart asks for (pod-security)', () => {
  const chart = chartIn(root(), 'a', { podSecurity: 'restricted' });
  deployment(chart);
  expect(chart.node.validate()).toEqual([
    'namespace "mnist" takes pods of level "restricted", but those of Deployment "web" need "baseline": container "main" may run as root: change these pods, or set podSecurity to \'baseline\' (pod-security)',
  ]);
  expect(chartIn(root(), 'a', { podSecurity: 'baseline' }).node.validate()).toEqual([]);
});
