import { ApiObject, Chart, Size, Testing } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { Construct } from 'constructs';
import { describe, expect, test } from 'vitest';
import type { INodePool } from '../../lib/core/contracts/node-pool';
import { Accelerator } from '../../lib/core/hardware/accelerator';
import { GpuDriver } from '../../lib/core/hardware/gpu-driver';
import { ClusterAddons } from '../../lib/kubernetes/cluster-addons';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import type { Manifest } from '../../lib/kubernetes/manifest';
import { DistributedTrainingJob } from '../../lib/training/distributed-training-job';
import { TrainingEngine } from '../../lib/training/training-engines';
import { Plain } from '../../lib/training/strategies/plain/plain';
import type { ResourceOptions } from '../../lib/pods/containers/resources';
import { openAdvice } from '../../lib/core/problems/check';
import type { PodSet } from '../../lib/pods/pod-set';
import { joinPools } from '../../lib/workload/shared-pools';
import { addWorkload } from '../../lib/workload/workload';
import { demand, GKE, gpuPool, OTHER } from './pools';

const EVERYWHERE = [{ operator: 'Exists' }];
const SMALL = { cpu: '100m' };

interface Agent {
  readonly requests?: Readonly<Record<string, string | number>>;
  readonly [field: string]: unknown;
}

function podSpec({ requests = SMALL, ...spec }: Agent) {
  return {
    tolerations: EVERYWHERE,
    containers: [{ name: 'agent', image: 'agent:1', resources: { requests } }],
    ...spec,
  };
}

function addAgent(chart: Chart, spec: Agent = {}, name = 'agent'): void {
  new ApiObject(chart, name, {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name },
    ...{ spec: { selector: {}, template: { spec: podSpec(spec) } } },
  });
}

function chartOf(pool: INodePool, tasks = 2, resources?: ResourceOptions, app = Testing.app()): ClusterChart {
  const chart = new ClusterChart(app, 'chart', { cluster: GKE });
  addJob(chart, pool, tasks, resources);
  return chart;
}

function addJob(chart: Chart, pool: INodePool, tasks: number, resources?: ResourceOptions): void {
  const [strategy, engine] = [Plain.indexedTasks(), TrainingEngine.job()];
  new DistributedTrainingJob(chart, 'job', { image: 'a:1', pool, workers: tasks, strategy, engine, resources });
}

function told(chart: Chart): string[] {
  const problems = chart.node.root.node.findAll().flatMap(({ node }) => node.validate());
  return problems.filter((text) => text.endsWith('(daemon-set-room)'));
}

const WHOLE = { gpus: 4, cpus: 16, memory: Size.gibibytes(64) };

/** True if a job that takes whole nodes of a pool is told of a DaemonSet. */
function isTold(agent: Agent, pool = gpuPool()): boolean {
  const chart = chartOf(pool, 2, WHOLE);
  addAgent(chart, agent);
  return told(chart).length > 0;
}

describe('a DaemonSet of the program', () => {
  test('fails: leaves no room for pods that take the whole node (daemon-set-room)', () => {
    const chart = chartOf(gpuPool(), 2, WHOLE);
    addAgent(chart, { requests: { cpu: 0.1, memory: '200Mi' } });
    expect(told(chart)).toEqual([
      'DaemonSet "agent" asks for 100m CPU and 200Mi of memory of each node of pool "k80" (n1-standard-16), more than is reserved there, so the pods of chart/job do not fit: set reserved: { cpus: 0.1, memory: Size.mebibytes(200) } of the pool or of its cluster, which default requests follow (daemon-set-room)',
    ]);
  });

  test('fails: leaves too little room for all pods of a job (daemon-set-room)', () => {
    const chart = chartOf(gpuPool(), 32);
    for (const name of ['a', 'b']) addAgent(chart, {}, name);
    expect(told(chart)).toEqual([
      expect.stringMatching(
        /^DaemonSet "a" and DaemonSet "b" ask for 200m CPU of .* so the pods of chart\/job do not fit: set reserved: \{ cpus: 0\.2 \} of/,
      ),
    ]);
    const fewer = chartOf(gpuPool(), 24);
    addAgent(fewer);
    expect(told(fewer)).toEqual([]);
  });

  test('is no problem where its pool reserves enough', () => {
    expect(isTold({}, gpuPool({ reserved: { cpus: 0.1 } }))).toBe(false);
    expect(isTold({ requests: { memory: '1G' } }, gpuPool({ reserved: { memory: Size.gibibytes(1) } }))).toBe(false);
    expect(isTold({}, gpuPool({ reserved: { cpus: 0.099 } }))).toBe(true);
    expect(isTold({}, gpuPool({ allocatable: undefined }))).toBe(false);
  });

  test.each<[string, Agent, boolean]>([
    ['tolerates the taint of GPUs by its key', { tolerations: [{ key: 'nvidia.com/gpu', operator: 'Exists' }] }, true],
    ['tolerates it by its value', { tolerations: [{ key: 'nvidia.com/gpu', value: 'present' }] }, true],
    ['tolerates another value', { tolerations: [{ key: 'nvidia.com/gpu', value: 'none' }] }, false],
    ['tolerates another effect', { tolerations: [{ operator: 'Exists', effect: 'NoExecute' }] }, false],
    ['tolerates nothing', { tolerations: undefined }, false],
    ['selects the pool', { nodeSelector: { 'cloud.google.com/gke-nodepool': 'k80' } }, true],
    ['selects another pool', { nodeSelector: { 'cloud.google.com/gke-nodepool': 'cpu' } }, false],
    ['selects a label that is not known', { nodeSelector: { 'acme.com/use': 'training' } }, false],
    ['selects nodes with GPUs', { affinity: affinity('cloud.google.com/gke-accelerator') }, true],
    ['selects nodes by an unknown label', { affinity: affinity('acme.com/use') }, false],
  ])('counts where its pods certainly run: %s', (_, agent, expected) => {
    expect(isTold(agent, gpuPool({ accelerator: Accelerator.K80 }))).toBe(expected);
  });

  test.each<[string, Agent, boolean]>([
    ['a label that is not known', { nodeSelector: { 'acme.com/use': 'training' } }, true],
    ['one zone of several', { nodeSelector: { 'topology.kubernetes.io/zone': 'us-east1-b' } }, true],
    ['another zone', { nodeSelector: { 'topology.kubernetes.io/zone': 'us-east1-d' } }, false],
    ['another pool', { nodeSelector: { 'cloud.google.com/gke-nodepool': 'cpu' } }, false],
    ['the taint not at all', { nodeSelector: { 'acme.com/use': 'training' }, tolerations: undefined }, false],
  ])('fails: is advice where its pods may run on some nodes: it selects %s (daemon-set-room)', (_, agent, expected) => {
    const chart = chartOf(gpuPool({ zones: ['us-east1-b', 'us-east1-c'] }), 2, WHOLE);
    addAgent(chart, agent);
    expect(told(chart)).toEqual([]);
    const advice = openAdvice(chart).filter(({ advice: { code } }) => code === 'daemon-set-room');
    expect(advice.map(({ advice: { message } }) => message)).toEqual(
      expected
        ? [
            'DaemonSet "agent" asks for 100m CPU of each node and may run on nodes of pool "k80" (n1-standard-16), more than is reserved there, so the pods of chart/job may not fit',
          ]
        : [],
    );
  });

  test.each<[string, Agent, number]>([
    ['containers together', { containers: [asks({ cpu: '0.1' }), asks({ cpu: '50m' })] }, 0.15],
    ['limits', { containers: [{ ...asks({}), resources: { limits: { cpu: 1 } } }] }, 1],
    ['the largest init container', { initContainers: [asks({ cpu: 1 }), asks({ cpu: 2 })] }, 2],
    ['sidecars', { initContainers: [{ ...asks({ cpu: 1 }), restartPolicy: 'Always' }] }, 1.1],
  ])('asks for the requests of its pods: %s', (_, agent, cpus) => {
    const chart = chartOf(gpuPool(), 2, WHOLE);
    addAgent(chart, agent);
    expect(told(chart)[0]).toContain(`set reserved: { cpus: ${cpus} } of`);
  });

  test('counts in charts of its cluster, of any namespace and of other trees, and by any class', () => {
    const app = Testing.app();
    const other = chartOf(gpuPool(), 2, WHOLE, app);
    addAgent(new ClusterChart(app, 'other', { cluster: OTHER }));
    addAgent(new Chart(app, 'plain'));
    expect(told(other)).toEqual([]);
    const chart = chartOf(gpuPool(), 2, WHOLE);
    const containers = [{ name: 'a', image: 'a:1', resources: { requests: { cpu: k8s.Quantity.fromString('100m') } } }];
    const template = { spec: { containers, tolerations: EVERYWHERE } };
    const agents = new ClusterChart(Testing.app(), 'agents', { cluster: GKE, namespace: 'agents' });
    new k8s.KubeDaemonSet(agents, 'agent', { spec: { selector: {}, template } });
    joinPools([chart.node.root, agents.node.root]);
    expect(told(chart)).toHaveLength(1);
  });

  test('fails: counts where the pods of a job, or of several, may not all find a place (pool-order, pool-shared)', () => {
    const pool = gpuPool({ maxNodes: 2 });
    const small = demand(pool, 2, { gpus: 0, cpus: 3, memory: Size.gibibytes(1) }, 'ps');
    const large = demand(pool, 2, { gpus: 0, cpus: 10, memory: Size.gibibytes(1) });
    const advised = (agent: Agent | undefined, ...jobs: (readonly PodSet[])[]) => {
      const chart = new ClusterChart(Testing.app(), 'chart', { cluster: GKE });
      jobs.forEach((pods, index) => {
        const main = { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: `job${index}` } };
        addWorkload(new Construct(chart, `job${index}`), { base: `job${index}`, pods, rendered: { main } });
      });
      if (agent) addAgent(chart, agent);
      const codes = openAdvice(chart).map(({ advice }) => advice.code);
      return [...told(chart), ...codes.filter((code) => code !== 'gpu-idle')];
    };
    expect(advised(undefined, [small, large])).toEqual([]);
    expect(advised({}, [small, large])).toEqual(['pool-order']);
    expect(advised(undefined, [small], [large])).toEqual([]);
    expect(advised({}, [small], [large])).toEqual(['pool-shared']);
  });

  test('takes one of the places for pods of each node (daemon-set-room)', () => {
    const pool = gpuPool({ maxNodes: 1, allocatable: { ...gpuPool().allocatable!, pods: 2 } });
    const small = { gpus: 1, cpus: 1, memory: Size.gibibytes(1) };
    expect(told(chartOf(pool, 2, small))).toEqual([]);
    const chart = chartOf(pool, 2, small);
    addAgent(chart);
    expect(told(chart)).toEqual([
      expect.stringContaining(': raise maxPodsPerNode of the pool to 17 or more: each DaemonSet '),
    ]);
  });

  test('of ClusterAddons counts in its pool already', () => {
    const pool = gpuPool({ driver: GpuDriver.DAEMON_SET, accelerator: Accelerator.K80 });
    const chart = chartOf(pool, 2, WHOLE);
    new ClusterAddons(chart, 'addons', { pools: [pool] });
    expect(told(chart)).toEqual([]);
  });

  test('that is a workload leaves room for itself', () => {
    const chart = new ClusterChart(Testing.app(), 'chart', { cluster: GKE });
    const main = {
      ...{ apiVersion: 'apps/v1', kind: 'DaemonSet', metadata: { name: 'agent' } },
      spec: { selector: {}, template: { spec: podSpec({ requests: { cpu: 10 } }) } },
    } as unknown as Manifest;
    const pods = [demand(gpuPool(), 8, { gpus: 0, cpus: 10, memory: Size.gibibytes(1) }, 'agent')];
    addWorkload(new Construct(chart, 'agent'), { base: 'agent', pods, rendered: { main } });
    expect(told(chart)).toEqual([]);
    addJob(chart, gpuPool(), 2, WHOLE);
    expect(told(chart)).toEqual([expect.stringContaining('so the pods of chart/job do not fit')]);
  });
});

function affinity(key: string) {
  const nodeSelectorTerms = [{ matchExpressions: [{ key, operator: 'Exists' }] }];
  return { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } };
}

function asks(requests: Readonly<Record<string, string | number>>) {
  return { name: 'agent', image: 'agent:1', resources: { requests } };
}
