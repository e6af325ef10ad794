import type { ResolvedServing } from '../serving';

/** Where KEDA asks for metrics. */
export interface PrometheusAddress {
  readonly kind: 'managed' | 'own';
  readonly address: string;
}

/**
 * The Prometheus that has the metrics of a server: that of its telemetry, or else the managed one of its cluster. `undefined`
 * if its address is not known.
 *
 * @see https://cloud.google.com/stackdriver/docs/managed-prometheus/query#api-prometheus
 */
export function prometheusOf({
  telemetry: { way },
  pool,
}: Pick<ResolvedServing, 'telemetry' | 'pool'>): PrometheusAddress | undefined {
  if (way.kind === 'operator') return way.address === undefined ? undefined : { kind: 'own', address: way.address };
  const { project } = pool.cluster;
  if (project === undefined) return undefined;
  return {
    kind: 'managed',
    address: `https://monitoring.googleapis.com/v1/projects/${project}/location/global/prometheus`,
  };
}
