import type { Duration } from 'cdk8s';
import { DEPLOYMENT } from '../../kinds/apps';
import { objectOf } from '../../kinds/kind';
import { HORIZONTAL_POD_AUTOSCALER } from '../../kinds/scaling';
import type { JsonObject, Manifest } from '../../manifest';
import type { MetricKind } from './scaling-metric';
import type { ScaledReplicas } from './scaling';
import { SERVER_CONTAINER } from '../server-task';
import type { ResolvedServing, Track } from '../serving';
import { storedName } from '../telemetry/series';

/** A HorizontalPodAutoscaler of Kubernetes. */
export function autoscalerOf(serving: ResolvedServing, track: Track, scaled: ScaledReplicas): Manifest {
  return objectOf(HORIZONTAL_POD_AUTOSCALER, track.objectName, {
    scaleTargetRef: scaleTarget(track),
    minReplicas: scaled.min,
    maxReplicas: scaled.max,
    metrics: [metricOf(serving, track, scaled)],
    behavior: behavior(scaled.scaleDownWindow),
  });
}

export function scaleTarget({ objectName }: Track): JsonObject {
  const { apiVersion, kind } = DEPLOYMENT;
  return { apiVersion, kind, name: objectName };
}

/** Replicas go slowly, as each new one has to load the model again. */
export function behavior(scaleDownWindow: Duration): JsonObject {
  return { scaleDown: { stabilizationWindowSeconds: scaleDownWindow.toSeconds() } };
}

function metricOf(
  { resources }: ResolvedServing,
  { container }: Track,
  { metric: { way } }: ScaledReplicas,
): JsonObject {
  switch (way.kind) {
    case 'cpu':
    case 'memory':
      // Of the server's container alone: others of the pod need not ask for anything.
      return {
        type: 'ContainerResource',
        containerResource: {
          name: way.kind,
          container: SERVER_CONTAINER,
          target: { type: 'Utilization', averageUtilization: way.target },
        },
      };
    case 'gpu':
      // The values of a pod's GPUs are added.
      return podMetric('kubernetes.io|container|accelerator|duty_cycle', way.target * Math.max(1, resources.gpus));
    case 'requests':
      return podMetric(collected(container.metrics?.requests?.[0].name ?? '', 'counter'), way.target);
    case 'named':
      return podMetric(collected(way.name, way.counts), way.target);
    case 'query':
      throw new TypeError('queries are for KEDA');
  }
}

function podMetric(name: string, perReplica: number): JsonObject {
  const target = { type: 'AverageValue', averageValue: quantity(perReplica) };
  return { type: 'Pods', pods: { metric: { name }, target } };
}

/** A metric of managed Prometheus, as the adapter names it. Of counters it gives the rate per second. */
function collected(name: string, counts: MetricKind): string {
  return `prometheus.googleapis.com|${storedName(name)}|${counts}`;
}

/** Kubernetes has no finer quantities than thousandths here. */
function quantity(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : `${Math.max(1, Math.round(amount * 1000))}m`;
}
