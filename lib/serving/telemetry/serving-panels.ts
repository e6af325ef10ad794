import { Duration } from 'cdk8s';
import { series, type Alert, type Panel, type Query } from '../../core/contracts/alert';
import { accepted } from '../../core/problems';
import type { ServerCounter, ServerLatency, ServerMetrics } from '../model-server';
import { METRICS as TENSORFLOW } from '../servers/tensorflow-config';
import { METRICS as TRITON } from '../servers/triton';
import { METRICS as VLLM } from '../servers/vllm';
import { SERVING_SERIES, storedName } from './series';
import { alertProblems, type AlertOptions } from './telemetry';

/** The servers that have charts: those whose metrics the library knows. */
const SERVERS = [TENSORFLOW, TRITON, VLLM];
const BY = `namespace, ${SERVING_SERIES}`;
const LINE = `{{namespace}}/{{${SERVING_SERIES}}}`;

/**
 * The charts of all servers of a cluster: their requests, the percent of them that fails, and their time. They have what the telemetry of TensorFlow Serving,
 * Triton and vLLM collects.
 *
 * @example
 * const panels = [...clusterPanels(), ...servingPanels()];
 */
export function servingPanels(): readonly Panel[] {
  return [
    { title: 'Requests to servers in a second', unit: '1/s', lines: { [LINE]: ofAll(requests) } },
    { title: 'Percent of requests that fail', unit: '%', lines: { [LINE]: (of) => `100 * (${ofAll(failed)(of)})` } },
    { title: 'Time of 99 of 100 requests; for Triton, their mean', unit: 's', lines: { [LINE]: ofAll(time) } },
  ];
}

/**
 * Alerts over all servers of a cluster, for `ClusterMonitoring`, whose channels tell of them. The telemetry of each server has the same ones, and more, in
 * the cluster.
 *
 * @example
 * const alerts = [...clusterAlerts(), ...servingAlerts({ latency: Duration.millis(500) })];
 */
export function servingAlerts(options: AlertOptions = {}): readonly Alert[] {
  const { errorRate = 0.01, latency, after = Duration.minutes(5) } = options;
  const common = { severity: 'warning', fires: 'above', for: after } as const;
  return accepted('servingAlerts', [alertProblems(options)], () => [
    {
      ...{ ...common, name: 'ServingErrors', threshold: errorRate, expr: ofAll(failed) },
      summary: `More than ${errorRate} of the requests to a server fail`,
    },
    ...(latency === undefined
      ? []
      : [
          {
            ...{ ...common, name: 'ServingLatency', expr: ofAll(time) },
            threshold: latency.toMilliseconds({ integral: false }) / 1000,
            summary: `Requests to a server take longer than ${latency.toMilliseconds({ integral: false })} milliseconds`,
          },
        ]),
  ]);
}

/** One query over the servers of all kinds, whose metrics have different names. */
function ofAll(query: (metrics: ServerMetrics, of: string) => string | undefined): Query {
  return (of) => SERVERS.flatMap((metrics) => query(metrics, of) ?? []).join(' or ');
}

function requests(metrics: ServerMetrics, of: string): string | undefined {
  return metrics.requests && `(${metrics.requests.map((counter) => rate(counter, of)).join(' + ')})`;
}

function failed(metrics: ServerMetrics, of: string): string | undefined {
  return metrics.failures && `${rate(metrics.failures, of)} / ${requests(metrics, of) ?? ''}`;
}

function time({ latency }: ServerMetrics, of: string): string | undefined {
  return latency && `${timeOf(latency, of)} / ${latency.unit === 'seconds' ? 1 : 1e6}`;
}

function timeOf({ of: counted }: ServerLatency, of: string): string {
  if (!('histogram' in counted)) return `${rate(counted.sum, of)} / ${rate(counted.count, of)}`;
  const buckets = series(`${storedName(counted.histogram)}_bucket`, of);
  return `histogram_quantile(0.99, sum by (${BY}, le) (rate(${buckets}[5m])))`;
}

function rate({ name, match = '' }: ServerCounter, of: string): string {
  return `sum by (${BY}) (rate(${series(storedName(name), match, of)}[5m]))`;
}
