import type { Panel } from '../core/contracts/alert';
import type { NamedManifest } from '../kubernetes/manifest';

/** The width and the height of a chart, on a grid of 24 columns. */
const SIZE = { w: 12, h: 8 };

/**
 * A ConfigMap with a dashboard, which the sidecar of Grafana finds by its label.
 *
 * @see https://github.com/grafana/helm-charts/tree/main/charts/grafana#sidecar-for-dashboards
 */
export function grafanaDashboard(name: string, title: string, panels: readonly Panel[]): NamedManifest {
  const dashboard = {
    ...{ uid: name.slice(-40), title, schemaVersion: 39, time: { from: 'now-24h', to: 'now' } },
    panels: panels.map(({ title: heading, unit, lines }, index) => ({
      ...{ id: index + 1, type: 'timeseries', title: heading },
      gridPos: { ...SIZE, x: (index % 2) * SIZE.w, y: Math.floor(index / 2) * SIZE.h },
      fieldConfig: { defaults: { unit: unit === 's' ? unit : 'short' }, overrides: [] },
      targets: Object.entries(lines).map(([legendFormat, query], line) => ({
        ...{ refId: `line${line}`, legendFormat, expr: query('') },
      })),
    })),
  };
  const metadata = { name, labels: { grafana_dashboard: '1' } };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { [`${name}.json`]: JSON.stringify(dashboard) } };
}
