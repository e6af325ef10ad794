import type { ICluster } from '../../core/contracts/cluster';
import { declaredOperators } from '../../operators/operator-problems';
import { problem, type Problem } from '../../core/problems';
import type { ScaledReplicas } from './replicas';
import type { ResolvedServing } from '../serving';
import { hasAdapter, hasKeda, scalerOf } from './scaler';
import { prometheusOf } from './keda';

/** The shortest window of replicas with GPUs. A new one may have to wait for a node and its driver. */
const GPU_WINDOW = 300;
const RESOURCE_METRICS = 'v1beta1.metrics.k8s.io';

/** Problems of a metric or an autoscaler that the cluster does not have. */
export function* scalerProblems(serving: ResolvedServing): Generator<Problem> {
  const { way } = serving.scaling;
  if (way.kind === 'fixed') return;
  const { cluster } = serving.pool;
  const by = scalerOf(way, cluster);
  const isResource = way.metric.way.kind === 'cpu' || way.metric.way.kind === 'memory';
  yield* windowProblems(serving, way);
  yield* metricProblems(serving, way);
  if (by === 'keda') yield* kedaProblems(cluster);
  if (isResource) yield* resourceProblems(cluster);
  else yield* by === 'keda' ? addressProblems(serving, way) : adapterProblems(serving, way);
}

function* windowProblems({ resources }: ResolvedServing, { scaleDownWindow }: ScaledReplicas): Generator<Problem> {
  if (resources.gpus === 0 || scaleDownWindow.toSeconds() >= GPU_WINDOW) return;
  yield problem(
    'scaling-window',
    'replicas',
    `scaleDownWindow is ${scaleDownWindow.toSeconds()} s, but a new replica with GPUs may wait longer for a node and its driver`,
    `use Duration.minutes(${GPU_WINDOW / 60}) or more`,
  );
}

/** Problems of metrics that the server's pods do not have. */
function* metricProblems(serving: ResolvedServing, { metric }: ScaledReplicas): Generator<Problem> {
  const { resources, server, tracks, telemetry, pool } = serving;
  const { kind } = metric.way;
  if (kind === 'gpu') yield* gpuProblems(resources.gpus, pool.cluster);
  if (kind === 'requests' && tracks[0].container.metrics?.requests === undefined) {
    const fix = 'use a metric that it has, by ScalingMetric.named(…), or ScalingMetric.cpu(60)';
    yield problem('scaling-metric', 'replicas', `${server.name} does not count its requests for Prometheus`, fix);
  }
  if (metric.way.kind === 'named' && tracks[0].container.metrics === undefined) {
    const message = `${server.name} exports no metrics, so nothing collects "${metric.way.name}"`;
    const fix =
      'say where it exports them, by metrics of ModelServer.container, or use ScalingMetric.query(…) or ScalingMetric.cpu(60)';
    yield problem('scaling-metric', 'replicas', message, fix);
    return;
  }
  if ((kind !== 'requests' && kind !== 'named') || telemetry.way.kind !== 'none') return;
  const message = 'the replicas follow a metric of the server, but its metrics are not collected';
  const fix = 'set telemetry to Telemetry.managed() or Telemetry.prometheusOperator(…), or use ScalingMetric.cpu(60)';
  yield problem('scaling-telemetry', 'replicas', message, fix);
}

function* gpuProblems(gpus: number, { clusterName, features }: ICluster): Generator<Problem> {
  if (gpus === 0) {
    const message = 'the replicas follow the use of GPUs, but they have none';
    yield problem('scaling-metric', 'replicas', message, 'use ScalingMetric.cpu(60), or a pool with GPUs');
  } else if (features && !features.has('gke')) {
    const message = `the use of GPUs is a metric of GKE, which cluster "${clusterName}" is not`;
    const fix =
      "use ScalingMetric.query(…) of a metric that NVIDIA's exporter gives, such as avg(DCGM_FI_DEV_GPU_UTIL)";
    yield problem('scaling-metric', 'replicas', message, fix);
  }
}

function* kedaProblems(cluster: ICluster): Generator<Problem> {
  if (cluster.operators === undefined || hasKeda(cluster)) return;
  const fix = 'add Operator.KEDA to operators of the cluster';
  const other = ', or Operator.CUSTOM_METRICS, by which Kubernetes scales without KEDA from 1 replica on';
  yield problem(
    'operator-missing',
    'replicas',
    `a ScaledObject needs operator "keda", but ${declaredOperators(cluster)}`,
    fix + other,
  );
}

function* adapterProblems(serving: ResolvedServing, { metric }: ScaledReplicas): Generator<Problem> {
  const { pool, telemetry, server, tracks } = serving;
  const { cluster } = pool;
  const counter = metric.way.kind === 'requests' ? tracks[0].container.metrics?.requests?.[0] : undefined;
  if (counter?.match !== undefined) {
    const message = `${server.name} counts its requests as those of ${counter.name} with ${counter.match}, and a HorizontalPodAutoscaler reads whole counters`;
    yield problem('scaling-by', 'replicas', message, "use by: 'keda' with Operator.KEDA, or ScalingMetric.named(…)");
  }
  if (telemetry.way.kind === 'operator') {
    const message =
      'a HorizontalPodAutoscaler reads managed Prometheus here, but the metrics go to a Prometheus of the cluster';
    yield problem('scaling-by', 'replicas', message, "use by: 'keda' with Operator.KEDA, or Telemetry.managed()");
  }
  if (cluster.operators === undefined || hasAdapter(cluster)) return;
  const message = `a HorizontalPodAutoscaler by this metric needs operator "custom-metrics-adapter", but ${declaredOperators(cluster)}`;
  const fix = "add Operator.CUSTOM_METRICS to operators of the cluster, or use by: 'keda' with Operator.KEDA";
  yield problem('operator-missing', 'replicas', message, fix);
}

/** Problems of CPU and memory metrics. GKE measures them itself; other clusters need a metrics server. */
function* resourceProblems({ clusterName, features, operators = [] }: ICluster): Generator<Problem> {
  if (!features || features.has('gke') || operators.some(({ apis }) => apis.includes(RESOURCE_METRICS))) return;
  yield problem(
    'scaling-metrics-server',
    'replicas',
    `nothing is known to measure processors and memory in cluster "${clusterName}", so the number of replicas would stay`,
    `if metrics-server runs there, say so: add Operator.of({ name: 'metrics-server', version: '0.8.0', serves: [], apis: ['${RESOURCE_METRICS}'] }) to its operators; or use Replicas.fixed(…)`,
  );
}

function* addressProblems(serving: ResolvedServing, { metric }: ScaledReplicas): Generator<Problem> {
  const { telemetry, pool } = serving;
  const { clusterName, features } = pool.cluster;
  const own = telemetry.way.kind === 'operator';
  if (own && metric.way.kind === 'gpu') {
    const message = 'the use of GPUs is a metric of GKE, but KEDA would ask a Prometheus of the cluster for it';
    yield problem('scaling-metric', 'replicas', message, 'use ScalingMetric.query(…), or Telemetry.managed()');
  }
  if (!own && features && !features.has('managedPrometheus')) {
    const message = `cluster "${clusterName}" has no managed Prometheus for KEDA to ask`;
    yield problem(
      'scaling-prometheus',
      'replicas',
      message,
      "use Telemetry.prometheusOperator({ address: 'http://…:9090' })",
    );
  } else if (prometheusOf(serving) === undefined) {
    const message = own
      ? 'KEDA needs the address of Prometheus'
      : `KEDA asks managed Prometheus by the project, which is not known of cluster "${clusterName}"`;
    const fix = own
      ? "give it: Telemetry.prometheusOperator({ address: 'http://…:9090' })"
      : 'give project in TrainingCluster.fromAttributes';
    yield problem('scaling-prometheus', 'replicas', message, fix);
  }
}
