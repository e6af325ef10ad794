import { ApiObject, type Chart } from 'cdk8s';
import { expect, test } from 'vitest';
import {
  Accelerator,
  acknowledge,
  ClusterChart,
  DistributedTrainingJob,
  NodeCount,
  Operator,
  TensorFlow,
  TrainingCluster,
  type Deployment,
  type INodePool,
} from '../../lib/index';
import { DEV, output } from './programs';

const KEPT = NodeCount.between(3, 4);

/** The advice `pool-idle` of a program with two pools of GPUs, and a job on the first. */
function told(nodes: NodeCount, more: (deployment: Deployment, idle: INodePool, used: INodePool) => void): string[] {
  const platform = output().platform();
  const deployment = platform.stage(DEV);
  const cluster = new TrainingCluster(deployment.stack, 'cluster', {
    location: 'us-central1-a',
    operators: [Operator.JOBSET],
  });
  const used = cluster.addGpuPool('t4', { accelerators: Accelerator.T4.times(1), nodes: KEPT });
  const idle = cluster.addGpuPool('h100', { accelerators: Accelerator.H100_80GB.times(8), nodes });
  more(deployment, idle, used);
  return platform.synth().advice.filter((text) => text.endsWith('(pool-idle)'));
}

function addJob({ kubernetes }: Deployment, pool: INodePool): Chart {
  const chart = new ClusterChart(kubernetes, 'training', { cluster: pool.cluster, namespace: 'mnist' });
  const strategy = TensorFlow.multiWorkerMirrored();
  new DistributedTrainingJob(chart, 'job', { image: 'a:1', pool, workers: 1, strategy });
  return chart;
}

function addPod(chart: Chart, spec: object): void {
  const containers = [{ name: 'main', image: 'a:1' }];
  const object = { apiVersion: 'v1', kind: 'Pod', spec: { containers, ...spec } };
  new ApiObject(chart, 'pod', object);
}

test('fails: a pool of GPUs that never goes away and that no workload uses is advice (pool-idle)', () => {
  expect(told(KEPT, (deployment, _, used) => addJob(deployment, used))).toEqual([
    '[dev/cluster/h100] pool "h100" (a3-highgpu-8g) keeps 3 nodes of NVIDIA H100 80GB all the time, but no workload of the program uses it, so they are paid for and idle: use NodeCount.between(0, 4), which costs nothing while idle, leave the pool out, or acknowledge this if others use it (pool-idle)',
  ]);
});

test('a pool that goes away, that a workload uses, or about whose workloads nothing is known, is not told', () => {
  expect(told(NodeCount.between(0, 4), (deployment, _, used) => addJob(deployment, used))).toEqual([]);
  expect(told(NodeCount.between(0, 4), (deployment, idle) => addJob(deployment, idle))).toHaveLength(1);
  expect(told(KEPT, () => undefined)).toEqual([]);
  const reason = 'the notebooks of another program use it';
  const said = told(KEPT, (deployment, idle, used) => {
    addJob(deployment, used);
    acknowledge(deployment.stack, 'pool-idle', reason);
    expect(idle.minNodes).toBe(3);
  });
  expect(said).toEqual([]);
});

test.each([
  ['names the pool', { nodeSelector: { 'cloud.google.com/gke-nodepool': 'h100' } }, 0],
  ['asks for GPUs', { overhead: { 'nvidia.com/gpu': 1 } }, 0],
  ['does neither', {}, 1],
])('an object of any kind that %s', (_, spec, count) => {
  expect(
    told(KEPT, (deployment, __, used) => {
      addPod(addJob(deployment, used), spec);
    }),
  ).toHaveLength(count);
});
