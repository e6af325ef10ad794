import type { Panel } from '../../core/contracts/alert';

/** The width and the height of a chart, on a grid of 48 columns. */
const SIZE = { width: 24, height: 16 };

/**
 * A dashboard of Cloud Monitoring.
 *
 * @see https://cloud.google.com/monitoring/api/ref_v3/rest/v1/projects.dashboards
 */
export function googleDashboard(displayName: string, panels: readonly Panel[], cluster: string): string {
  const tiles = panels.map(({ title, unit, lines }, index) => ({
    ...SIZE,
    // Without zeros, which Cloud Monitoring leaves out of its answer: each plan would change them.
    xPos: (index % 2) * SIZE.width || undefined,
    yPos: Math.floor(index / 2) * SIZE.height || undefined,
    widget: {
      title,
      xyChart: {
        dataSets: Object.entries(lines).map(([name, query]) => ({
          timeSeriesQuery: { prometheusQuery: query(cluster), unitOverride: unit },
          legendTemplate: legendOf(name),
          plotType: 'LINE',
        })),
      },
    },
  }));
  return JSON.stringify({ displayName, mosaicLayout: { columns: 48, tiles } });
}

/** A name with labels as Cloud Monitoring has it. Two dollars are one to Terraform, which would read the label as its own. */
function legendOf(name: string): string {
  return name.replace(/\{\{(\w+)\}\}/g, '$$$${metric.labels.$1}');
}
