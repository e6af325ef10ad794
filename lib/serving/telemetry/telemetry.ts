import { accepted, problem, secondsProblems, type Problem } from '../../core/problems';
import { Duration } from 'cdk8s';
import type { ICluster } from '../../core/contracts/cluster';
import { labelProblems } from '../../core/names/kubernetes-name';

/** The limits beyond which alerts fire. */
export interface AlertOptions {
  /** The share of requests that may fail, above 0 and below 1. @default 0.01 */
  readonly errorRate?: number;
  /** The time that 99 of 100 requests may take; the mean, for servers that count no more. @default - not watched: nobody is told of slow answers */
  readonly latency?: Duration;
  /** The time that a limit must have been exceeded. Whole seconds. @default Duration.minutes(5) */
  readonly after?: Duration;
}

export interface TelemetryOptions {
  /** The time between two scrapes. Whole seconds, 5 or more. @default Duration.seconds(30) */
  readonly interval?: Duration;
  /** The limits of alerts about failed requests, slow ones, and models that are not loaded. @default {} */
  readonly alerts?: AlertOptions;
}

export interface PrometheusOperatorOptions extends TelemetryOptions {
  /** Labels by which the Prometheus selects what it reads, such as `{ release: 'prometheus' }`. @default {} */
  readonly labels?: Readonly<Record<string, string>>;
  /** Its address in the cluster, for KEDA. @default - not known: KEDA cannot ask it */
  readonly address?: string;
}

/** The options of collection and alerts, with all defaults filled in. */
export interface Collection {
  readonly interval: Duration;
  readonly errorRate: number;
  readonly latency?: Duration;
  readonly after: Duration;
}

/** The destination of the metrics of a server. */
export type TelemetryWay =
  | ({ readonly kind: 'managed' } & Collection)
  | ({
      readonly kind: 'operator';
      readonly labels: Readonly<Record<string, string>>;
      readonly address?: string;
    } & Collection)
  | { readonly kind: 'none' };

/** The collector of the metrics of a server, and its alerts. */
export class Telemetry {
  declare readonly '~type': 'Telemetry';

  /**
   * Google's managed Prometheus: a PodMonitoring and Rules.
   *
   * @see https://cloud.google.com/stackdriver/docs/managed-prometheus/setup-managed
   */
  static managed(options: TelemetryOptions = {}): Telemetry {
    return accepted(
      'Telemetry.managed',
      [collectionProblems(options)],
      () => new Telemetry({ kind: 'managed', ...collectionOf(options) }),
    );
  }

  /**
   * A Prometheus of the cluster's own, that the Prometheus Operator runs: a PodMonitor and a PrometheusRule.
   *
   * @see https://prometheus-operator.dev/docs/developer/getting-started/
   */
  static prometheusOperator(options: PrometheusOperatorOptions = {}): Telemetry {
    const checks = [collectionProblems(options), operatorOptionProblems(options)];
    return accepted('Telemetry.prometheusOperator', checks, () => {
      const { labels = {}, address } = options;
      return new Telemetry({ kind: 'operator', labels, address, ...collectionOf(options) });
    });
  }

  /** No collection and no alerts. */
  static none(): Telemetry {
    return new Telemetry({ kind: 'none' });
  }

  /** Managed Prometheus where the cluster is known to have it, or else none. @internal */
  static of({ features }: ICluster): Telemetry {
    return features?.has('managedPrometheus') === true ? Telemetry.managed() : Telemetry.none();
  }

  private constructor(readonly way: TelemetryWay) {}
}

function collectionOf({ interval, alerts = {} }: TelemetryOptions): Collection {
  const { errorRate = 0.01, latency, after = Duration.minutes(5) } = alerts;
  return { interval: interval ?? Duration.seconds(30), errorRate, latency, after };
}

function* collectionProblems(options: TelemetryOptions): Generator<Problem> {
  yield* secondsProblems({ interval: options.interval }, { least: 5 });
  yield* alertProblems(options.alerts);
}

export function* alertProblems({ errorRate = 0.01, latency, after }: AlertOptions = {}): Generator<Problem> {
  yield* secondsProblems({ after });
  if (!(errorRate > 0 && errorRate < 1)) {
    yield problem(
      'telemetry-form',
      'errorRate',
      `${errorRate} is not a share of the requests`,
      'use a number above 0 and below 1, such as 0.01',
    );
  }
  if (latency !== undefined && !(latency.toMilliseconds({ integral: false }) > 0)) {
    yield problem(
      'telemetry-form',
      'latency',
      'a latency of 0 would always be exceeded',
      'use a time such as Duration.millis(500)',
    );
  }
}

function* operatorOptionProblems(options: PrometheusOperatorOptions): Generator<Problem> {
  const { address, labels = {} } = options;
  yield* labelProblems('labels', labels);
  if (address === undefined || /^https?:\/\/[^\s/]+(\/\S*)?$/.test(address)) return;
  const fix = 'use an address such as "http://prometheus-operated.monitoring:9090"';
  yield problem('telemetry-form', 'address', `${JSON.stringify(address)} is not the address of a Prometheus`, fix);
}
