import { Chart, Duration } from 'cdk8s';
import { Bucket, ClusterChart, Operator, TrainingCluster } from '../../../lib/index';
import { ClusterMonitoring, NotificationChannel, ProjectBudget, ProjectLogs } from '../../../lib/infrastructure/index';
import { clusterAlerts, clusterPanels, costPanels, Observability, series } from '../../../lib/monitoring/index';
import { servingAlerts, servingPanels } from '../../../lib/serving/index';
import type { World } from './program';

/** A chart of the cluster for what watches it. */
export const watching = ({ deployment, cluster }: World) =>
  new ClusterChart(deployment.kubernetes, 'monitoring', { cluster, namespace: 'monitoring' });
export const ACCOUNT = '012345-6789AB-CDEF01';

/** A cluster that others made, with a Prometheus of its own. */
function operated(namespace = 'monitoring') {
  return ({ deployment }: World) => {
    const serves = ['podmonitors.monitoring.coreos.com/v1', 'prometheusrules.monitoring.coreos.com/v1'];
    const prometheus = Operator.of({ name: 'prometheus-operator', version: '0.93.0', serves });
    const cluster = TrainingCluster.fromAttributes({
      ...{ clusterName: 'old', location: 'us-central1-a', project: 'acme-ml', features: new Set(['gke'] as const) },
      operators: [prometheus.installedElsewhere('the platform team')],
    });
    return new ClusterChart(deployment.kubernetes, 'old', { cluster, namespace });
  };
}

/** Programs about monitoring as users write them, which synthesize without a problem and without advice. */
export const RIGHT_MONITORING: Readonly<Record<string, (world: World) => void>> = {
  'a cluster with the usual alerts': (world) => {
    new Observability(watching(world), 'cluster');
  },
  'other limits': (world) => {
    const alerts = clusterAlerts({ waiting: Duration.hours(4), idle: Duration.minutes(10), idleUtilization: 0.5 });
    new Observability(watching(world), 'cluster', { alerts });
  },
  'the usual alerts without one': (world) => {
    const alerts = clusterAlerts().filter(({ name }) => name !== 'QuotaFull');
    new Observability(watching(world), 'cluster', { alerts });
  },
  'an alert of the users own': (world) => {
    const own = {
      ...({ name: 'NoGpus', severity: 'critical', for: Duration.minutes(5), fires: 'below', threshold: 1 } as const),
      summary: 'The cluster has no GPU',
      expr: (of: string) => `sum(${series('kube_node_status_allocatable', 'resource="nvidia_com_gpu"', of)})`,
    };
    new Observability(watching(world), 'cluster', { alerts: [...clusterAlerts(), own] });
  },
  'a cluster with the Prometheus Operator, with a dashboard': (world) => {
    new Observability(operated()(world), 'cluster', { labels: { release: 'prometheus' } });
  },
  'a cluster with the Prometheus Operator, without alerts and charts': (world) => {
    new Observability(operated('watching')(world), 'cluster', { alerts: [], panels: [] });
  },
  'alerts and charts in Cloud Monitoring, told by mail': (world) => {
    const channels = { oncall: NotificationChannel.email('oncall@acme.com') };
    const { stack, cluster } = world;
    new ClusterMonitoring(stack, 'watch', { cluster, alerts: clusterAlerts(), panels: clusterPanels(), channels });
    new Observability(watching(world), 'cluster', { alerts: [] });
  },
  'tokens of Slack, PagerDuty and a webhook': (world) => {
    const channels = {
      chat: NotificationChannel.slack('#alerts'),
      duty: NotificationChannel.pagerDuty(),
      hook: NotificationChannel.webhook('https://alerts.acme.com/hook', 'trainyard'),
    };
    const { stack, cluster } = world;
    new ClusterMonitoring(stack, 'watch', { cluster, alerts: clusterAlerts(), channels });
    new Observability(watching(world), 'cluster', { alerts: [] });
  },
  'a budget, and a copy of logs': (world) => {
    const { stack } = world;
    new ProjectBudget(stack, 'budget', { billingAccount: ACCOUNT, amount: 20_000, percents: [80, 100, 120] });
    const bucket = new Bucket(stack, 'old-logs');
    new ProjectLogs(stack, 'logs', { retention: Duration.days(90), archive: { bucket, filter: 'severity>=ERROR' } });
    new Observability(watching(world), 'cluster');
  },
  'charts and alerts of servers, queues and costs, and a cluster with Kueue': (world) => {
    const { stack, gpus, deployment } = world;
    const cluster = new TrainingCluster(stack, 'queued', { location: 'us-central1-a', operators: [Operator.KUEUE] });
    const alerts = [
      ...clusterAlerts({ stalled: Duration.hours(1) }),
      ...servingAlerts({ latency: Duration.seconds(1) }),
    ];
    const panels = [...clusterPanels(), ...servingPanels(), ...costPanels([gpus])];
    new ClusterMonitoring(stack, 'watch', { cluster, alerts, panels });
    new Observability(new ClusterChart(deployment.kubernetes, 'queued', { cluster, namespace: 'watching' }), 'queued', {
      alerts: [],
    });
  },
  'costs of a pool with a price of ones own': (world) => {
    const panels = costPanels([world.gpus], { l4: 0.31 });
    new ClusterMonitoring(world.stack, 'watch', { cluster: world.cluster, panels });
    new Observability(watching(world), 'cluster', { alerts: [] });
  },
  'a budget that tells the channels of the alerts, and logs in BigQuery': (world) => {
    const { stack, cluster } = world;
    const mail = { oncall: NotificationChannel.email('oncall@acme.com') };
    const channels = { ...mail, chat: NotificationChannel.slack('#ml') };
    new ClusterMonitoring(stack, 'watch', { cluster, alerts: clusterAlerts(), channels });
    new ProjectBudget(stack, 'budget', { billingAccount: ACCOUNT, amount: 20_000, channels: mail });
    new ProjectLogs(stack, 'logs', { tables: { retention: Duration.days(400) } });
    new Observability(watching(world), 'cluster', { alerts: [] });
  },
  'logs of two projects': (world) => {
    const { stack } = world;
    new ProjectLogs(stack, 'logs', { retention: Duration.days(60) });
    new ProjectLogs(stack, 'others', { project: 'acme-web', exclusions: { probes: 'httpRequest.userAgent=~"probe"' } });
    new Observability(watching(world), 'cluster');
  },
};

/** A chart that is for no cluster. */
export const plainChart = ({ deployment }: World) => new Chart(deployment.kubernetes, 'plain', { namespace: 'plain' });
