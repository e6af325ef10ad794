import { Construct } from 'constructs';
import { alertProblems, conditionOf, type Alert, type Panel } from '../core/contracts/alert';
import { refuseValues } from '../core/problems/errors';
import { ownId } from '../core/problems/own-id';
import type { IGkeCluster } from './cluster/gke-cluster';
import { google } from './google';
import { googleDashboard } from './monitoring/google-dashboard';
import { boundChannels, type NotificationChannels } from './monitoring/notification-channel';
import { requireServices } from './project-services';
import { projectOf } from './stack-context';

export interface ClusterMonitoringProps {
  /** The cluster, whose metrics managed Prometheus collects. */
  readonly cluster: IGkeCluster;
  /** The alerts, such as `clusterAlerts()` of `trainyard/monitoring`. @default [] */
  readonly alerts?: readonly Alert[];
  /** The channels of all alerts. @default - alerts are shown in the console alone */
  readonly channels?: NotificationChannels;
  /** The charts of a dashboard, such as `clusterPanels()`. @default - no dashboard */
  readonly panels?: readonly Panel[];
  /** @default - the cluster's, or else the stack's */
  readonly project?: string;
}

/** The time between two evaluations. */
const INTERVAL = '60s';
/** Metrics that GKE does not collect by itself. */
const COLLECTED = /\b(kube|kueue)_/;

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
  /** The cluster, if its alerts read what an `Observability` collects. @internal */
  readonly collectedIn?: IGkeCluster;

  constructor(scope: Construct, id: string, props: ClusterMonitoringProps) {
    super(scope, ownId(scope, id));
    const { cluster, alerts = [], channels = {}, panels = [] } = props;
    if (alerts.some((alert) => COLLECTED.test(conditionOf(alert)))) this.collectedIn = cluster;
    refuseValues(this, alertProblems(alerts));
    const project = projectOf(this, props.project ?? cluster.project);
    const dependsOn = requireServices(this, project, ['monitoring']);
    const matcher = `cluster=${JSON.stringify(cluster.clusterName)}`;
    const notificationChannels = boundChannels(this, channels, project);
    for (const alert of alerts) {
      const { name, severity, summary } = alert;
      const duration = `${alert.for.toSeconds()}s`;
      new google.MonitoringAlertPolicy(this, ownId(this, name), {
        ...{ project, combiner: 'OR', severity: severity.toUpperCase(), notificationChannels, dependsOn },
        displayName: `${cluster.clusterName}: ${name}`,
        documentation: { content: summary, mimeType: 'text/markdown' },
        conditions: [
          {
            displayName: name,
            conditionPrometheusQueryLanguage: {
              ...{ query: conditionOf(alert, matcher), duration, evaluationInterval: INTERVAL },
              // Google would refuse the alert until the first point of each metric is there.
              disableMetricValidation: true,
            },
          },
        ],
      });
    }
    if (panels.length > 0) {
      const dashboardJson = googleDashboard(`Cluster ${cluster.clusterName}`, panels, matcher);
      new google.MonitoringDashboard(this, 'dashboard', { project, dashboardJson, dependsOn });
    }
  }
}
