import type { AlertRule } from '../../kubernetes/kinds/custom-specs';
import type { ServerCounter, ServerLatency, ServerMetrics } from '../model-server';
import type { ResolvedServing } from '../serving';
import { matchersOf, SERVING_SERIES, seriesOf, TRACK_SERIES } from './series';
import type { Collection } from './telemetry';

type Labels = Readonly<Record<string, string>>;

/** The time over which rates are taken: several times that between two readings. */
const WINDOW = '5m';
/** The time for which a failed load is reported. */
const LOAD_WINDOW = '10m';

/** The alerts of a server. Each of them is for what the server counts. */
export function rulesOf(serving: ResolvedServing, metrics: ServerMetrics, collection: Collection): AlertRule[] {
  const { name, namespace, scaling, startupTimeout } = serving;
  const { requests, failures, latency, failedLoads } = metrics;
  const { errorRate, after } = collection;
  const labels = { namespace, [SERVING_SERIES]: name };
  const alert = (title: string, summary: string, expr: string, seconds = after.toSeconds()): AlertRule => ({
    alert: title,
    expr,
    for: `${seconds}s`,
    labels: { severity: 'warning', [SERVING_SERIES]: name },
    annotations: { summary },
  });
  const rules: AlertRule[] = [];
  if (requests && failures) {
    const all = requests.map((counter) => rate(counter, labels)).join(' + ');
    const total = requests.length > 1 ? `(${all})` : all;
    const summary = `More than ${errorRate} of the requests to ${name} fail`;
    rules.push(alert('ServingErrors', summary, `${rate(failures, labels)} / ${total} > ${errorRate}`));
  }
  if (latency && collection.latency) {
    const milliseconds = collection.latency.toMilliseconds({ integral: false });
    const limit = latency.unit === 'seconds' ? milliseconds / 1000 : milliseconds * 1000;
    const summary = `Requests to ${name} take longer than ${milliseconds} ms`;
    rules.push(alert('ServingLatency', summary, `${timeOf(latency, labels)} > ${limit}`));
  }
  if (failedLoads) {
    const now = `sum by (pod) (${seriesOf(failedLoads, labels)})`;
    const before = `sum by (pod) (${seriesOf(failedLoads, labels)} offset ${LOAD_WINDOW})`;
    // A counter that begins at 1 has no rate.
    const expr = `${now} > (${before} or 0 * ${now})`;
    rules.push(alert('ServingLoadFailed', `A pod of ${name} could not load a model`, expr, 0));
  }
  // Servers answer when the model is loaded. A first load that fails has no counter.
  const up = `up{${matchersOf(labels)}}`;
  const starting = startupTimeout.toSeconds() + after.toSeconds();
  const silent = `max by (pod) (${up}) == 0`;
  rules.push(alert('ServingNotAnswering', `A pod of ${name} does not answer`, silent, starting));
  // Without a pod there is nothing that could be 0.
  if (scaling.least > 0)
    rules.push(alert('ServingAbsent', `No pod of ${name} gives metrics; perhaps none runs`, `absent(${up})`, starting));
  return rules;
}

function rate(counter: ServerCounter, labels: Labels): string {
  return `sum by (${TRACK_SERIES}) (rate(${seriesOf(counter, labels)}[${WINDOW}]))`;
}

/** The time of 99 of 100 requests, or the mean if the server counts no more. */
function timeOf({ of }: ServerLatency, labels: Labels): string {
  if (!('histogram' in of)) return `${rate(of.sum, labels)} / ${rate(of.count, labels)}`;
  const buckets = seriesOf({ name: `${of.histogram}_bucket` }, labels);
  return `histogram_quantile(0.99, sum by (${TRACK_SERIES}, le) (rate(${buckets}[${WINDOW}])))`;
}
