import { Construct } from 'constructs';
import type { Alert, Panel } from '../core/contracts/alert';
import { guideAtSynth, type GuideStep } from '../core/contracts/guide';
import { refuseValues } from '../core/problems/errors';
import { ownId } from '../core/problems/own-id';
import { problem, type Problem } from '../core/problems/problem';
import type { IGkeCluster } from './cluster/gke-cluster';
import { google } from './google';
import { googleDashboard } from './monitoring/google-dashboard';
import type { NotificationChannel } from './monitoring/notification-channel';
import { requireServices } from './project-services';
import { placeOf, placeProblems } from './stack-context';

export interface ClusterMonitoringProps {
  /** The cluster, whose metrics managed Prometheus collects. */
  readonly cluster: IGkeCluster;
  /** The alerts, such as `clusterAlerts()` of `trainyard/monitoring`. @default [] */
  readonly alerts?: readonly Alert[];
  /** The channels of all alerts by their names: lower-case letters, digits and `_`. @default - alerts are shown in the console alone */
  readonly channels?: Readonly<Record<string, NotificationChannel>>;
  /** The charts of a dashboard, such as `clusterPanels()`. @default - no dashboard */
  readonly panels?: readonly Panel[];
  /** @default - the stack's */
  readonly project?: string;
}

/** The time between two evaluations. */
const INTERVAL = '60s';

/**
 * Alerts and a dashboard of a cluster in Cloud Monitoring. They need what an `Observability` in the cluster collects.
 *
 * @example
 * new ClusterMonitoring(stack, 'monitoring', {
 *   cluster,
 *   alerts: clusterAlerts(),
 *   channels: { oncall: NotificationChannel.email('oncall@acme.com') },
 *   panels: clusterPanels(),
 * });
 * @see https://cloud.google.com/monitoring/promql/promql-in-alerting
 */
export class ClusterMonitoring extends Construct {
  constructor(scope: Construct, id: string, props: ClusterMonitoringProps) {
    super(scope, ownId(scope, id));
    const { cluster, alerts = [], channels = {}, panels = [] } = props;
    const project = placeOf(this, 'project', props.project);
    refuseValues(this, placeProblems(this, 'project', props.project), nameProblems(Object.keys(channels), alerts));
    const dependsOn = requireServices(this, project, ['monitoring']);
    const matcher = `cluster=${JSON.stringify(cluster.clusterName)}`;
    const bound = Object.entries(channels).map(([name, channel]) => channel.bind(this, name, project));
    for (const { name, severity, summary, expr, ...alert } of alerts) {
      const duration = `${alert.for.toSeconds()}s`;
      new google.MonitoringAlertPolicy(this, name, {
        ...{
          project,
          displayName: `${cluster.clusterName}: ${name}`,
          combiner: 'OR',
          severity: severity.toUpperCase(),
        },
        documentation: { content: summary, mimeType: 'text/markdown' },
        notificationChannels: bound.map((channel) => channel.id),
        conditions: [
          {
            displayName: name,
            conditionPrometheusQueryLanguage: {
              ...{ query: expr(matcher), duration, evaluationInterval: INTERVAL, alertRule: name },
              // Google would refuse the alert until the first point of each metric is there.
              disableMetricValidation: true,
            },
          },
        ],
        dependsOn,
      });
    }
    if (panels.length > 0) {
      const dashboardJson = googleDashboard(`Cluster ${cluster.clusterName}`, panels, matcher);
      new google.MonitoringDashboard(this, 'dashboard', { project, dashboardJson, dependsOn });
    }
    const variables = bound.flatMap(({ variable }) => variable ?? []);
    guideAtSynth(this, () => tokenSteps(variables));
  }
}

function tokenSteps(variables: readonly string[]): GuideStep[] {
  if (variables.length === 0) return [];
  const names = variables.map((name) => `\`TF_VAR_${name}\``).join(', ');
  return [
    {
      phase: 'before',
      text: `Terraform reads the tokens of notification channels from the environment: set ${names}.`,
    },
  ];
}

function* nameProblems(channels: readonly string[], alerts: readonly Alert[]): Generator<Problem> {
  for (const name of channels) {
    if (/^[a-z][a-z0-9_]*$/.test(name)) continue;
    const message = `"${name}" cannot name a variable of Terraform`;
    yield problem(
      'notification-channel',
      'channels',
      message,
      'use lower-case letters, digits and "_", such as "oncall"',
    );
  }
  const names = alerts.map(({ name }) => name);
  for (const name of names.filter((each, index) => names.indexOf(each) !== index)) {
    yield problem('alert-name', 'alerts', `two alerts are called "${name}"`, 'give one of them another name');
  }
}
