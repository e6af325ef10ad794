import { accepted, boundsProblems, problem, type Problem } from '../../core/problems';

/** The type of a metric of Prometheus. A gauge is used as it is, a counter as its rate per second. */
export type MetricType = 'gauge' | 'counter';

/** The amount that scalers read, and its target for each replica. */
export type MetricWay =
  | { readonly kind: 'cpu' | 'memory' | 'gpu'; readonly target: number }
  | { readonly kind: 'requests'; readonly target: number }
  | { readonly kind: 'named'; readonly name: string; readonly counts: MetricType; readonly target: number }
  | { readonly kind: 'query'; readonly query: string; readonly target: number };

/** The metric that tells the number of replicas that are needed: an amount, and its target for each replica. */
export class ScalingMetric {
  declare readonly '~type': 'ScalingMetric';

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

  /** Requests per second and replica, as the server counts them. @param perReplica the rate that you measured for one */
  static requests(perReplica: number): ScalingMetric {
    const checks = [targetProblems('perReplica', perReplica)];
    const make = () => new ScalingMetric({ kind: 'requests', target: perReplica });
    return accepted('ScalingMetric.requests', checks, make);
  }

  /**
   * Any metric of the server's pods that Prometheus collects.
   *
   * @param name in lower case, as the metrics of HorizontalPodAutoscalers are
   * @param counts `gauge`: the sum of the pods. `counter`: the rate of the sum per second
   */
  static named(name: string, counts: MetricType, perReplica: number): ScalingMetric {
    const checks = [nameProblems(name), targetProblems('perReplica', perReplica)];
    const make = () => new ScalingMetric({ kind: 'named', name, counts, target: perReplica });
    return accepted('ScalingMetric.named', checks, make);
  }

  /**
   * Any query of Prometheus whose result is one number, for KEDA.
   *
   * @param query the total of all replicas, such as `sum(rate(requests_total[2m]))`
   */
  static query(query: string, perReplica: number): ScalingMetric {
    const checks = [queryProblems(query), targetProblems('perReplica', perReplica)];
    const make = () => new ScalingMetric({ kind: 'query', query, target: perReplica });
    return accepted('ScalingMetric.query', checks, make);
  }

  /** @internal */
  constructor(readonly way: MetricWay) {}
}

function ofPercent(kind: 'cpu' | 'memory' | 'gpu', percent: number, most?: number): ScalingMetric {
  return accepted(
    `ScalingMetric.${kind}`,
    [boundsProblems('scaling-target', { percent }, { least: 1, most })],
    () => new ScalingMetric({ kind, target: percent }),
  );
}

function* targetProblems(property: string, target: number): Generator<Problem> {
  if (target > 0 && Number.isFinite(target)) return;
  yield problem('scaling-target', property, `${property} cannot be ${target}`, 'use a number above 0');
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
  yield problem(
    'scaling-metric',
    'query',
    'the query is empty',
    'write a query of Prometheus whose result is one number',
  );
}
