import { Duration } from 'cdk8s';
import { Accelerator, Bucket, ClusterChart, NodeCount, Platform, Stage, TrainingCluster } from '../../../lib/index';
import { ClusterMonitoring, NotificationChannel, ProjectBudget, ProjectLogs } from '../../../lib/infrastructure';
import { clusterAlerts, clusterPanels, costPanels, Observability } from '../../../lib/monitoring';
import { servingAlerts, servingPanels } from '../../../lib/serving';

// Alerts with a channel of each type, a dashboard and a budget.

const dev = new Stage({ name: 'dev', project: 'acme-ml-dev', region: 'us-central1' });

Platform.run((platform) => {
  const { stack, kubernetes } = platform.stage(dev, 'monitoring');
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a' });
  const l4 = cluster.addGpuPool('l4', { accelerators: Accelerator.L4.times(1), nodes: NodeCount.between(0, 4) });
  const mail = { mail: NotificationChannel.email('oncall@acme.com') };
  const channels = {
    ...mail,
    chat: NotificationChannel.slack('#alerts'),
    duty: NotificationChannel.pagerDuty(),
    hook: NotificationChannel.webhook('https://alerts.acme.com/hook', 'trainyard'),
    topic: NotificationChannel.pubSub('projects/acme-ml-dev/topics/alerts'),
  };
  const panels = [...clusterPanels(), ...servingPanels(), ...costPanels([l4])];
  const alerts = [...clusterAlerts(), ...servingAlerts({ latency: Duration.millis(500) })];
  new ClusterMonitoring(stack, 'monitoring', { cluster, alerts, panels, channels });
  new ProjectBudget(stack, 'budget', { billingAccount: '012345-6789AB-CDEF01', amount: 20_000, channels: mail });
  new ProjectLogs(stack, 'logs', {
    retention: Duration.days(90),
    exclusions: { 'health-checks': 'httpRequest.userAgent=~"^kube-probe"' },
    archive: { bucket: new Bucket(stack, 'old-logs') },
    // The provider that makes nothing may know no BigQuery.
    ...(process.argv.includes('--tables') && { tables: { retention: Duration.days(400) } }),
  });
  const chart = new ClusterChart(kubernetes, 'monitoring', { cluster, namespace: 'monitoring' });
  new Observability(chart, 'cluster', { alerts: [] });
});
