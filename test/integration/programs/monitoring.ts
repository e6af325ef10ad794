import { Duration } from 'cdk8s';
import { Bucket, ClusterChart, Platform, Stage, TrainingCluster } from '../../../lib/index';
import { ClusterMonitoring, NotificationChannel, ProjectBudget, ProjectLogs } from '../../../lib/infrastructure';
import { clusterAlerts, clusterPanels, Observability } from '../../../lib/monitoring';

// Alerts with a channel of each type, a dashboard and a budget.

const dev = new Stage({ name: 'dev', project: 'acme-ml-dev', region: 'us-central1' });

Platform.run((platform) => {
  const { stack, kubernetes } = platform.stage(dev, 'monitoring');
  const cluster = new TrainingCluster(stack, 'cluster', { location: 'us-central1-a' });
  new ClusterMonitoring(stack, 'monitoring', {
    ...{ cluster, alerts: clusterAlerts(), panels: clusterPanels() },
    channels: {
      mail: NotificationChannel.email('oncall@acme.com'),
      chat: NotificationChannel.slack('#alerts'),
      duty: NotificationChannel.pagerDuty(),
      hook: NotificationChannel.webhook('https://alerts.acme.com/hook', 'trainyard'),
      topic: NotificationChannel.pubSub('projects/acme-ml-dev/topics/alerts'),
    },
  });
  new ProjectBudget(stack, 'budget', { billingAccount: '012345-6789AB-CDEF01', amount: 20_000 });
  new ProjectLogs(stack, 'logs', {
    retention: Duration.days(90),
    exclusions: { 'health-checks': 'httpRequest.userAgent=~"^kube-probe"' },
    archive: { bucket: new Bucket(stack, 'old-logs') },
  });
  const chart = new ClusterChart(kubernetes, 'monitoring', { cluster, namespace: 'monitoring' });
  new Observability(chart, 'cluster', { alerts: [] });
});
