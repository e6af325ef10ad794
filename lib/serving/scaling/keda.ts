import { Duration } from 'cdk8s';
import type { ScaledObjectSpec } from '../../kubernetes/kinds/custom-specs';
import { objectOf } from '../../kubernetes/kinds/kind';
import { SCALED_OBJECT, TRIGGER_AUTHENTICATION } from '../../kubernetes/kinds/scalers';
import type { Manifest } from '../../kubernetes/manifest';
import type { ServerCounter } from '../model-server';
import type { ScaledReplicas } from './replicas';
import type { ResolvedServing, Track } from '../serving';
import type { ScaleTarget } from '../serving-platform';
import { startTime } from './start-time';
import { matchersOf, SERVING_SERIES, seriesOf, TRACK_SERIES } from '../telemetry/series';
import { behavior, referenceTo } from './hpa';

type Trigger = ScaledObjectSpec['triggers'][number];

/** The time between two queries of KEDA while there are no replicas. */
const POLLING = Duration.seconds(15);
/** KEDA's own default. */
const COOLDOWN = Duration.minutes(5);
/** The number of failed queries before the fallback holds. */
const FAILURES = 3;

/** A ScaledObject of KEDA, and its authentication for managed Prometheus. */
export function scaledObjectOf(
  serving: ResolvedServing,
  track: Track,
  target: ScaleTarget,
  scaled: ScaledReplicas,
): Manifest[] {
  const { min, max, scaleDownWindow } = scaled;
  const isResource = scaled.metric.way.kind === 'cpu' || scaled.metric.way.kind === 'memory';
  const asks = !isResource && prometheusOf(serving)?.kind === 'managed';
  const trigger = triggerOf(serving, track, target, scaled);
  const object = objectOf(SCALED_OBJECT, track.objectName, {
    scaleTargetRef: referenceTo(target),
    pollingInterval: POLLING.toSeconds(),
    minReplicaCount: min,
    maxReplicaCount: max,
    ...(min === 0 && { cooldownPeriod: cooldown(serving) }),
    // Where Prometheus does not answer, nothing shrinks.
    ...(!isResource && {
      fallback: { failureThreshold: FAILURES, replicas: Math.max(1, min), behavior: 'currentReplicasIfHigher' },
    }),
    advanced: { horizontalPodAutoscalerConfig: { behavior: behavior(scaleDownWindow) } },
    triggers: [asks ? { ...trigger, authenticationRef: { name: track.objectName } } : trigger],
  });
  const identity = objectOf(TRIGGER_AUTHENTICATION, track.objectName, { podIdentity: { provider: 'gcp' } });
  return asks ? [identity, object] : [object];
}

/** The time before a scale-down to 0. The first replica gets the time to start. */
function cooldown(serving: ResolvedServing): number {
  return Math.max(COOLDOWN.toSeconds(), startTime(serving).toSeconds());
}

function triggerOf(
  serving: ResolvedServing,
  track: Track,
  target: ScaleTarget,
  { metric: { way } }: ScaledReplicas,
): Trigger {
  switch (way.kind) {
    case 'cpu':
    case 'memory':
      return {
        type: way.kind,
        metricType: 'Utilization',
        metadata: { value: String(way.target), containerName: serving.containerName },
      };
    case 'gpu':
      // The values of a pod's GPUs are added.
      return prometheusTrigger(serving, gpuQuery(serving, target), way.target * Math.max(1, serving.resources.gpus));
    case 'requests':
      return prometheusTrigger(serving, rateOf(serving, track, requestsOf(track)), way.target);
    case 'named': {
      const counter = { name: way.name };
      const query =
        way.counts === 'counter'
          ? rateOf(serving, track, counter)
          : orNothing(`sum(${seriesOf(counter, labelsOf(serving, track))})`, serving, track);
      return prometheusTrigger(serving, query, way.target);
    }
    case 'query':
      return prometheusTrigger(serving, way.query, way.target, true);
  }
}

function prometheusTrigger(serving: ResolvedServing, query: string, threshold: number, mayBeEmpty = false): Trigger {
  const serverAddress = prometheusOf(serving)?.address ?? '';
  return {
    type: 'prometheus',
    metricType: 'AverageValue',
    // A query without values means broken collection, unless it is the user's own.
    metadata: { serverAddress, query, threshold: String(threshold), ignoreNullValues: String(mayBeEmpty) },
  };
}

function requestsOf({ container }: Track): ServerCounter {
  return container.metrics?.requests?.[0] ?? { name: '' };
}

function rateOf(serving: ResolvedServing, track: Track, counter: ServerCounter): string {
  return orNothing(`sum(rate(${seriesOf(counter, labelsOf(serving, track))}[2m]))`, serving, track);
}

/** A server that had no request yet may have no such series. They count as 0 as long as its pods are scraped. */
function orNothing(query: string, serving: ResolvedServing, track: Track): string {
  return `${query} or 0 * sum(up{${matchersOf(labelsOf(serving, track))}})`;
}

/** Managed Prometheus has the metrics of all clusters of a project. */
function labelsOf(serving: ResolvedServing, track: Track): Record<string, string> {
  const { name, namespace, pool } = serving;
  const { clusterName, location } = pool.cluster;
  const isManaged = prometheusOf(serving)?.kind === 'managed';
  const place = isManaged ? { cluster: clusterName, ...(location === undefined ? {} : { location }) } : {};
  return { ...place, namespace, [SERVING_SERIES]: name, [TRACK_SERIES]: track.name };
}

/** GKE's own metric of GPUs, by the names that its PromQL has. */
function gpuQuery({ namespace, pool, containerName }: ResolvedServing, { podNames }: ScaleTarget): string {
  const { clusterName, location } = pool.cluster;
  const labels = {
    monitored_resource: 'k8s_container',
    cluster_name: clusterName,
    ...(location === undefined ? {} : { location }),
    namespace_name: namespace,
    container_name: containerName,
  };
  return `sum(kubernetes_io:container_accelerator_duty_cycle{${matchersOf(labels)},pod_name=~"${podNames}"})`;
}

/** Where KEDA asks for metrics. */
interface PrometheusAddress {
  readonly kind: 'managed' | 'own';
  readonly address: string;
}

/**
 * The Prometheus that has the metrics of a server: that of its telemetry, or else the managed one of its cluster. `undefined`
 * if its address is not known.
 *
 * @see https://cloud.google.com/stackdriver/docs/managed-prometheus/query#api-prometheus
 */
export function prometheusOf({
  telemetry: { way },
  pool,
}: Pick<ResolvedServing, 'telemetry' | 'pool'>): PrometheusAddress | undefined {
  if (way.kind === 'operator') return way.address === undefined ? undefined : { kind: 'own', address: way.address };
  const { project } = pool.cluster;
  if (project === undefined) return undefined;
  return {
    kind: 'managed',
    address: `https://monitoring.googleapis.com/v1/projects/${project}/location/global/prometheus`,
  };
}
