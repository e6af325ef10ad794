import { conditionOf, type Alert } from '../core/contracts/alert';
import type { AlertRule } from '../kubernetes/kinds/custom-specs';
import { objectOf } from '../kubernetes/kinds/kind';
import { CLUSTER_POD_MONITORING, CLUSTER_RULES, POD_MONITOR, PROMETHEUS_RULE } from '../kubernetes/kinds/monitoring';
import type { NamedManifest } from '../kubernetes/manifest';
import { grafanaDashboard } from './grafana';
import { kueueMetrics } from './kueue-metrics';
import type { ObservabilityProps } from './observability';

/** The program that collects the metrics of a cluster. */
export type Collector = 'managed' | 'operator';

/** An observability with all defaults filled in. */
export interface ResolvedObservability extends Required<ObservabilityProps> {
  readonly name: string;
  readonly title: string;
  /** The namespace of the account that reads the metrics of Kueue; `undefined` where Kueue does not run. */
  readonly queues?: string;
}

const INTERVAL = '30s';
const KUBE_STATE_METRICS = { name: 'kube-state-metrics', port: 'http-metrics' };
/** On GKE the exporter of GPUs is part of the cluster, and is collected without an object. */
const DCGM_EXPORTER = { name: 'dcgm-exporter', port: 'metrics' };

/** The objects that collect the metrics of a cluster, and evaluate and show them. */
export function monitoringObjects(resolved: ResolvedObservability, collector: Collector): NamedManifest[] {
  const { name, title, alerts, panels, labels, queues } = resolved;
  const kind = collector === 'managed' ? CLUSTER_RULES : PROMETHEUS_RULE;
  const groups = [{ name, rules: alerts.map(ruleOf) }];
  const rules = alerts.length > 0 ? [objectOf(kind, name, { groups })] : [];
  const queued = queues === undefined ? [] : kueueMetrics(`${name}-kueue`, queues, INTERVAL, collector);
  if (collector === 'managed') {
    const jobs = objectOf(CLUSTER_POD_MONITORING, name, {
      selector: selectorOf(KUBE_STATE_METRICS.name),
      endpoints: [{ port: KUBE_STATE_METRICS.port, interval: INTERVAL }],
      // Else the namespace and the pod of the exporter would take the places of those that it tells of.
      targetLabels: { metadata: [] },
    });
    return [jobs, ...rules, ...queued];
  }
  const monitors = [KUBE_STATE_METRICS, DCGM_EXPORTER].map(({ name: exporter, port }) =>
    objectOf(POD_MONITOR, `${name}-${exporter}`, {
      selector: selectorOf(exporter),
      namespaceSelector: { any: true },
      podMetricsEndpoints: [{ port, interval: INTERVAL, honorLabels: true }],
    }),
  );
  const dashboards = panels.length > 0 ? [grafanaDashboard(name, title, panels)] : [];
  const read = [...monitors, ...rules, ...queued].map((each) => ({ ...each, metadata: { ...each.metadata, labels } }));
  return [...read, ...dashboards];
}

/** An alert as Prometheus has it. */
function ruleOf(alert: Alert): AlertRule {
  const { name, severity, summary } = alert;
  const duration = `${alert.for.toSeconds()}s`;
  return { alert: name, expr: conditionOf(alert), for: duration, labels: { severity }, annotations: { summary } };
}

function selectorOf(name: string) {
  return { matchLabels: { 'app.kubernetes.io/name': name } };
}
