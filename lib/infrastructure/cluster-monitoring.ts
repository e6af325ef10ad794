import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { alertProblems, conditionOf, OBSERVED, type Alert, type Panel } from '../core/contracts/alert';
import { CLUSTERS_OF_CHARTS, isSameCluster, type ICluster } from '../core/contracts/cluster';
import { adviseAtSynth, ownId, problem, refuseValues, treesOf, type Advice, type Topic } from '../core/problems';
import { findInScopes } from '../core/scopes';
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
  /** The channels of all alerts. @default - alerts are shown in the console alone, and nobody is told */
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
  constructor(scope: Construct, id: string, props: ClusterMonitoringProps) {
    super(scope, ownId(scope, id));
    const { cluster, alerts = [], channels = {}, panels = [] } = props;
    refuseValues(this, alertProblems(alerts));
    const isCollected = alerts.some((alert) => COLLECTED.test(conditionOf(alert)));
    if (isCollected) adviseAtSynth(this, () => unfedAdvice(this, cluster));
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

/** Advice about a cluster of whose charts none collects. Charts of other programs are not known. */
function* unfedAdvice(owner: Construct, cluster: ICluster): Generator<Advice> {
  const isIn = (topic: Topic<ICluster>) => topic.inProgram(owner).some(({ entry }) => isSameCluster(entry, cluster));
  if (!isIn(CLUSTERS_OF_CHARTS) || isIn(OBSERVED) || hasCollector(owner, cluster)) return;
  const message = `nothing collects the metrics of cluster "${cluster.clusterName}" that the alerts read, so they never fire`;
  const fix = 'make an Observability in a chart of the cluster, or acknowledge this if another program has one';
  yield problem('alert-metrics', 'alerts', message, fix);
}

/** True if an object of the program's own, such as a ClusterPodMonitoring, has a Prometheus collect from them. */
function hasCollector(owner: Construct, cluster: ICluster): boolean {
  const objects = treesOf(owner).flatMap((tree) => tree.node.findAll().filter((each) => ApiObject.isApiObject(each)));
  return objects.some((each) => {
    const of = findInScopes(each, (scope) => CLUSTERS_OF_CHARTS.of(scope).at(-1));
    if (!of || !isSameCluster(of, cluster) || !/(Pod|Service)Monitor/.test(each.kind)) return false;
    return /kube-state-metrics|kueue/.test(JSON.stringify(each.toJson()));
  });
}
