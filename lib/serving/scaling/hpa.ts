import type { Duration } from 'cdk8s';
import type { k8s } from 'cdk8s-plus-27';
import { type JsonOf, objectOf } from '../../kubernetes/kinds/kind';
import { HORIZONTAL_POD_AUTOSCALER } from '../../kubernetes/kinds/scalers';
import type { Manifest } from '../../kubernetes/manifest';
import type { MetricType } from './scaling-metric';
import type { ScaledReplicas } from './replicas';
import type { ResolvedServing, Track } from '../serving';
import type { ScaleTarget } from '../serving-platform';
import { storedName } from '../telemetry/series';

export function autoscalerOf(
  serving: ResolvedServing,
  track: Track,
  target: ScaleTarget,
  scaled: ScaledReplicas,
): Manifest {
  return objectOf(HORIZONTAL_POD_AUTOSCALER, track.objectName, {
    scaleTargetRef: referenceTo(target),
    minReplicas: scaled.min,
    maxReplicas: scaled.max,
    metrics: [metricOf(serving, track, scaled)],
    behavior: behavior(scaled.scaleDownWindow),
  });
}

export function referenceTo({ apiVersion, kind, name }: ScaleTarget): JsonOf<k8s.CrossVersionObjectReferenceV2> {
  return { apiVersion, kind, name };
}

/** A slow scale-down, because each new replica has to load the model again. */
export function behavior(scaleDownWindow: Duration): JsonOf<k8s.HorizontalPodAutoscalerBehaviorV2> {
  return { scaleDown: { stabilizationWindowSeconds: scaleDownWindow.toSeconds() } };
}

function metricOf(
  { resources, containerName }: ResolvedServing,
  { container }: Track,
  { metric: { way } }: ScaledReplicas,
): JsonOf<k8s.MetricSpecV2> {
  switch (way.kind) {
    case 'cpu':
    case 'memory':
      // The metric is of the server's container alone: others of the pod may have no requests.
      return {
        type: 'ContainerResource',
        containerResource: {
          name: way.kind,
          container: containerName,
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

function podMetric(name: string, perReplica: number): JsonOf<k8s.MetricSpecV2> {
  const target = { type: 'AverageValue', averageValue: quantity(perReplica) };
  return { type: 'Pods', pods: { metric: { name }, target } };
}

/** A metric of managed Prometheus, as the adapter names it. Of counters it gives the rate per second. */
function collected(name: string, counts: MetricType): string {
  return `prometheus.googleapis.com|${storedName(name)}|${counts}`;
}

/** Kubernetes has no finer quantities than thousandths here. */
function quantity(amount: number): string {
  return Number.isInteger(amount) ? String(amount) : `${Math.max(1, Math.round(amount * 1000))}m`;
}
