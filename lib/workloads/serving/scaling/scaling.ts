import { Duration } from 'cdk8s';
import { accepted } from '../../../core/problems/errors';
import { problem, type Problem } from '../../../core/problems/problem';
import {
  choice,
  DURATION,
  number,
  optional,
  optionProblems,
  typeProblems,
  valueOf,
  type Rules,
} from '../../../core/problems/rules';
import { secondsProblems } from '../../../core/problems/seconds-problems';
import { SCALING_METRIC, type ScalingMetric } from './scaling-metric';

/**
 * Who changes the number of replicas: Kubernetes' HorizontalPodAutoscaler, or KEDA's ScaledObject, which makes one.
 *
 * @see https://kubernetes.io/docs/tasks/run-application/horizontal-pod-autoscale/
 * @see https://keda.sh/docs/latest/concepts/scaling-deployments/
 */
export type ScalerKind = 'hpa' | 'keda';

/** By what the number of replicas changes, and how. */
export interface ScalingOptions {
  /** What tells how many replicas are needed. */
  readonly metric: ScalingMetric;
  /** Who changes the number. @default - `hpa` for processors and memory, or else what the cluster's operators can do: docs/serving.md */
  readonly by?: ScalerKind;
  /**
   * How long fewer replicas must have been enough before some go. Whole seconds, up to an hour; 300 or more where each replica
   * has GPUs.
   *
   * @default Duration.minutes(5)
   */
  readonly scaleDownWindow?: Duration;
}

export const SCALING = valueOf('Scaling', 'use Scaling.fixed(3) or another way of Scaling');

const FIXED = { replicas: number('give a number, such as 3') };
const BETWEEN = {
  min: number('give the fewest replicas, such as 1'),
  max: number('give the most replicas, such as 10'),
};
const OPTIONS: Rules<ScalingOptions> = {
  metric: SCALING_METRIC,
  by: optional(choice('hpa', 'keda')),
  scaleDownWindow: optional(DURATION),
};

/** The longest window of a HorizontalPodAutoscaler, in seconds. */
const LONGEST_WINDOW = 3600;

/** A number of replicas that follows a metric. */
export interface ScaledReplicas {
  readonly kind: 'scaled';
  readonly min: number;
  readonly max: number;
  readonly metric: ScalingMetric;
  readonly by?: ScalerKind;
  readonly scaleDownWindow: Duration;
}

/** How many replicas a server has. */
export class Scaling {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Scaling';

  /** Always the same number. Refused below 1. */
  static fixed(replicas: number): Scaling {
    const checks = [typeProblems({ replicas }, FIXED), replicaProblems('replicas', replicas)];
    return accepted('Scaling.fixed', checks, () => new Scaling({ kind: 'fixed', replicas }));
  }

  /**
   * As many as a metric asks for. The pool must have room for the most.
   *
   * @param min refused below 0. 0 needs KEDA and a query, and requests fail until the first replica has started: docs/serving.md
   * @param max refused below `min` and below 1
   */
  static between(min: number, max: number, options: ScalingOptions): Scaling {
    const types = [...typeProblems({ min, max }, BETWEEN), ...optionProblems(options, OPTIONS)];
    return accepted('Scaling.between', [types, betweenProblems(min, max, options)], () => {
      const { scaleDownWindow = Duration.minutes(5), metric, by } = options;
      return new Scaling({ kind: 'scaled', min, max, metric, by, scaleDownWindow });
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

export function* replicaProblems(property: string, replicas: number): Generator<Problem> {
  if (Number.isSafeInteger(replicas) && replicas > 0) return;
  yield problem('replicas', property, `${replicas} is not a number of replicas`, 'use a whole number of 1 or more');
}

function* betweenProblems(min: number, max: number, options: ScalingOptions): Generator<Problem> {
  const { metric, by, scaleDownWindow } = options;
  if (!Number.isSafeInteger(min) || min < 0) {
    yield problem('replicas', 'min', `${min} is not a number of replicas`, 'use a whole number of 0 or more');
  }
  yield* replicaProblems('max', max);
  if (min > max) {
    yield problem('replicas', 'min', `min ${min} is above max ${max}`, `lower min to ${max} or raise max to ${min}`);
  }
  if (min === 0) yield* zeroProblems(metric, by);
  if (metric.way.kind === 'query' && by === 'hpa') {
    const message = 'a HorizontalPodAutoscaler reads metrics by their names, and no queries';
    yield problem('scaling-by', 'by', message, "leave by out, or use 'keda'");
  }
  if (scaleDownWindow !== undefined) yield* windowProblems(scaleDownWindow);
}

/** Without a replica there is nothing whose metrics could ask for the first one. */
function* zeroProblems({ way }: ScalingMetric, by: ScalerKind | undefined): Generator<Problem> {
  if (way.kind === 'query' && by !== 'hpa') return;
  const message =
    way.kind === 'query'
      ? 'a HorizontalPodAutoscaler keeps one replica at least'
      : 'a server without replicas has no metrics of its own, so nothing would start the first one';
  const fix =
    'use min 1, or KEDA and a metric that is there without replicas, such as ScalingMetric.query("<requests that a gateway counts>", 20)';
  yield problem('scaling-zero', 'min', message, fix);
}

function* windowProblems(window: Duration): Generator<Problem> {
  const problems = [...secondsProblems('scaleDownWindow', window, 0)];
  yield* problems;
  if (problems.length > 0 || window.toSeconds() <= LONGEST_WINDOW) return;
  const message = `scaleDownWindow is ${window.toSeconds()} s, and Kubernetes takes an hour at most`;
  yield problem('scaling-window', 'scaleDownWindow', message, 'use Duration.hours(1) or less');
}
