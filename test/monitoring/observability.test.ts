import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { App, Duration } from 'cdk8s';
import { describe, expect, test } from 'vitest';
import type { ICluster } from '../../lib/core/contracts/cluster';
import { guideSteps } from '../../lib/core/contracts/guide';
import { openAdvice, problemsBelow } from '../../lib/core/problems/check';
import { ClusterChart } from '../../lib/kubernetes/cluster-chart';
import { clusterAlerts, clusterPanels, costPanels, Observability, type ObservabilityProps } from '../../lib/monitoring';
import { Operator } from '../../lib/operators/operator';
import { manifestsOf } from '../../lib/testing/index';
import { manifestProblems } from '../conformance/manifest';
import { MANAGED } from '../serving/servings';
import { cpuPool, GKE } from '../workload/pools';

const PROMETHEUS = Operator.of({
  name: 'prometheus-operator',
  version: '0.93.0',
  serves: ['podmonitors.monitoring.coreos.com/v1', 'prometheusrules.monitoring.coreos.com/v1'],
});
const OPERATED: ICluster = { ...GKE, operators: [PROMETHEUS] };

function observed(cluster: ICluster, props: ObservabilityProps = {}): Observability {
  const chart = new ClusterChart(new App(), 'monitoring', { cluster, namespace: 'monitoring' });
  return new Observability(chart, 'cluster', props);
}

function objectsOf(construct: Observability): Record<string, Record<string, unknown>> {
  const named = manifestsOf(construct) as unknown as { kind: string; metadata: { name: string } }[];
  return Object.fromEntries(named.map((each) => [`${each.kind} ${each.metadata.name}`, { ...each }]));
}

describe('managed Prometheus', () => {
  test('collects jobs from kube-state-metrics with their own namespaces, and evaluates the alerts', () => {
    const objects = objectsOf(observed(MANAGED));
    expect(Object.keys(objects)).toEqual(['ClusterPodMonitoring cluster', 'ClusterRules cluster']);
    expect(objects['ClusterPodMonitoring cluster']?.['spec']).toEqual({
      selector: { matchLabels: { 'app.kubernetes.io/name': 'kube-state-metrics' } },
      endpoints: [{ port: 'http-metrics', interval: '30s' }],
      targetLabels: { metadata: [] },
    });
    for (const object of Object.values(objects)) expect(object['metadata']).not.toHaveProperty('namespace');
  });

  test('evaluates nothing where Cloud Monitoring has the alerts', () => {
    expect(Object.keys(objectsOf(observed(MANAGED, { alerts: [] })))).toEqual(['ClusterPodMonitoring cluster']);
  });
});

describe('the Prometheus Operator', () => {
  test('collects jobs and GPUs of all namespaces, evaluates the alerts, and Grafana shows the charts', () => {
    const objects = objectsOf(observed(OPERATED, { labels: { release: 'prometheus' } }));
    expect(Object.keys(objects)).toEqual([
      'PodMonitor cluster-kube-state-metrics',
      'PodMonitor cluster-dcgm-exporter',
      'PrometheusRule cluster',
      'ConfigMap cluster',
    ]);
    expect(objects['PodMonitor cluster-dcgm-exporter']).toMatchObject({
      metadata: { labels: { release: 'prometheus' } },
      spec: { namespaceSelector: { any: true }, podMetricsEndpoints: [{ port: 'metrics', honorLabels: true }] },
    });
    expect(objects['ConfigMap cluster']?.['metadata']).toMatchObject({ labels: { grafana_dashboard: '1' } });
  });

  test('the dashboard of Grafana has every chart with its lines, none over another', () => {
    const { data } = objectsOf(observed(OPERATED))['ConfigMap cluster'] as { data: Record<string, string> };
    const { panels } = JSON.parse(data['cluster.json'] ?? '') as {
      panels: { title: string; gridPos: { x: number; y: number }; targets: { legendFormat: string; expr: string }[] }[];
    };
    const lines = panels.map(({ title, targets }) => [
      title,
      Object.fromEntries(targets.map(({ legendFormat, expr }) => [legendFormat, expr])),
    ]);
    expect(lines).toEqual(
      clusterPanels().map((panel) => [
        panel.title,
        Object.fromEntries(Object.entries(panel.lines).map(([name, query]) => [name, query('')])),
      ]),
    );
    expect(new Set(panels.map(({ gridPos: { x, y } }) => `${x},${y}`)).size).toBe(panels.length);
  });
});

describe('Kueue', () => {
  const reader = { kind: 'ServiceAccount', name: 'cluster-kueue', namespace: 'monitoring' };
  const queued = (cluster: ICluster): ICluster => ({
    ...cluster,
    operators: [...(cluster.operators ?? []), Operator.KUEUE],
  });

  test.each([
    ['managed Prometheus', queued(MANAGED)],
    ['the Prometheus Operator', queued(OPERATED)],
  ])('%s reads its metrics by the token of an account that may read metrics alone', (_, cluster) => {
    const objects = objectsOf(observed(cluster));
    expect(objects['ClusterRoleBinding cluster-kueue']).toMatchObject({
      roleRef: { kind: 'ClusterRole', name: 'kueue-metrics-reader' },
      subjects: [reader],
    });
    expect(objects['ClusterRoleBinding cluster-kueue']?.['metadata']).not.toHaveProperty('namespace');
    expect(objects['Secret cluster-kueue']).toMatchObject({
      type: 'kubernetes.io/service-account-token',
      metadata: { annotations: { 'kubernetes.io/service-account.name': 'cluster-kueue' } },
    });
    expect(objects['ServiceAccount cluster-kueue']).toMatchObject({ automountServiceAccountToken: false });
  });

  test('the collectors of managed Prometheus may read that token, and nothing else', () => {
    const objects = objectsOf(observed(queued(MANAGED)));
    expect(objects['Role cluster-kueue']?.['rules']).toEqual([
      { apiGroups: [''], resources: ['secrets'], resourceNames: ['cluster-kueue'], verbs: ['get'] },
    ]);
    expect(objects['RoleBinding cluster-kueue']?.['subjects']).toEqual([
      { kind: 'ServiceAccount', name: 'collector', namespace: 'gmp-system' },
      { kind: 'ServiceAccount', name: 'collector', namespace: 'gke-gmp-system' },
    ]);
    expect(objects['ClusterPodMonitoring cluster-kueue']?.['spec']).toMatchObject({
      endpoints: [
        {
          ...{ port: 'metrics', scheme: 'https', tls: { insecureSkipVerify: true } },
          authorization: {
            type: 'Bearer',
            credentials: { secret: { name: 'cluster-kueue', key: 'token', namespace: 'monitoring' } },
          },
        },
      ],
    });
  });

  test('a PodMonitor names the Secret of its own namespace, and has the labels of the others', () => {
    const objects = objectsOf(observed(queued(OPERATED), { labels: { release: 'prometheus' } }));
    expect(objects['PodMonitor cluster-kueue']).toMatchObject({
      metadata: { labels: { release: 'prometheus' } },
      spec: { podMetricsEndpoints: [{ authorization: { credentials: { name: 'cluster-kueue', key: 'token' } } }] },
    });
    expect(Object.keys(objects)).not.toContain('Role cluster-kueue');
  });
});

test.each([
  ['managed Prometheus', MANAGED],
  ['managed Prometheus, with Kueue', { ...MANAGED, operators: [Operator.KUEUE] }],
  ['the Prometheus Operator', OPERATED],
  ['the Prometheus Operator, with Kueue', { ...OPERATED, operators: [PROMETHEUS, Operator.KUEUE] }],
])('the objects for %s have the fields of their schemas alone', (_, cluster) => {
  for (const object of manifestsOf(observed(cluster))) expect(manifestProblems(object)).toEqual([]);
});

test('DEPLOY.md installs the release of kube-state-metrics whose metrics the alerts read', () => {
  const commands = guideSteps(observed(MANAGED)).flatMap(({ step }) => step.commands ?? []);
  expect(commands).toEqual([
    "kubectl apply -k 'https://github.com/kubernetes/kube-state-metrics?ref=v2.20.0'",
    `kubectl -n kube-system patch deployment kube-state-metrics --type json -p '[{"op":"add","path":"/spec/template/spec/containers/0/args","value":["--metric-labels-allowlist=nodes=[cloud.google.com/gke-nodepool]"]}]'`,
  ]);
});

test('fails: a cluster without any Prometheus (observability-collector)', () => {
  const [found] = problemsBelow(observed({ ...GKE, features: new Set(['gke']), operators: [] }));
  expect(found).toMatchObject({ code: 'observability-collector' });
});

test('fails: an alert that holds for a part of a second (whole-seconds)', () => {
  const alerts = clusterAlerts().map((alert) => ({ ...alert, for: Duration.millis(500) }));
  expect(() => observed(MANAGED, { alerts })).toThrow('for of alert "JobFailed" is 0.5 s: use whole seconds');
});

test('each query names metrics that the exporters have', () => {
  const file = join(__dirname, '../conformance/schemas/metrics.json');
  const known = new Set(Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>).flat());
  const panels = [...clusterPanels(), ...costPanels([cpuPool()], { cpu: 1 })];
  const lines = panels.flatMap(({ lines: each }) => Object.values(each));
  const queries = [...lines, ...clusterAlerts().map(({ expr }) => expr)];
  const named = queries.flatMap((query) => query('').match(/\b(kube_|kubelet_|kueue_|DCGM_FI_)\w+/g) ?? []);
  expect(new Set(named).size).toBeGreaterThan(10);
  expect(named.filter((name) => !known.has(name.replace(/_bucket$/, '')))).toEqual([]);
});

test('fails: a second one for a cluster (observability-twice)', () => {
  const app = new App();
  const inCluster = (cluster: ICluster) => {
    const id = `${cluster.clusterName}-${app.node.children.length}`;
    new Observability(new ClusterChart(app, id, { cluster, namespace: id }), 'watch');
    return openAdvice(app).map(({ advice }) => advice.code);
  };
  expect(inCluster(MANAGED)).toEqual([]);
  expect(inCluster({ ...MANAGED, clusterName: 'other' })).toEqual([]);
  expect(inCluster(MANAGED)).toEqual(['observability-twice']);
});
