import { ApiObject } from 'cdk8s';
import { Duration } from 'cdk8s';
import { Testing } from 'cdktf';
import { expect, test } from 'vitest';
import type { Alert } from '../../lib/core/contracts/alert';
import { guideSteps } from '../../lib/core/contracts/guide';
import { ClusterMonitoring } from '../../lib/infrastructure/cluster-monitoring';
import { NotificationChannel } from '../../lib/infrastructure/monitoring/notification-channel';
import { ProjectBudget } from '../../lib/infrastructure/project-budget';
import { TrainingCluster } from '../../lib/infrastructure/training-cluster';
import { terraformProblems } from '../conformance/terraform';
import { Bucket } from '../../lib/infrastructure/bucket';
import { ProjectLogs } from '../../lib/infrastructure/project-logs';
import { ClusterChart, type Deployment } from '../../lib/index';
import { clusterAlerts, Observability } from '../../lib/monitoring/index';
import { servingAlerts } from '../../lib/serving/index';
import { DEV, output } from '../platform/programs';
import { all, only, problemsOf, stackOf } from './synthesized';

const ALERT: Alert = {
  ...{ name: 'JobFailed', severity: 'critical', for: Duration.minutes(2), summary: 'A job failed' },
  ...{ fires: 'above', threshold: 0 },
  expr: (of) => `kube_job_failed{${of}}`,
};
const cluster = TrainingCluster.fromAttributes({
  ...{ clusterName: 'digits', location: 'us-east1-b', project: 'acme-ml' },
});

test('an alert is a policy over the series of its cluster, which the channels tell of', () => {
  const stack = stackOf();
  const channels = { oncall: NotificationChannel.email('oncall@acme.com') };
  new ClusterMonitoring(stack, 'monitoring', { cluster, alerts: [ALERT], channels });
  expect(only(stack, 'google_monitoring_alert_policy')).toMatchObject({
    ...{ display_name: 'digits: JobFailed', combiner: 'OR', severity: 'CRITICAL', project: 'acme-ml' },
    documentation: { content: 'A job failed' },
    notification_channels: [expect.stringMatching(/^\$\{google_monitoring_notification_channel\..*\.id\}$/)],
    conditions: [
      {
        condition_prometheus_query_language: {
          ...{ query: '(kube_job_failed{cluster="digits"}) > 0', duration: '120s', disable_metric_validation: true },
        },
      },
    ],
  });
});

test('the charts are one dashboard, whose labels Terraform leaves to Cloud Monitoring', () => {
  const stack = stackOf();
  const panels = [{ title: 'Jobs', unit: '1', lines: { '{{namespace}}': (of: string) => `jobs{${of}}` } }];
  new ClusterMonitoring(stack, 'monitoring', { cluster, panels: [...panels, ...panels, ...panels] });
  const { dashboard_json: json } = only(stack, 'google_monitoring_dashboard');
  const { mosaicLayout } = JSON.parse(String(json)) as {
    mosaicLayout: { tiles: { xPos?: number; yPos?: number; widget: { xyChart: { dataSets: unknown[] } } }[] };
  };
  expect(mosaicLayout.tiles.map(({ xPos, yPos }) => [xPos, yPos])).toEqual([
    // Cloud Monitoring leaves zeros out of its answer.
    [undefined, undefined],
    [24, undefined],
    [undefined, 16],
  ]);
  expect(mosaicLayout.tiles[0]?.widget.xyChart.dataSets).toEqual([
    {
      timeSeriesQuery: { prometheusQuery: 'jobs{cluster="digits"}', unitOverride: '1' },
      ...{ legendTemplate: '$${metric.labels.namespace}', plotType: 'LINE' },
    },
  ]);
});

test.each([
  ['slack', NotificationChannel.slack('#alerts'), 'auth_token', { channel_name: '#alerts' }],
  ['pagerduty', NotificationChannel.pagerDuty(), 'service_key', {}],
  ...[
    [
      ...(['webhook_basicauth', NotificationChannel.webhook('https://acme.com/a', 'ops'), 'password'] as const),
      { url: 'https://acme.com/a', username: 'ops' },
    ] as const,
  ],
] as const)('the token of %s is a sensitive variable that DEPLOY.md asks for', (type, channel, field, labels) => {
  const stack = stackOf();
  new ClusterMonitoring(stack, 'monitoring', { cluster, alerts: [ALERT], channels: { team: channel } });
  const found = only(stack, 'google_monitoring_notification_channel');
  expect(found).toMatchObject({ type, labels, sensitive_labels: { [field]: '${var.team_token}' } });
  const { variable } = JSON.parse(Testing.synth(stack)) as { variable: Record<string, unknown> };
  expect(variable).toMatchObject({ team_token: { sensitive: true, type: 'string' } });
  expect(guideSteps(stack).map(({ step }) => step.text)).toContainEqual(expect.stringContaining('`TF_VAR_team_token`'));
});

test('mail and Pub/Sub need no token', () => {
  const stack = stackOf();
  const channels = {
    mail: NotificationChannel.email('oncall@acme.com'),
    topic: NotificationChannel.pubSub('projects/acme/topics/alerts'),
  };
  new ClusterMonitoring(stack, 'monitoring', { cluster, channels });
  const made = all(stack, 'google_monitoring_notification_channel');
  expect(made.map(({ type, sensitive_labels: secret }) => [type, secret])).toEqual([
    ['email', undefined],
    ['pubsub', undefined],
  ]);
});

const ACCOUNT = '012345-6789AB-CDEF01';

test('a budget is of the project, for each month, with its thresholds as shares', () => {
  const stack = stackOf();
  new ProjectBudget(stack, 'budget', { billingAccount: ACCOUNT, amount: 20_000, percents: [80, 120] });
  expect(only(stack, 'google_billing_budget')).toMatchObject({
    ...{ billing_account: ACCOUNT, display_name: 'mnist-dev-budget' },
    amount: { specified_amount: { units: '20000' } },
    budget_filter: {
      projects: [expect.stringMatching(/^projects\/\$\{data\.google_project\..*\.number\}$/)],
      calendar_period: 'MONTH',
    },
    threshold_rules: [{ threshold_percent: 0.8 }, { threshold_percent: 1.2 }],
  });
});

test('a budget tells the channels that its alerts have, and they are made once', () => {
  const stack = stackOf();
  const channels = { oncall: NotificationChannel.email('oncall@acme.com') };
  new ClusterMonitoring(stack, 'monitoring', { cluster, alerts: [ALERT], channels });
  new ProjectBudget(stack, 'budget', { billingAccount: ACCOUNT, amount: 20_000, channels });
  const [name] = only(stack, 'google_monitoring_alert_policy')['notification_channels'] as string[];
  expect(only(stack, 'google_billing_budget')).toMatchObject({
    all_updates_rule: { monitoring_notification_channels: [name] },
  });
  expect(all(stack, 'google_monitoring_notification_channel')).toHaveLength(1);
});

test('two sets of alerts that tell one channel ask for its token once', () => {
  const stack = stackOf();
  const channels = { chat: NotificationChannel.slack('#alerts') };
  for (const id of ['jobs', 'servers']) new ClusterMonitoring(stack, id, { cluster, alerts: [ALERT], channels });
  expect(guideSteps(stack).filter(({ step }) => step.text?.includes('TF_VAR_chat_token') === true)).toHaveLength(1);
});

test('a channel for alerts of two projects is made in each of them, and asks for its token once', () => {
  const stack = stackOf();
  const channels = { chat: NotificationChannel.slack('#alerts') };
  for (const project of ['acme-ml', 'acme-two'])
    new ClusterMonitoring(stack, project, { cluster, project, alerts: [ALERT], channels });
  const made = all(stack, 'google_monitoring_notification_channel');
  expect(made.map((each) => each['project'])).toEqual(['acme-ml', 'acme-two']);
  const told = all(stack, 'google_monitoring_alert_policy').map((each) => each['notification_channels']);
  expect(told[0]).not.toEqual(told[1]);
  expect(guideSteps(stack).filter(({ step }) => step.text?.includes('TF_VAR_chat_token') === true)).toHaveLength(1);
});

test('fails: two alerts of one name (id-taken), and one that holds for a part of a second (whole-seconds)', () => {
  const make = (...alerts: Alert[]) => new ClusterMonitoring(stackOf(), 'monitoring', { cluster, alerts });
  expect(() => make(ALERT, ALERT)).toThrow('already has a child with the id "JobFailed": use another id');
  expect(() => make({ ...ALERT, for: Duration.millis(1500) })).toThrow('for of alert "JobFailed" is 1.5 s');
});

test('the name of an alert may be a sentence', () => {
  const stack = stackOf();
  new ClusterMonitoring(stack, 'monitoring', { cluster, alerts: [{ ...ALERT, name: 'Many jobs failed' }] });
  expect(JSON.stringify(only(stack, 'google_monitoring_alert_policy'))).not.toContain('alert_rule');
});

test('fails: two channels of one name would have one token (channel-name)', () => {
  const stack = stackOf();
  for (const id of ['jobs', 'servers'])
    new ClusterMonitoring(stack, id, { cluster, channels: { duty: NotificationChannel.pagerDuty() } });
  expect(problemsOf(stack)).toEqual([
    expect.stringMatching(/jobs\/duty is another channel "duty".*give one of them another name.*\(channel-name\)$/),
  ]);
});

test.each(['acme', '012345-6789ab-CDEF01'])('fails: a budget of the account %s (budget-account)', (billingAccount) => {
  expect(() => new ProjectBudget(stackOf(), 'budget', { billingAccount, amount: 1 })).toThrow('(budget-account)');
});

test('people who deploy a budget name the project of their requests, without which Google refuses them', () => {
  const stack = stackOf();
  new ProjectBudget(stack, 'budget', { billingAccount: ACCOUNT, amount: 20_000 });
  expect(guideSteps(stack).map(({ step }) => step.text)).toContainEqual(
    expect.stringContaining('`USER_PROJECT_OVERRIDE=true` and `GOOGLE_BILLING_PROJECT=acme-ml`'),
  );
});

test.each([99.5, 0, -1])('fails: a budget of %s (budget-amount)', (amount) => {
  const make = () => new ProjectBudget(stackOf(), 'budget', { billingAccount: ACCOUNT, amount });
  expect(make).toThrow(`amount cannot be ${amount}: use a whole number of 1 or more (budget-amount)`);
});

test('fails: a budget tells channels by mail alone (budget-channel)', () => {
  const channels = { chat: NotificationChannel.slack('#alerts') };
  expect(() => new ProjectBudget(stackOf(), 'budget', { billingAccount: ACCOUNT, amount: 20_000, channels })).toThrow(
    'Cloud Billing tells no channel of the type slack, such as "chat": give channels by NotificationChannel.email(…) alone (budget-channel)',
  );
  const six = [1, 2, 3, 4, 5, 6].map((each) => [`c${each}`, NotificationChannel.email(`${each}@acme.com`)] as const);
  const of = (all: typeof six) => ({ billingAccount: ACCOUNT, amount: 1, channels: Object.fromEntries(all) });
  expect(() => new ProjectBudget(stackOf(), 'budget', of(six))).toThrow('channels has 6 entries, but 5 are taken');
  expect(() => new ProjectBudget(stackOf(), 'budget', of(six.slice(1)))).not.toThrow();
});

test('everything that a stack has for monitoring has the arguments of the schema alone', () => {
  const stack = stackOf();
  const channels = { oncall: NotificationChannel.email('oncall@acme.com') };
  const panels = [{ title: 'Jobs', unit: '1', lines: { '{{namespace}}': (of: string) => `jobs{${of}}` } }];
  new ClusterMonitoring(stack, 'monitoring', { cluster, alerts: [ALERT], channels, panels });
  new ProjectBudget(stack, 'budget', { billingAccount: ACCOUNT, amount: 20_000, channels });
  const archive = { bucket: new Bucket(stack, 'old') };
  new ProjectLogs(stack, 'logs', { retention: Duration.days(9), exclusions: { a: 'b' }, archive, tables: {} });
  expect(terraformProblems(JSON.parse(Testing.synth(stack)))).toEqual([]);
});

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

test('an object of the program that collects them counts, and one of other pods does not', () => {
  const collecting = (app: string) =>
    told(clusterAlerts(), (deployment, cluster) => {
      const apiVersion = 'monitoring.googleapis.com/v1';
      const spec = { selector: { matchLabels: { app } }, endpoints: [{ port: 'metrics' }] };
      const chart = charted(deployment, cluster);
      new ApiObject(chart, 'collect', {
        apiVersion,
        kind: 'PodMonitoring',
        metadata: { name: 'collect' },
        ...{ spec },
      });
    });
  expect(collecting('kube-state-metrics')).toEqual([]);
  expect(collecting('mnist')).toHaveLength(1);
});

test('alerts are not told of that are fed, read what servers tell, or are of a cluster with charts elsewhere', () => {
  expect(told(clusterAlerts(), (...of) => new Observability(charted(...of), 'cluster', { alerts: [] }))).toEqual([]);
  expect(told(servingAlerts(), charted)).toEqual([]);
  expect(told(clusterAlerts(), () => undefined)).toEqual([]);
});
