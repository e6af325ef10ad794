import type { ICluster } from '../../core/contracts/cluster';
import { problem, type Advice, type Problem } from '../../core/problems';
import { servedAs } from '../../kubernetes/kinds/kind';
import { POD_MONITOR, PROMETHEUS_TEXT } from '../../kubernetes/kinds/monitoring';
import type { ResolvedServing } from '../serving';
import type { Telemetry } from './telemetry';

/** Problems of metrics that nothing can collect, and of alerts about what a server does not count. */
export function* telemetryProblems({ telemetry, server, tracks, pool }: ResolvedServing): Generator<Problem> {
  const { way } = telemetry;
  if (way.kind === 'none') return;
  const [{ container }] = tracks;
  yield* way.kind === 'managed' ? managedProblems(pool.cluster) : operatorProblems(pool.cluster);
  if (way.latency !== undefined && container.metrics?.latency === undefined) {
    const message = `${server.name} does not tell how long its requests take`;
    yield problem('telemetry-metrics', 'telemetry', message, 'leave latency out of alerts');
  }
}

/** Advice about a telemetry that the program asks for, but that collects nothing. */
export function* telemetryAdvice(
  { server, tracks: [{ container }] }: ResolvedServing,
  asked: Telemetry | undefined,
): Generator<Advice> {
  if (asked === undefined || asked.way.kind === 'none' || container.metrics !== undefined) return;
  yield problem(
    'telemetry-nothing',
    'telemetry',
    `${server.name} exports no metrics, so nothing is collected and no alert can fire`,
    'say where it exports them, by metrics of ModelServer.container, or leave telemetry out',
  );
}

function* managedProblems({ clusterName, features }: ICluster): Generator<Problem> {
  if (!features || features.has('managedPrometheus')) return;
  yield problem(
    'telemetry-feature',
    'telemetry',
    `cluster "${clusterName}" has no managedPrometheus among its features, so the metrics would not be collected`,
    "use Telemetry.none(), or Telemetry.prometheusOperator() where that runs; or turn managed Prometheus on in the cluster and add 'managedPrometheus' to its features",
  );
}

function* operatorProblems({ clusterName, operators }: ICluster): Generator<Problem> {
  const kind = servedAs(POD_MONITOR);
  if (!operators || operators.some(({ serves }) => serves.includes(kind))) return;
  yield problem(
    'operator-missing',
    'telemetry',
    `a PodMonitor needs an operator that serves ${kind}, but cluster "${clusterName}" declares none`,
    `add ${PROMETHEUS_TEXT} to operators of the cluster`,
  );
}
