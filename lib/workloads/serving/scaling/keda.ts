import { Duration } from 'cdk8s';
import { objectOf } from '../../kinds/kind';
import { SCALED_OBJECT, TRIGGER_AUTHENTICATION } from '../../kinds/scaling';
import type { JsonObject, Manifest } from '../../manifest';
import type { ServerCounter } from '../model-server';
import type { ScaledReplicas } from './scaling';
import { SERVER_CONTAINER } from '../server-task';
import type { ResolvedServing, Track } from '../serving';
import { startTime } from './start-time';
import { matchersOf, SERVING_SERIES, seriesOf, TRACK_SERIES } from '../telemetry/series';
import { behavior, scaleTarget } from './hpa';
import { prometheusOf } from './prometheus-address';

/** How often KEDA asks while there are no replicas. */
const POLLING = Duration.seconds(15);
/** KEDA's own default. */
const COOLDOWN = Duration.minutes(5);
/** As often as this the metric may be out of reach before the fallback holds. */
const FAILURES = 3;

/** A ScaledObject of KEDA, and who it is when it asks managed Prometheus. */
export function scaledObjectOf(serving: ResolvedServing, track: Track, scaled: ScaledReplicas): Manifest[] {
  const { min, max, scaleDownWindow } = scaled;
  const isResource = scaled.metric.way.kind === 'cpu' || scaled.metric.way.kind === 'memory';
  const asks = !isResource && prometheusOf(serving)?.kind === 'managed';
  const trigger = triggerOf(serving, track, scaled);
  const object = objectOf(SCALED_OBJECT, track.objectName, {
    scaleTargetRef: scaleTarget(track),
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

/** The first replica gets the time to start before it is taken away again. */
function cooldown(serving: ResolvedServing): number {
  return Math.max(COOLDOWN.toSeconds(), startTime(serving).toSeconds());
}

function triggerOf(serving: ResolvedServing, track: Track, { metric: { way } }: ScaledReplicas): JsonObject {
  switch (way.kind) {
    case 'cpu':
    case 'memory':
      return {
        type: way.kind,
        metricType: 'Utilization',
        metadata: { value: String(way.target), containerName: SERVER_CONTAINER },
      };
    case 'gpu':
      // The values of a pod's GPUs are added.
      return prometheusTrigger(serving, gpuQuery(serving, track), way.target * Math.max(1, serving.resources.gpus));
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

function prometheusTrigger(serving: ResolvedServing, query: string, threshold: number, mayBeEmpty = false): JsonObject {
  const serverAddress = prometheusOf(serving)?.address ?? '';
  return {
    type: 'prometheus',
    metricType: 'AverageValue',
    // Without values the collection is broken, unless the query is the user's own.
    metadata: { serverAddress, query, threshold: String(threshold), ignoreNullValues: String(mayBeEmpty) },
  };
}

function requestsOf({ container }: Track): ServerCounter {
  return container.metrics?.requests?.[0] ?? { name: '' };
}

function rateOf(serving: ResolvedServing, track: Track, counter: ServerCounter): string {
  return orNothing(`sum(rate(${seriesOf(counter, labelsOf(serving, track))}[2m]))`, serving, track);
}

/** A server that had no request yet may have no such series: that is 0 as long as its pods are read. */
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

/** GKE's own metric of GPUs, by the names that its PromQL has. A Deployment's pods have two more parts in their names. */
function gpuQuery({ namespace, pool }: ResolvedServing, { objectName }: Track): string {
  const { clusterName, location } = pool.cluster;
  const labels = {
    monitored_resource: 'k8s_container',
    cluster_name: clusterName,
    ...(location === undefined ? {} : { location }),
    namespace_name: namespace,
    container_name: SERVER_CONTAINER,
  };
  return `sum(kubernetes_io:container_accelerator_duty_cycle{${matchersOf(labels)},pod_name=~"${objectName}-[a-z0-9]+-[a-z0-9]+"})`;
}
