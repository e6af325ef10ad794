import { Duration } from 'cdk8s';
import type { ICluster } from '../../../core/contracts/cluster';
import { labelProblems, LABELS } from '../../../core/names/kubernetes-name';
import { accepted } from '../../../core/problems/errors';
import { problem, type Problem } from '../../../core/problems/problem';
import {
  DURATION,
  number,
  object,
  optional,
  optionProblems,
  text,
  valueOf,
  type Rules,
} from '../../../core/problems/rules';
import { secondsProblems } from '../../../core/problems/seconds-problems';

/** When somebody is told that a server is not well. */
export interface AlertOptions {
  /** The share of requests that may fail, above 0 and below 1. @default 0.01 */
  readonly errorRate?: number;
  /** The time that 99 of 100 requests may take; the mean, for servers that count no more. @default - not watched */
  readonly latency?: Duration;
  /** How long it must have been so. Whole seconds. @default Duration.minutes(5) */
  readonly after?: Duration;
}

/** Options of metrics that are collected. */
export interface TelemetryOptions {
  /** How often the metrics are read. Whole seconds, 5 or more. @default Duration.seconds(30) */
  readonly interval?: Duration;
  /** Rules that tell of failed requests, slow ones, and models that are not loaded. @default {} */
  readonly alerts?: AlertOptions;
}

/** Options of metrics that a Prometheus of the cluster collects. */
export interface PrometheusOperatorOptions extends TelemetryOptions {
  /** Labels by which the Prometheus selects what it reads, such as `{ release: 'prometheus' }`. @default {} */
  readonly labels?: Readonly<Record<string, string>>;
  /** Its address in the cluster, for KEDA. @default - not known: KEDA cannot ask it */
  readonly address?: string;
}

export const TELEMETRY = valueOf('Telemetry', 'use Telemetry.managed() or another of Telemetry');

const ALERTS: Rules<AlertOptions> = {
  errorRate: optional(number('give a share, such as 0.01')),
  latency: optional(DURATION),
  after: optional(DURATION),
};
const OPTIONS: Rules<TelemetryOptions> = {
  interval: optional(DURATION),
  alerts: optional(object(ALERTS, 'give { errorRate: 0.01 }')),
};
const OPERATOR_OPTIONS: Rules<PrometheusOperatorOptions> = {
  ...OPTIONS,
  labels: optional(LABELS),
  address: optional(text('give the address, such as "http://prometheus-operated.monitoring:9090"')),
};

/** What is collected, and when somebody is told. */
export interface Collection {
  readonly interval: Duration;
  readonly errorRate: number;
  readonly latency?: Duration;
  readonly after: Duration;
}

/** Where the metrics of a server go. */
export type TelemetryWay =
  | ({ readonly kind: 'managed' } & Collection)
  | ({
      readonly kind: 'operator';
      readonly labels: Readonly<Record<string, string>>;
      readonly address?: string;
    } & Collection)
  | { readonly kind: 'none' };

/** Who collects the metrics of a server. */
export class Telemetry {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'Telemetry';

  /**
   * Google's managed Prometheus: a PodMonitoring and Rules.
   *
   * @see https://cloud.google.com/stackdriver/docs/managed-prometheus/setup-managed
   */
  static managed(options: TelemetryOptions = {}): Telemetry {
    const checks = [optionProblems(options, OPTIONS), collectionProblems(options)];
    return accepted('Telemetry.managed', checks, () => new Telemetry({ kind: 'managed', ...collectionOf(options) }));
  }

  /**
   * A Prometheus of the cluster's own, that the Prometheus Operator runs: a PodMonitor and a PrometheusRule.
   *
   * @see https://prometheus-operator.dev/docs/developer/getting-started/
   */
  static prometheusOperator(options: PrometheusOperatorOptions = {}): Telemetry {
    const types = optionProblems(options, OPERATOR_OPTIONS);
    const checks = [types, collectionProblems(options), operatorOptionProblems(options)];
    return accepted('Telemetry.prometheusOperator', checks, () => {
      const { labels = {}, address } = options;
      return new Telemetry({ kind: 'operator', labels, address, ...collectionOf(options) });
    });
  }

  /** Nobody. */
  static none(): Telemetry {
    return new Telemetry({ kind: 'none' });
  }

  /** Managed Prometheus where the cluster is known to have it, or else nobody. @internal */
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
  const { interval, alerts } = options;
  const { errorRate = 0.01, latency, after } = alerts ?? {};
  yield* secondsProblems('interval', interval, 5);
  yield* secondsProblems('after', after, 0);
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
