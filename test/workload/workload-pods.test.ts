import { ApiObject, Chart, Testing } from 'cdk8s';
import { Construct, type IConstruct } from 'constructs';
import { expect, test } from 'vitest';
import { openAdvice, problemsBelow } from '../../lib/core/problems/check';
import { formatProblem } from '../../lib/core/problems/problem';
import { GpuDriver } from '../../lib/core/hardware/gpu-driver';
import { ProvisioningModel } from '../../lib/core/hardware/provisioning-model';
import { ClusterAddons } from '../../lib/kubernetes/cluster-addons';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import type { PodSet } from '../../lib/pods/pod-set';
import { checkPods } from '../../lib/workload/workload-pods';
import { cpuPool, demand, GKE, gpuPool, OTHER, withPod } from './pools';

function workload(scope: Construct, id: string, ...pods: PodSet[]): Construct {
  const construct = new Construct(scope, id);
  checkPods(construct, { pods });
  return construct;
}

function chartOf(cluster = GKE, app = Testing.app()): ClusterChart {
  return new ClusterChart(app, 'training', { cluster, namespace: 'mnist' });
}

test('pods that fit are no problem', () => {
  expect(workload(chartOf(), 'job', demand(gpuPool(), 2)).node.validate()).toEqual([]);
});

test('advice on the pods is attached to their workload, from one version or several, once each', () => {
  const chart = chartOf();
  const construct = new Construct(chart, 'job');
  const idle = demand(gpuPool(), 1, { gpus: 0 });
  const pods = [{ image: 'mnist' }, { image: 'mnist' }, { image: 'other' }];
  checkPods(construct, { pods: pods.map((pod) => ({ ...idle, pod })) });
  expect(openAdvice(chart).map(({ advice }) => advice.code)).toEqual([
    'image-tag',
    'image-tag',
    'gpu-idle',
    'gpu-idle',
    'gpu-idle',
  ]);
});

test('pods without a pool are not checked, and a job is not queued unless it says so', () => {
  const chart = chartOf();
  const construct = new Construct(chart, 'empty');
  checkPods(construct, { pods: [] });
  expect([construct.node.validate(), openAdvice(chart)]).toEqual([[], []]);
});

test('fails: the namespace of pods is that of their chart, of whatever kind (identity-namespace)', () => {
  const identity = { email: 'a@b.iam.gserviceaccount.com', namespace: 'mnist', serviceAccountName: 'a' };
  const codes = (chart: Chart) => {
    const construct = new Construct(chart, 'job');
    checkPods(construct, { pods: withPod({ identity }, demand(gpuPool(), 1)) });
    return construct.node.validate().map((text) => /\(([-a-z]+)\)$/.exec(text)?.[1]);
  };
  expect(codes(chartOf())).toEqual([]);
  expect(codes(new Chart(Testing.app(), 'plain', { namespace: 'mnist' }))).toEqual([]);
  expect(codes(new Chart(Testing.app(), 'plain', { namespace: 'other' }))).toEqual(['identity-namespace']);
});

test('fails: all that is wrong is told at once', () => {
  const job = workload(chartOf(), 'job', demand(cpuPool(), 1, { cpus: 5 }), demand(gpuPool(), 33, {}, 'chief'));
  expect(job.node.validate().map((text) => /\(([-a-z]+)\)$/.exec(text)?.[1])).toEqual([
    'pod-too-large',
    'gpu-capacity',
  ]);
});

test('fails: pods of any kind on a queued pool that nobody asks for are told (queued-pool)', () => {
  const pool = gpuPool({ provisioningModel: ProvisioningModel.queued() });
  const chart = chartOf();
  workload(chart, 'server', demand(pool, 1, { gpus: 1 }));
  const codes = openAdvice(chart.node.root).map(({ advice }) => advice.code);
  expect(codes.filter((code) => code === 'queued-pool')).toEqual(['queued-pool']);
});

test('a DaemonSet of the program that installs the driver counts, and another one does not', () => {
  const told = (image: string) => {
    const chart = chartOf();
    workload(chart, 'job', demand(gpuPool({ driver: GpuDriver.DAEMON_SET }), 1, { gpus: 1 }));
    const spec = { tolerations: [{ operator: 'Exists' }], containers: [{ name: 'main', image }] };
    new ApiObject(chart, 'agent', {
      ...{ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'agent' } },
      ...{ spec: { selector: {}, template: { spec } } },
    });
    const codes = openAdvice(chart.node.root).map(({ advice }) => advice.code);
    return codes.includes('driver-installer-missing');
  };
  expect(told('gcr.io/gke-nvidia-installer/fixed')).toBe(false);
  expect(told('nvcr.io/nvidia/driver:570')).toBe(false);
  expect(told('acme/log-agent:1')).toBe(true);
});

test("fails: a pool of another cluster than the chart's is refused with pool-cluster", () => {
  const elsewhere = workload(chartOf(OTHER), 'job', demand(cpuPool(), 1));
  elsewhere.node.validate();
  expect(problemsBelow(elsewhere)).toMatchObject([{ property: 'pool' }]);
  expect(workload(chartOf(OTHER), 'job', demand(cpuPool(), 1)).node.validate()).toEqual([
    'each worker runs on pool "cpu" of cluster "main", but the chart is for cluster "other": use a pool of cluster "other", or a ClusterChart for "main" (pool-cluster)',
  ]);
});

test('fails: workloads of one plain chart stay in the cluster of the first (pool-cluster)', () => {
  const chart = new Chart(Testing.app(), 'plain');
  workload(chart, 'a', demand(cpuPool(), 1));
  expect(workload(chart, 'b', demand(cpuPool({ cluster: OTHER }), 1)).node.validate()).toEqual([
    expect.stringContaining('each worker runs on pool "cpu" of cluster "other", but the chart is for cluster "main"'),
  ]);
});

test('a plain chart takes any cluster, but one workload stays in one', () => {
  const chart = new Chart(Testing.app(), 'plain');
  expect(workload(chart, 'a', demand(cpuPool(), 1)).node.validate()).toEqual([]);
  const both = workload(chart, 'b', demand(cpuPool(), 1), demand(cpuPool({ cluster: OTHER }), 1));
  expect(both.node.validate()).toHaveLength(1);
});

test('fails: a pool that waits for an installer that nothing emits is told once (driver-installer-missing)', () => {
  const app = Testing.app();
  const chart = chartOf(GKE, app);
  const pool = gpuPool({ driver: GpuDriver.DAEMON_SET });
  const first = workload(chart, 'a', demand(pool, 1));
  const second = workload(chart, 'b', demand({ ...pool }, 1));
  const told = (construct: IConstruct) => openAdvice(construct).map(({ advice }) => formatProblem(advice));
  expect(told(second)).toEqual([]);
  expect(told(first)).toEqual([
    `pool "k80" (n1-standard-16) leaves its driver to a DaemonSet, but nothing here emits one, without which its GPUs cannot be used: add new ClusterAddons(chart, 'addons', { pools: [<the pool "k80">] }), use GpuDriver.DEFAULT, or acknowledge this if another program installs it (driver-installer-missing)`,
  ]);
  new ClusterAddons(new ClusterChart(app, 'addons', { cluster: GKE }), 'addons', { pools: [pool] });
  expect(told(first)).toEqual([]);
});

test('fails: workloads that together ask for more than a pool grows to are advice, said once', () => {
  const chart = chartOf();
  const pool = gpuPool({ maxNodes: 2 });
  for (const id of ['a', 'b']) workload(chart, id, demand(pool, 2, { gpus: 4 }));
  expect(openAdvice(chart.node.root).map(({ construct, advice }) => [construct.node.path, advice.code])).toEqual([
    ['training/a', 'pool-shared'],
  ]);
});
