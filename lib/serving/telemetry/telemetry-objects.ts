import type { Relabeling } from '../../kubernetes/kinds/custom-specs';
import { POD_MONITOR, POD_MONITORING, PROMETHEUS_RULE, RULES } from '../../kubernetes/kinds/monitoring';
import { objectOf } from '../../kubernetes/kinds/kind';
import type { Manifest } from '../../kubernetes/manifest';
import { workloadLabel } from '../../kubernetes/workload-label';
import { isMeshed } from '../exposure/mesh-policies';
import type { ServerMetrics } from '../model-server';
import { answeringLabels, TRACK_LABEL } from '../server-task';
import type { ResolvedServing } from '../serving';
import { rulesOf } from './alert-rules';
import { SERVING_SERIES, storedName, TRACK_SERIES } from './series';

/** The place where the proxy of a mesh tells of requests. Its port is open to all, and never encrypted. */
const PROXY_METRICS = { port: 'http-envoy-prom', path: '/stats/prometheus' };

/** The objects that collect the metrics of a server, and its alerts. */
export function telemetryObjects(serving: ResolvedServing): Manifest[] {
  const { way } = serving.telemetry;
  const [{ container }] = serving.tracks;
  const { metrics } = container;
  if (way.kind === 'none' || metrics === undefined) return [];
  const { name } = serving;
  const selector = { matchLabels: answeringLabels(serving) };
  const interval = `${way.interval.toSeconds()}s`;
  const endpoint = { port: metrics.port, path: metrics.path, interval };
  const ofProxy = isMeshed(serving) ? [{ ...PROXY_METRICS, interval }] : [];
  const renamed = withoutColon(metrics);
  const rules = { groups: [{ name, rules: rulesOf(serving, metrics, way) }] };
  if (way.kind === 'managed') {
    const fromPod = Object.entries(podLabels(name)).map(([to, from]) => ({ from, to }));
    const endpoints = [{ ...endpoint, ...(renamed && { metricRelabeling: [renamed] }) }, ...ofProxy];
    return [
      objectOf(POD_MONITORING, name, { selector, endpoints, targetLabels: { fromPod } }),
      objectOf(RULES, name, rules),
    ];
  }
  const relabelings = Object.entries(podLabels(name)).map(([targetLabel, label]) => ({
    sourceLabels: [`__meta_kubernetes_pod_label_${label.replace(/[^a-zA-Z0-9_]/g, '_')}`],
    targetLabel,
  }));
  const podMetricsEndpoints = [
    { ...endpoint, relabelings, ...(renamed && { metricRelabelings: [renamed] }) },
    ...ofProxy.map((each) => ({ ...each, relabelings })),
  ];
  return [objectOf(POD_MONITOR, name, { selector, podMetricsEndpoints }), objectOf(PROMETHEUS_RULE, name, rules)].map(
    (object) => labelled(object, way.labels),
  );
}

/** The labels that series get, and the labels of the pods that they are from. */
function podLabels(name: string): Record<string, string> {
  const [workload] = Object.keys(workloadLabel(name));
  return { ...(workload === undefined ? {} : { [SERVING_SERIES]: workload }), [TRACK_SERIES]: TRACK_LABEL };
}

/** The rule that takes a colon off the beginning of names, if the server writes such names. */
function withoutColon({ requests, failures, failedLoads, latency }: ServerMetrics): Relabeling | undefined {
  const histogram = latency && 'histogram' in latency.of ? [latency.of.histogram] : [];
  const counters = [...(requests ?? []), failures, failedLoads].flatMap((counter) => counter?.name ?? []);
  if ([...counters, ...histogram].every((name) => storedName(name) === name)) return undefined;
  return { action: 'replace', sourceLabels: ['__name__'], regex: ':(.+)', targetLabel: '__name__', replacement: '$1' };
}

function labelled(object: Manifest, labels: Readonly<Record<string, string>>): Manifest {
  return { ...object, metadata: { ...object.metadata, labels } };
}
