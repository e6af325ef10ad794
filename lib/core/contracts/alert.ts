import type { Duration } from 'cdk8s';
import { secondsProblems, Topic, type Problem } from '../problems';
import type { ICluster } from './cluster';

/**
 * An expression of PromQL over the series of one cluster. The argument is a matcher such as `cluster="digits-prod"`, for
 * stores that hold several clusters, or empty.
 *
 * @see https://prometheus.io/docs/prometheus/latest/querying/basics/
 */
export type Query = (cluster: string) => string;

/** A condition that somebody is told of. */
export interface Alert {
  /** The name of the alert, in the form `JobFailed`. */
  readonly name: string;
  /** The value that is compared, of each series. */
  readonly expr: Query;
  /** The side of the threshold on which the alert fires. */
  readonly fires: 'above' | 'below';
  readonly threshold: number;
  /** The time for which the condition has to hold. Whole seconds. */
  readonly for: Duration;
  readonly severity: 'warning' | 'critical';
  /** One sentence for its reader. */
  readonly summary: string;
}

/** A chart of a dashboard: lines over time. */
export interface Panel {
  readonly title: string;
  /** The unit of all its lines, as UCUM has it: `1`, `s`, `{gpu}`. */
  readonly unit: string;
  /** The lines by their names. */
  readonly lines: Readonly<Record<string, Query>>;
}

/** The clusters whose metrics are collected for alerts. */
export const OBSERVED = new Topic<ICluster>('observed clusters');

/** A series of a metric. @param matchers such as `phase="Running"`; empty ones are left out */
export function series(metric: string, ...matchers: readonly string[]): string {
  const given = matchers.filter((matcher) => matcher !== '');
  return given.length === 0 ? metric : `${metric}{${given.join(',')}}`;
}

/** An expression of PromQL in which each metric has braces, `kube_job_failed{}`, which get the matcher of the cluster. */
export function query(text: string): Query {
  return (of) => text.replace(/\{(.*?)\}/g, (_, given: string) => series('', given, of));
}

/** The condition of an alert. It is met by each series of the result. */
export function conditionOf({ expr, fires, threshold }: Alert, cluster = ''): string {
  return `(${expr(cluster)}) ${fires === 'above' ? '>' : '<'} ${threshold}`;
}

/** Problems of alerts that no program could evaluate. */
export function* alertProblems(alerts: readonly Alert[]): Generator<Problem> {
  for (const { name, for: time } of alerts) yield* secondsProblems({ [`for of alert "${name}"`]: time });
}
