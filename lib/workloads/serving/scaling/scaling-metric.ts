import { accepted } from '../../../core/problems/errors';
import { problem, type Problem } from '../../../core/problems/problem';
import { choice, number, text, typeProblems, valueOf } from '../../../core/problems/rules';

/** How Prometheus counts: a gauge is used as it is, of a counter the rate per second. */
export type MetricKind = 'gauge' | 'counter';

/** The amount that scalers read. The target is what each replica should have of it. */
export type MetricWay =
  | { readonly kind: 'cpu' | 'memory' | 'gpu'; readonly target: number }
  | { readonly kind: 'requests'; readonly target: number }
  | { readonly kind: 'named'; readonly name: string; readonly counts: MetricKind; readonly target: number }
  | { readonly kind: 'query'; readonly query: string; readonly target: number };

export const SCALING_METRIC = valueOf('ScalingMetric', 'use ScalingMetric.cpu(60) or another of ScalingMetric');

const PERCENT = { percent: number('give the percentage, such as 60') };
const TARGET = { perReplica: number('give the amount of each replica, such as 20') };
const NAME = { name: text('name the metric as Prometheus has it, such as "vllm:num_requests_waiting"') };
const QUERY = { query: text('write a query of Prometheus whose result is one number') };
const KIND = { counts: choice('gauge', 'counter') };

/** What tells how many replicas are needed: an amount, and its target for each replica. */
export class ScalingMetric {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'ScalingMetric';

  /** The use of the processors that the server's container asks for. @param percent refused unless it is above 0 */
  static cpu(percent: number): ScalingMetric {
    return ofPercent('cpu', percent);
  }

  /**
   * The use of the memory that the server's container asks for. Prefer another metric: servers keep memory that they do not need,
   * so replicas seldom go.
   *
   * @param percent refused unless it is above 0
   */
  static memory(percent: number): ScalingMetric {
    return ofPercent('memory', percent);
  }

  /**
   * The share of the time in which the GPUs compute, as GKE measures it. Servers that batch requests come near 100 long before they are full:
   * prefer requests, or a queue.
   *
   * @param percent refused unless it is above 0 and up to 100
   * @see https://cloud.google.com/kubernetes-engine/docs/how-to/gpus#monitoring
   */
  static gpu(percent: number): ScalingMetric {
    return ofPercent('gpu', percent, 100);
  }

  /** Requests per second and replica, as the server counts them. @param perReplica what one replica can do, as you measured it */
  static requests(perReplica: number): ScalingMetric {
    const checks = [typeProblems({ perReplica }, TARGET), targetProblems('perReplica', perReplica)];
    const make = () => new ScalingMetric({ kind: 'requests', target: perReplica });
    return accepted('ScalingMetric.requests', checks, make);
  }

  /**
   * Any metric of the server's pods that Prometheus collects.
   *
   * @param name in lower case, as the metrics of HorizontalPodAutoscalers are
   * @param counts `gauge`: the sum of the pods. `counter`: the rate of the sum per second
   */
  static named(name: string, counts: MetricKind, perReplica: number): ScalingMetric {
    const types = [
      ...typeProblems({ name }, NAME),
      ...typeProblems({ counts }, KIND),
      ...typeProblems({ perReplica }, TARGET),
    ];
    const checks = [types, nameProblems(name), targetProblems('perReplica', perReplica)];
    const make = () => new ScalingMetric({ kind: 'named', name, counts, target: perReplica });
    return accepted('ScalingMetric.named', checks, make);
  }

  /**
   * Any query of Prometheus whose result is one number, for KEDA.
   *
   * @param query the total of all replicas, such as `sum(rate(requests_total[2m]))`
   */
  static query(query: string, perReplica: number): ScalingMetric {
    const types = [...typeProblems({ query }, QUERY), ...typeProblems({ perReplica }, TARGET)];
    const checks = [types, queryProblems(query), targetProblems('perReplica', perReplica)];
    const make = () => new ScalingMetric({ kind: 'query', query, target: perReplica });
    return accepted('ScalingMetric.query', checks, make);
  }

  /** @internal */
  constructor(readonly way: MetricWay) {}
}

function ofPercent(kind: 'cpu' | 'memory' | 'gpu', percent: number, most = Number.MAX_SAFE_INTEGER): ScalingMetric {
  const checks = [typeProblems({ percent }, PERCENT), targetProblems('percent', percent, most)];
  return accepted(`ScalingMetric.${kind}`, checks, () => new ScalingMetric({ kind, target: percent }));
}

function* targetProblems(property: string, target: number, most = Number.MAX_SAFE_INTEGER): Generator<Problem> {
  if (target > 0 && target <= most && (property !== 'percent' || Number.isInteger(target))) return;
  const limits = most < Number.MAX_SAFE_INTEGER ? ` from 1 to ${most}` : ' of 1 or more';
  const fix = property === 'percent' ? `use a whole number${limits}` : 'use a number above 0';
  yield problem('scaling-target', property, `${target} cannot be the target of a metric`, fix);
}

const METRIC_NAME = /^[a-z_:][a-z0-9_:]*$/;

/** The API server finds metrics of a HorizontalPodAutoscaler by their names in lower case alone. */
function* nameProblems(name: string): Generator<Problem> {
  if (METRIC_NAME.test(name)) return;
  const fix = 'use lower-case letters, digits, "_" and ":", and give a metric with capitals by ScalingMetric.query(…)';
  yield problem('scaling-metric', 'name', `${JSON.stringify(name)} is not the name of a metric in lower case`, fix);
}

function* queryProblems(query: string): Generator<Problem> {
  if (query.trim() !== '') return;
  yield problem('scaling-metric', 'query', 'the query is empty', QUERY.query.fix);
}
