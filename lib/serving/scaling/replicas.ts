import { accepted, boundsProblems, problem, secondsProblems, type Problem } from '../../core/problems';
import { Duration } from 'cdk8s';
import type { ScalingMetric } from './scaling-metric';

/**
 * The autoscaler of the replicas: Kubernetes' HorizontalPodAutoscaler, or KEDA's ScaledObject, which makes one.
 *
 * @see https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/
 * @see https://keda.sh/docs/latest/concepts/scaling-deployments/
 */
export type Scaler = 'hpa' | 'keda';

/** The metric that the number of replicas follows, and the autoscaler. */
export interface ScalingOptions {
  /** The metric that tells the number of replicas that are needed. */
  readonly metric: ScalingMetric;
  /** The autoscaler. @default - `hpa` for processors and memory, or else what the cluster's operators can do: docs/serving.md */
  readonly by?: Scaler;
  /**
   * The time for which fewer replicas must have been enough before some go. Whole seconds, up to an hour; 300 or more
   * where each replica has GPUs.
   *
   * @default Duration.minutes(5)
   */
  readonly scaleDownWindow?: Duration;
}

/** The longest window of a HorizontalPodAutoscaler, in seconds. */
const LONGEST_WINDOW = 3600;

/** A number of replicas that follows a metric. */
export interface ScaledReplicas extends ScalingOptions {
  readonly kind: 'scaled';
  readonly min: number;
  readonly max: number;
  readonly scaleDownWindow: Duration;
}

/**
 * The number of replicas of a server, fixed or by a metric.
 *
 * @example
 * const replicas = Replicas.between(1, 4, { metric: ScalingMetric.requests(50) });
 */
export class Replicas {
  declare readonly '~type': 'Replicas';

  /** The same number at all times. Refused below 1. */
  static fixed(replicas: number): Replicas {
    return accepted(
      'Replicas.fixed',
      [replicaProblems('replicas', replicas)],
      () => new Replicas({ kind: 'fixed', replicas }),
    );
  }

  /**
   * A number that follows a metric. The pool must have room for the most.
   *
   * @param min refused below 0; 0 needs KEDA and a query, and first requests fail: docs/serving.md
   * @param max refused below `min` and below 1
   */
  static between(min: number, max: number, options: ScalingOptions): Replicas {
    return accepted('Replicas.between', [betweenProblems(min, max, options)], () => {
      const { scaleDownWindow = Duration.minutes(5), metric, by } = options;
      return new Replicas({ kind: 'scaled', min, max, metric, by, scaleDownWindow });
    });
  }

  private constructor(readonly way: { readonly kind: 'fixed'; readonly replicas: number } | ScaledReplicas) {}

  /** The fewest replicas. */
  get least(): number {
    return this.way.kind === 'fixed' ? this.way.replicas : this.way.min;
  }

  /** The most replicas. */
  get most(): number {
    return this.way.kind === 'fixed' ? this.way.replicas : this.way.max;
  }
}

export function replicaProblems(property: string, replicas: number): Generator<Problem> {
  return boundsProblems('replicas', { [property]: replicas }, { least: 1 });
}

function* betweenProblems(min: number, max: number, options: ScalingOptions): Generator<Problem> {
  const { metric, by, scaleDownWindow } = options;
  yield* boundsProblems('replicas', { min });
  yield* replicaProblems('max', max);
  if (min > max) {
    yield problem('replicas', 'min', `min ${min} is above max ${max}`, `lower min to ${max} or raise max to ${min}`);
  }
  if (min === 0) yield* zeroProblems(metric, by);
  if (metric.way.kind === 'query' && by === 'hpa') {
    const message = 'a HorizontalPodAutoscaler reads metrics by their names, and no queries';
    yield problem('scaling-by', 'by', message, "leave by out, or use 'keda'");
  }
  yield* secondsProblems({ scaleDownWindow }, { most: LONGEST_WINDOW }, 'scaling-window');
}

/** Problems of a minimum of 0. Without a replica there are no metrics of pods that could ask for the first one. */
function* zeroProblems({ way }: ScalingMetric, by: Scaler | undefined): Generator<Problem> {
  if (way.kind === 'query' && by !== 'hpa') return;
  const message =
    way.kind === 'query'
      ? 'a HorizontalPodAutoscaler keeps one replica at least'
      : 'a server without replicas has no metrics of its own, so nothing would start the first one';
  const fix =
    'use min 1, or KEDA and a metric that is there without replicas, such as ScalingMetric.query("<requests that a gateway counts>", 20)';
  yield problem('scaling-zero', 'min', message, fix);
}
