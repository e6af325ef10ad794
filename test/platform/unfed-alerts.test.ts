import { expect, test } from 'vitest';
import { ClusterChart, TrainingCluster, type Deployment } from '../../lib/index';
import { ClusterMonitoring } from '../../lib/infrastructure/index';
import { clusterAlerts, Observability, type Alert } from '../../lib/monitoring/index';
import { servingAlerts } from '../../lib/serving/index';
import { DEV, output } from './programs';

/** The advice `alert-metrics` of a program with alerts in Cloud Monitoring. */
function told(alerts: readonly Alert[], more: (deployment: Deployment, cluster: TrainingCluster) => void): string[] {
  const platform = output().platform();
  const deployment = platform.stage(DEV);
  const cluster = new TrainingCluster(deployment.stack, 'cluster', { location: 'us-central1-a' });
  cluster.addPool('cpu', { machineType: 'n1-standard-4' });
  new ClusterMonitoring(deployment.stack, 'watch', { cluster, alerts });
  more(deployment, cluster);
  return platform.synth().advice.filter((text) => text.endsWith('(alert-metrics)'));
}

const charted = ({ kubernetes }: Deployment, cluster: TrainingCluster) =>
  new ClusterChart(kubernetes, 'watching', { cluster, namespace: 'watching' });

test('fails: alerts of metrics that nothing in the cluster collects are advice (alert-metrics)', () => {
  expect(told(clusterAlerts(), charted)).toEqual([
    '[dev/watch] nothing collects the metrics of cluster "dev-cluster" that the alerts read, so they never fire: make an Observability in a chart of the cluster, or acknowledge this if another program has one (alert-metrics)',
  ]);
});

test('alerts are not told of that are fed, read what servers tell, or are of a cluster with charts elsewhere', () => {
  expect(told(clusterAlerts(), (...of) => new Observability(charted(...of), 'cluster', { alerts: [] }))).toEqual([]);
  expect(told(servingAlerts(), charted)).toEqual([]);
  expect(told(clusterAlerts(), () => undefined)).toEqual([]);
});
