import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Duration } from 'cdk8s';
import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { conditionOf } from '../../lib/core/contracts/alert';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { clusterAlerts, clusterPanels, costPanels, Observability } from '../../lib/monitoring';
import { servingAlerts, servingPanels } from '../../lib/serving';
import { manifestsOf } from '../../lib/testing/index';
import { MANAGED } from '../serving/servings';
import { judgedBy, PROMTOOL } from './support/judges';
import { temporaryFolder } from './support/program';
import { attempt } from './support/run';

// The alerts of a cluster, read and evaluated by Prometheus's own program on made-up series.

judgedBy([PROMTOOL]);

type Series = Readonly<Record<string, string>>;
type Labels = Readonly<Record<string, string>>;

interface Case {
  readonly alert: string;
  /** Values from minute to minute: `0+1x9` is 0, 1, … 9. */
  readonly series: Series;
  /** The minute of the evaluation. */
  readonly at: number;
  /** The labels of the alert that fires, without its severity. @default - nothing fires */
  readonly fires?: Labels;
}

const ALERTS = [...clusterAlerts(), ...servingAlerts({ latency: Duration.millis(500) })];
const L4 = { cluster: MANAGED, poolName: 'l4', nodeLabels: {}, taints: [] };
const A100 = { ...L4, poolName: 'a100' };
const COSTS = costPanels([L4, A100], { l4: 0.7, a100: 3 });
const PANELS = [...clusterPanels(), ...servingPanels(), ...COSTS];

const FAILED = 'kube_job_failed{namespace="a",job_name="j",condition="true"}';
const SUSPENDED = 'kube_job_status_suspended{namespace="a",job_name="j"}';
const CREATED = 'kube_pod_created{namespace="a",pod="p"}';
const UNSCHEDULED = 'kube_pod_status_scheduled{namespace="a",pod="p",condition="false"}';
const RESTARTS = 'kube_pod_container_status_restarts_total{namespace="a",pod="p",container="c"}';
const XID = 'DCGM_FI_DEV_XID_ERRORS{Hostname="n",gpu="0"}';
const CLAIM = '{namespace="a",persistentvolumeclaim="v"}';
const quota = (type: string) => `kube_resourcequota{namespace="a",resourcequota="q",resource="cpu",type="${type}"}`;
/** A pod with two GPUs, and how busy they are. */
const gpus = (first: string, second: string, phase = '1x60'): Series => ({
  'kube_pod_container_resource_requests{namespace="a",pod="p",node="n",resource="nvidia_com_gpu"}': '2x60',
  'kube_pod_status_phase{namespace="a",pod="p",phase="Running"}': phase,
  'DCGM_FI_DEV_GPU_UTIL{Hostname="n",gpu="0"}': first,
  'DCGM_FI_DEV_GPU_UTIL{Hostname="n",gpu="1"}': second,
});
const volume = (free: string): Series => ({
  [`kubelet_volume_stats_available_bytes${CLAIM}`]: free,
  [`kubelet_volume_stats_capacity_bytes${CLAIM}`]: '100x30',
});
/** A pod of a job with a GPU, and how much the memory of that GPU works. */
const stalled = (active: string, owner = 'PyTorchJob'): Series => ({
  'kube_pod_container_resource_requests{namespace="a",pod="p",node="n",resource="nvidia_com_gpu"}': '1x60',
  'kube_pod_status_phase{namespace="a",pod="p",phase="Running"}': '1x60',
  [`kube_pod_owner{namespace="a",pod="p",owner_kind="${owner}",owner_name="j"}`]: '1x60',
  'DCGM_FI_PROF_DRAM_ACTIVE{Hostname="n",gpu="0"}': active,
});
/** Another pod of that job, on a node that works. */
const busyPeer: Series = {
  'kube_pod_container_resource_requests{namespace="a",pod="q",node="m",resource="nvidia_com_gpu"}': '1x60',
  'kube_pod_status_phase{namespace="a",pod="q",phase="Running"}': '1x60',
  'kube_pod_owner{namespace="a",pod="q",owner_kind="PyTorchJob",owner_name="j"}': '1x60',
  'DCGM_FI_PROF_DRAM_ACTIVE{Hostname="m",gpu="0"}': '0.4x60',
};
/** The same series from two programs that tell of the cluster, as where a chart of others brings a second kube-state-metrics. */
function toldTwice(series: Series): Series {
  const from = (job: string) =>
    Object.entries(series).map(([name, values]) => [name.replace('{', `{job="${job}",`), values] as const);
  return Object.fromEntries([...from('ours'), ...from('theirs')]);
}
/** The requests of a server of TensorFlow Serving in each minute: those that succeed, and those that fail. */
const answers = (good: number, bad: number): Series => ({
  'tensorflow:serving:request_count{namespace="a",serving="s",status="OK"}': `0+${good}x60`,
  'tensorflow:serving:request_count{namespace="a",serving="s",status="INTERNAL"}': `0+${bad}x60`,
});
/** The requests of a server of vLLM in each minute: those within half a second, and all. */
const times = (quick: number, all: number): Series =>
  Object.fromEntries(
    [
      ['0.5', quick],
      ['1', all],
      ['+Inf', all],
    ].map(([le, count]) => [
      `vllm:e2e_request_latency_seconds_bucket{namespace="a",serving="s",le="${le}"}`,
      `0+${count}x60`,
    ]),
  );
/** The requests of a server of Triton in each minute, and their time in microseconds. */
const sums = (time: number): Series => ({
  'nv_inference_request_success{namespace="a",serving="s"}': '0+10x60',
  'nv_inference_request_duration_us{namespace="a",serving="s"}': `0+${time}x60`,
});
const SERVING = { namespace: 'a', serving: 's' };
const QUEUE = 'kueue_pending_workloads{cluster_queue="vision",status="inadmissible"}';
const STALLED = { namespace: 'a', owner_kind: 'PyTorchJob', owner_name: 'j' };
const POD = { namespace: 'a', pod: 'p' };
const JOB = { namespace: 'a', job_name: 'j' };

const CASES: readonly Case[] = [
  { alert: 'JobFailed', series: { [FAILED]: '0 1x5' }, at: 2, fires: JOB },
  { alert: 'JobFailed', series: { [FAILED]: '0x5' }, at: 2 },
  { alert: 'JobWaiting', series: { [SUSPENDED]: '1x90' }, at: 61, fires: JOB },
  { alert: 'JobWaiting', series: { [SUSPENDED]: '1x30 0 1x59' }, at: 61 },
  { alert: 'ServingErrors', series: answers(98, 2), at: 15, fires: SERVING },
  { alert: 'ServingErrors', series: answers(995, 5), at: 15 },
  { alert: 'ServingErrors', series: answers(0, 0), at: 15 },
  { alert: 'ServingLatency', series: times(90, 100), at: 15, fires: SERVING },
  { alert: 'ServingLatency', series: times(100, 100), at: 15 },
  { alert: 'ServingLatency', series: sums(6_000_000), at: 15, fires: SERVING },
  { alert: 'ServingLatency', series: sums(4_000_000), at: 15 },
  { alert: 'QueueBlocked', series: { [QUEUE]: '2x90' }, at: 61, fires: { cluster_queue: 'vision' } },
  { alert: 'QueueBlocked', series: { [QUEUE]: '2x30 0 2x59' }, at: 61 },
  { alert: 'JobStalled', series: stalled('0.001x60'), at: 31, fires: STALLED },
  { alert: 'JobStalled', series: stalled('0.2x60'), at: 31 },
  { alert: 'JobStalled', series: stalled('0.001x20 0.5 0.001x40'), at: 31 },
  { alert: 'JobStalled', series: stalled('0.001x60', 'ReplicaSet'), at: 31 },
  { alert: 'JobStalled', series: { ...stalled('0.001x60'), ...busyPeer }, at: 31 },
  { alert: 'JobStalled', series: toldTwice(stalled('0.001x60')), at: 31, fires: STALLED },
  { alert: 'PodWaiting', series: { [CREATED]: '0x90', [UNSCHEDULED]: '1x90' }, at: 61, fires: POD },
  { alert: 'PodWaiting', series: { [CREATED]: '0x90', [UNSCHEDULED]: '1x90' }, at: 59 },
  { alert: 'PodWaiting', series: { [CREATED]: '0x90', [UNSCHEDULED]: '1x30 0x60' }, at: 61 },
  { alert: 'ContainerRestarts', series: { [RESTARTS]: '0 1 2 3 4 5x60' }, at: 30, fires: { ...POD, container: 'c' } },
  { alert: 'ContainerRestarts', series: { [RESTARTS]: '7x30 8x30' }, at: 40 },
  { alert: 'GpuIdle', series: gpus('0x60', '1x60'), at: 31, fires: { node: 'n' } },
  { alert: 'GpuIdle', series: gpus('0x60', '80x60'), at: 31 },
  { alert: 'GpuIdle', series: gpus('0x60', '1x60'), at: 20 },
  { alert: 'GpuIdle', series: gpus('0x60', '1x60', '0x60'), at: 31 },
  { alert: 'GpuError', series: { [XID]: '0 79x9' }, at: 2, fires: { Hostname: 'n', gpu: '0' } },
  { alert: 'GpuError', series: { [XID]: '0x9' }, at: 2 },
  { alert: 'VolumeFull', series: volume('9x30'), at: 6, fires: { namespace: 'a', persistentvolumeclaim: 'v' } },
  { alert: 'VolumeFull', series: volume('11x30'), at: 6 },
  { alert: 'VolumeFull', series: volume('50x3 9x2 50x20'), at: 6 },
  {
    ...{ alert: 'QuotaFull', series: { [quota('used')]: '19x30', [quota('hard')]: '20x30' }, at: 6 },
    fires: { namespace: 'a', resourcequota: 'q', resource: 'cpu' },
  },
  { alert: 'QuotaFull', series: { [quota('used')]: '17x30', [quota('hard')]: '20x30' }, at: 6 },
  { alert: 'QuotaFull', series: { [quota('used')]: '0x30', [quota('hard')]: '0x30' }, at: 6 },
];

/** The rules as the construct writes them. */
function rulesFile(folder: string): string {
  const chart = new ClusterChart(new App(), 'monitoring', { cluster: MANAGED, namespace: 'monitoring' });
  new Observability(chart, 'cluster', { alerts: ALERTS });
  const rules: Record<string, unknown>[] = manifestsOf(chart).filter(({ kind }) => kind === 'ClusterRules');
  const file = join(folder, 'rules.yaml');
  writeFileSync(file, stringify(rules[0]?.['spec']));
  return file;
}

test('promtool accepts the rules', async () => {
  const { output } = await attempt('promtool', ['check', 'rules', rulesFile(temporaryFolder())]);
  expect(output).toContain(`SUCCESS: ${ALERTS.length} rules found`);
});

test.each(['', 'cluster="digits-prod"'])('promtool reads each query, also with the matcher %j', async (of) => {
  const lines = PANELS.flatMap((panel) => Object.values(panel.lines));
  const conditions = ALERTS.map((alert) => conditionOf(alert, of));
  const queries = [...lines.map((query) => query(of)), ...conditions];
  const rules = queries.map((expr, index) => ({ record: `query:${index}`, expr }));
  const file = join(temporaryFolder(), 'queries.yaml');
  writeFileSync(file, stringify({ groups: [{ name: 'queries', rules }] }));
  const { output } = await attempt('promtool', ['check', 'rules', file]);
  expect(output).toContain(`SUCCESS: ${queries.length} rules found`);
});

test('every alert has a case in which it fires, and one in which it does not', () => {
  const names = (firing: boolean) =>
    new Set(CASES.filter(({ fires }) => (fires !== undefined) === firing).map(({ alert }) => alert));
  const all = new Set(ALERTS.map(({ name }) => name));
  expect([names(true), names(false)]).toEqual([all, all]);
});

test.each(CASES)('$alert at minute $at of $series: $fires', async ({ alert, series, at, fires }) => {
  const folder = temporaryFolder();
  const { severity, summary } = ALERTS.find(({ name }) => name === alert) ?? {};
  const expected = fires && [{ exp_labels: { ...fires, severity }, exp_annotations: { summary } }];
  const file = join(folder, 'test.yaml');
  writeFileSync(
    file,
    stringify({
      rule_files: [rulesFile(folder)],
      evaluation_interval: '1m',
      tests: [
        {
          interval: '1m',
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          alert_rule_test: [{ eval_time: `${at}m`, alertname: alert, exp_alerts: expected ?? [] }],
        },
      ],
    }),
  );
  const { status, output } = await attempt('promtool', ['test', 'rules', file]);
  expect(output).toContain(status === 0 ? 'SUCCESS' : 'no failure');
});

test('costs of a namespace are the GPUs that its running pods hold, on nodes of all pools, times their prices', async () => {
  const asked = (namespace: string, pod: string, node: string) =>
    `kube_pod_container_resource_requests{namespace="${namespace}",pod="${pod}",container="c",node="${node}",resource="nvidia_com_gpu"}`;
  const running = (namespace: string, pod: string) =>
    `kube_pod_status_phase{namespace="${namespace}",pod="${pod}",phase="Running"}`;
  const node = (name: string, pool: string) =>
    `kube_node_labels{node="${name}",label_cloud_google_com_gke_nodepool="${pool}"}`;
  const series: Series = {
    ...{ [node('n', 'l4')]: '1x9', [node('m', 'a100')]: '1x9', [node('o', 'cpu')]: '1x9' },
    ...{ [asked('a', 'p', 'n')]: '2x9', [running('a', 'p')]: '1x9' },
    ...{ [asked('a', 'q', 'm')]: '4x9', [running('a', 'q')]: '1x9' },
    ...{ [asked('b', 'r', 'n')]: '1x9', [running('b', 'r')]: '1x9' },
    ...{ [asked('b', 's', 'n')]: '8x9', [running('b', 's')]: '0x9' },
  };
  const [now] = COSTS;
  const [query] = Object.values(now?.lines ?? {});
  const folder = temporaryFolder();
  const file = join(folder, 'test.yaml');
  const input_series = Object.entries(toldTwice(series)).map(([name, values]) => ({ series: name, values }));
  const exp_samples = [
    { labels: '{namespace="a"}', value: 13.4 },
    { labels: '{namespace="b"}', value: 0.7 },
  ];
  const promql_expr_test = [{ expr: query?.(''), eval_time: '5m', exp_samples }];
  writeFileSync(file, stringify({ rule_files: [], tests: [{ interval: '1m', input_series, promql_expr_test }] }));
  const { status, output } = await attempt('promtool', ['test', 'rules', file]);
  expect(output).toContain(status === 0 ? 'SUCCESS' : 'no failure');
});
