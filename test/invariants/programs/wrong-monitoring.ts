import { Duration } from 'cdk8s';
import { ClusterChart, TrainingCluster } from '../../../lib/index';
import { ClusterMonitoring, NotificationChannel, ProjectBudget, ProjectLogs } from '../../../lib/infrastructure/index';
import { clusterAlerts, costPanels, Observability, type AlertThresholds } from '../../../lib/monitoring/index';
import { servingAlerts } from '../../../lib/serving/index';
import type { WrongProgram } from './program';
import { ACCOUNT, plainChart, watching } from './right-monitoring';

// Mistakes of users with monitoring, each in a small program as a user would write it.

/** A program with a threshold that cannot be. */
function threshold(name: string, code: string, says: string, of: readonly [AlertThresholds, AlertThresholds]) {
  const build: WrongProgram['build'] = (world, either) => {
    new Observability(watching(world), 'cluster', { alerts: clusterAlerts(either(...of)) });
  };
  return { name, code, says, build };
}

export const WRONG_MONITORING: readonly WrongProgram[] = [
  threshold('fewer restarts than none', 'alert-threshold', 'restarts cannot be -1', [
    { restarts: -1 },
    { restarts: 0 },
  ]),
  threshold('half a restart', 'alert-threshold', 'use a whole number', [{ restarts: 2.5 }, { restarts: 2 }]),
  threshold('a GPU that works more than always', 'alert-threshold', 'use a number from 0 to 100', [
    { idleUtilization: 101 },
    { idleUtilization: 100 },
  ]),
  threshold('less than no volume', 'alert-threshold', 'volumeUse cannot be -5', [{ volumeUse: -5 }, { volumeUse: 5 }]),
  threshold('a quota that cannot be reached', 'alert-threshold', 'quotaUse cannot be 120', [
    { quotaUse: 120 },
    { quotaUse: 99.5 },
  ]),
  threshold('a wait of half a second', 'whole-seconds', 'waiting is 0.5 s', [
    { waiting: Duration.millis(500) },
    { waiting: Duration.minutes(1) },
  ]),
  threshold('a time of idleness in parts of a second', 'whole-seconds', 'idle is 1.5 s', [
    { idle: Duration.millis(1500) },
    { idle: Duration.seconds(2) },
  ]),
  threshold('a job that stands still for half a second', 'whole-seconds', 'stalled is 0.5 s', [
    { stalled: Duration.millis(500) },
    { stalled: Duration.minutes(20) },
  ]),
  {
    name: 'costs of a pool whose machines have no GPU',
    code: 'gpu-price',
    says: 'have no list price for GPUs where they are: give a price for an hour of a GPU: { "cpu": … }',
    build: ({ stack, cluster, cpus, gpus }, either) => {
      new ClusterMonitoring(stack, 'watch', { cluster, panels: costPanels([either(cpus, gpus)]) });
    },
  },
  {
    name: 'servers of which more than all requests may fail',
    code: 'telemetry-form',
    says: '1.5 is not a share of the requests',
    build: ({ stack, cluster }, either) => {
      new ClusterMonitoring(stack, 'watch', { cluster, alerts: servingAlerts({ errorRate: either(1.5, 0.15) }) });
    },
  },
  {
    name: 'a cluster without any Prometheus',
    code: 'observability-collector',
    says: 'cluster "old" has no Prometheus',
    build: ({ deployment }, either) => {
      const features = new Set(either(['gke'] as const, ['gke', 'managedPrometheus'] as const));
      const cluster = TrainingCluster.fromAttributes({ clusterName: 'old', location: 'us-central1-a', features });
      new Observability(new ClusterChart(deployment.kubernetes, 'old', { cluster, namespace: 'old' }), 'cluster');
    },
  },
  {
    name: 'a chart of no cluster',
    code: 'observability-collector',
    says: 'use a ClusterChart of a cluster',
    build: (world, either) => {
      new Observability(either(plainChart, watching)(world), 'cluster');
    },
  },
  {
    name: 'alerts in Cloud Monitoring of what nothing collects',
    code: 'alert-metrics',
    says: 'nothing collects the metrics of cluster "digits-dev-cluster" that the alerts read, so they never fire: make an Observability',
    build: (world, either) => {
      const { stack, cluster } = world;
      new ClusterMonitoring(stack, 'watch', { cluster, alerts: clusterAlerts() });
      either(plainChart, (each: typeof world) => new Observability(watching(each), 'cluster', { alerts: [] }))(world);
    },
  },
  {
    name: 'two for one cluster',
    code: 'observability-twice',
    says: 'has an Observability already, so all is collected and told twice: make one for the cluster',
    build: (world, either) => {
      const chart = watching(world);
      for (const id of either(['cluster', 'more'], ['cluster'])) new Observability(chart, id);
    },
  },
  {
    name: 'two of one id',
    code: 'id-taken',
    says: 'cluster',
    build: (world, either) => {
      const chart = watching(world);
      const ids = either(['cluster', 'cluster'], ['cluster']);
      for (const id of ids) new Observability(chart, id);
    },
  },
  {
    name: 'objects of a cluster among infrastructure',
    code: 'no-chart',
    says: 'is not in a chart',
    build: (world, either) => {
      new Observability(either(world.stack, watching(world)), 'watch');
    },
  },
  {
    name: 'infrastructure among objects of a cluster',
    code: 'no-stack',
    says: 'is infrastructure',
    build: (world, either) => {
      const { stack, cluster } = world;
      const chart = watching(world);
      new Observability(chart, 'cluster', { alerts: [] });
      new ClusterMonitoring(either(chart, stack), 'watch', { cluster, alerts: clusterAlerts() });
    },
  },
  {
    name: 'settings of logs twice',
    code: 'cloud-name-taken',
    says: 'already the name of the log settings',
    build: ({ stack }, either) => {
      new ProjectLogs(stack, 'logs', { retention: Duration.days(90) });
      new ProjectLogs(stack, 'more', { project: either('acme-ml', 'acme-web') });
    },
  },
  {
    name: 'a budget of no project',
    code: 'project-id',
    says: 'Acme',
    build: ({ stack }, either) => {
      new ProjectBudget(stack, 'budget', {
        billingAccount: ACCOUNT,
        amount: 10,
        project: either('Acme ML', 'acme-ml'),
      });
    },
  },
  {
    name: 'logs of no project',
    code: 'place-unknown',
    says: 'project is empty',
    build: ({ stack }, either) => {
      new ProjectLogs(stack, 'logs', { project: either('', 'acme-ml') });
    },
  },
  {
    name: 'a budget of an account by its title',
    code: 'budget-account',
    says: 'use its number, such as 012345-6789AB-CDEF01',
    build: ({ stack }, either, fix) => {
      const billingAccount = either('Acme', fix.part(/such as ([-\dA-F]+)/));
      new ProjectBudget(stack, 'budget', { billingAccount, amount: 10 });
    },
  },
  {
    name: 'a budget of nothing',
    code: 'budget-amount',
    says: 'amount cannot be 0',
    build: ({ stack }, either, fix) => {
      new ProjectBudget(stack, 'budget', { billingAccount: ACCOUNT, amount: either(0, fix.number()) });
    },
  },
  {
    name: 'a budget that tells a channel of Slack',
    code: 'budget-channel',
    says: 'give channels by NotificationChannel.email(…) alone',
    build: ({ stack }, either) => {
      const oncall = either(NotificationChannel.slack('#oncall'), NotificationChannel.email('oncall@acme.com'));
      new ProjectBudget(stack, 'budget', { billingAccount: ACCOUNT, amount: 10, channels: { oncall } });
    },
  },
  {
    name: 'a budget that tells six people',
    code: 'budget-channel',
    says: 'channels has 6',
    build: ({ stack }, either, fix) => {
      const names = ['a', 'b', 'c', 'd', 'e', 'f'].slice(0, either(6, fix.number()));
      const channels = Object.fromEntries(names.map((name) => [name, NotificationChannel.email(`${name}@acme.com`)]));
      new ProjectBudget(stack, 'budget', { billingAccount: ACCOUNT, amount: 10, channels });
    },
  },
  ...[
    { fix: 'give one of them another name', name: 'other', same: false },
    { fix: 'or both places the same object', name: 'duty', same: true },
  ].map((right): WrongProgram => ({
    name: `two channels of one name: ${right.fix}`,
    code: 'channel-name',
    says: right.fix,
    build: ({ stack, cluster }, either) => {
      const duty = NotificationChannel.pagerDuty();
      const second = either(false, right.same) ? duty : NotificationChannel.pagerDuty();
      new ClusterMonitoring(stack, 'jobs', { cluster, channels: { duty } });
      new ClusterMonitoring(stack, 'servers', { cluster, channels: { [either('duty', right.name)]: second } });
    },
  })),
  {
    name: 'logs that can be searched for eleven years',
    code: 'log-retention',
    says: '3650',
    build: ({ stack }, either, fix) => {
      new ProjectLogs(stack, 'logs', { retention: Duration.days(either(4015, fix.number(1))) });
    },
  },
  {
    name: 'rows of logs that are deleted at once',
    code: 'log-retention',
    says: 'tables.retention in days cannot be 0',
    build: ({ stack }, either, fix) => {
      new ProjectLogs(stack, 'logs', { tables: { retention: Duration.days(either(0, fix.number())) } });
    },
  },
];
