import type { ICluster } from '../../core/contracts/cluster';
import type { Manifest } from '../../kubernetes/manifest';
import type { ResolvedServing } from '../serving';
import type { ServingPlatform } from '../serving-platform';
import type { ScaledReplicas, Scaler } from './replicas';
import { servedAs } from '../../kubernetes/kinds/kind';
import { SCALED_OBJECT } from '../../kubernetes/kinds/scalers';
import { autoscalerOf } from './hpa';
import { scaledObjectOf } from './keda';

/** The API by which a HorizontalPodAutoscaler reads the metrics of pods. */
const POD_METRICS_API = 'v1beta1.custom.metrics.k8s.io';

/** The autoscalers of a serving; none for a fixed number of replicas. */
export function scalerObjects(serving: ResolvedServing, platform: ServingPlatform): Manifest[] {
  const { way } = serving.scaling;
  if (way.kind === 'fixed') return [];
  return serving.tracks.flatMap((track) => {
    const target = platform.scaleTarget?.(track);
    // The number of a canary is the user's: its share of the replicas is its share of the requests.
    if (target === undefined || track.name === 'canary') return [];
    return scalerOf(way, serving.pool.cluster) === 'keda'
      ? scaledObjectOf(serving, track, target, way)
      : [autoscalerOf(serving, track, target, way)];
  });
}

/** The autoscaler, if the user named none: the HPA of Kubernetes where it can, or else an operator that the cluster declares. */
export function scalerOf({ by, metric, min }: ScaledReplicas, cluster: ICluster): Scaler {
  if (by !== undefined) return by;
  const { kind } = metric.way;
  if (kind === 'cpu' || kind === 'memory') return 'hpa';
  if (min === 0 || kind === 'query' || hasKeda(cluster)) return 'keda';
  return hasAdapter(cluster) ? 'hpa' : 'keda';
}

/** True if an operator of the cluster serves KEDA's objects. */
export function hasKeda({ operators = [] }: ICluster): boolean {
  return operators.some(({ serves }) => serves.includes(servedAs(SCALED_OBJECT)));
}

/** True if an operator of the cluster serves the metrics of pods. */
export function hasAdapter({ operators = [] }: ICluster): boolean {
  return operators.some(({ apis }) => apis.includes(POD_METRICS_API));
}
