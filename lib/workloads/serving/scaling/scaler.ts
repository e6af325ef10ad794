import type { ICluster } from '../../../core/contracts/cluster';
import type { Manifest } from '../../manifest';
import type { ResolvedServing, Track } from '../serving';
import type { ScaledReplicas, ScalerKind } from './scaling';
import { servedAs } from '../../kinds/kind';
import { SCALED_OBJECT } from '../../kinds/scaling';
import { autoscalerOf } from './hpa';
import { scaledObjectOf } from './keda';

/** The API by which a HorizontalPodAutoscaler reads the metrics of pods. */
const POD_METRICS_API = 'v1beta1.custom.metrics.k8s.io';

/** The objects that change the number of replicas of a version; none if it is always the same. */
export function scalerObjects(serving: ResolvedServing, track: Track): Manifest[] {
  const { way } = serving.scaling;
  // Of a canary, the number is the user's: its share of the requests is its share of the replicas.
  if (way.kind === 'fixed' || track.name === 'canary') return [];
  return scalerOf(way, serving.pool.cluster) === 'keda'
    ? scaledObjectOf(serving, track, way)
    : [autoscalerOf(serving, track, way)];
}

/** Who changes the number, if the user named nobody: Kubernetes itself where it can, or else an operator that the cluster declares. */
export function scalerOf({ by, metric, min }: ScaledReplicas, cluster: ICluster): ScalerKind {
  if (by !== undefined) return by;
  const { kind } = metric.way;
  if (kind === 'cpu' || kind === 'memory') return 'hpa';
  if (min === 0 || kind === 'query' || hasKeda(cluster)) return 'keda';
  return hasAdapter(cluster) ? 'hpa' : 'keda';
}

/** Whether a cluster declares something that serves KEDA's objects. */
export function hasKeda({ operators = [] }: ICluster): boolean {
  return operators.some(({ serves }) => serves.includes(servedAs(SCALED_OBJECT)));
}

/** Whether it declares something that answers for the metrics of pods. */
export function hasAdapter({ operators = [] }: ICluster): boolean {
  return operators.some(({ apis }) => apis.includes(POD_METRICS_API));
}
