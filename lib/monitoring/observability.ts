import { Construct } from 'constructs';
import { alertProblems, OBSERVED, type Alert, type Panel } from '../core/contracts/alert';
import { isSameCluster, type ICluster } from '../core/contracts/cluster';
import { guideAtSynth, type GuideStep } from '../core/contracts/guide';
import { adviseAtSynth, checkAtSynth, ownId, problem, refuseValues, type Advice, type Problem } from '../core/problems';
import { clusterOf } from '../kubernetes/chart-cluster';
import { addObject } from '../kubernetes/cluster-scoped';
import { placeInChart } from '../kubernetes/enclosing-chart';
import { servedAs } from '../kubernetes/kinds/kind';
import { CLUSTER_POD_MONITORING, CLUSTER_RULES, POD_MONITOR, PROMETHEUS_TEXT } from '../kubernetes/kinds/monitoring';
import { CLUSTER_ROLE_BINDING } from '../kubernetes/role';
import { clusterAlerts } from './cluster-alerts';
import { clusterPanels } from './cluster-panels';
import { monitoringObjects, type Collector } from './monitoring-objects';

export interface ObservabilityProps {
  /** The alerts that Prometheus evaluates in the cluster. An empty list where `ClusterMonitoring` has them. @default clusterAlerts() - the Alertmanager of managed Prometheus tells nobody until it is set up */
  readonly alerts?: readonly Alert[];
  /** The charts of a dashboard of Grafana, where the Prometheus Operator collects. @default clusterPanels() */
  readonly panels?: readonly Panel[];
  /** Labels by which the Prometheus of an operator selects what it reads, such as `{ release: 'prometheus' }`. @default {} */
  readonly labels?: Readonly<Record<string, string>>;
}

const WITHOUT_NAMESPACE = [CLUSTER_POD_MONITORING, CLUSTER_RULES, CLUSTER_ROLE_BINDING];
const POOLS = '--metric-labels-allowlist=nodes=[cloud.google.com/gke-nodepool]';
const WITH_POOLS = [{ op: 'add', path: '/spec/template/spec/containers/0/args', value: [POOLS] }];
/** The release whose metrics the alerts read. GKE's own kube-state-metrics knows no jobs and no requests of pods. */
const EXPORTER_STEP: GuideStep = {
  phase: 'operators',
  text: 'Install kube-state-metrics, which tells of jobs and pods:',
  commands: [
    "kubectl apply -k 'https://github.com/kubernetes/kube-state-metrics?ref=v2.20.0'",
    // Costs need the pool of each node, which is a label.
    `kubectl -n kube-system patch deployment kube-state-metrics --type json -p '${JSON.stringify(WITH_POOLS)}'`,
  ],
};

/**
 * The metrics of jobs, pods and GPUs of a cluster, collected, watched and shown. Managed Prometheus collects them where the
 * cluster has it, or else the Prometheus Operator. Make one for each cluster; a second is advice.
 *
 * @example
 * const chart = new ClusterChart(kubernetes, 'monitoring', { cluster, namespace: 'monitoring' });
 * new Observability(chart, 'cluster', { alerts: clusterAlerts({ waiting: Duration.hours(4) }) });
 * @see https://cloud.google.com/stackdriver/docs/managed-prometheus/setup-managed
 */
export class Observability extends Construct {
  constructor(scope: Construct, id: string, props: ObservabilityProps = {}) {
    super(scope, ownId(scope, id));
    const { alerts = clusterAlerts(), panels = clusterPanels(), labels = {} } = props;
    refuseValues(this, alertProblems(alerts));
    const cluster = clusterOf(this);
    const { name, namespace } = placeInChart(this);
    const title = `Cluster ${cluster?.clusterName ?? name}`;
    const served = cluster?.operators?.flatMap(({ serves }) => serves) ?? [];
    const collector = collectorOf(cluster, served);
    checkAtSynth(this, () => collectorProblems(cluster, collector));
    if (cluster) {
      OBSERVED.add(this, cluster);
      adviseAtSynth(this, () => twiceAdvice(this, cluster));
    }
    const queues = served.some((kind) => kind.startsWith('clusterqueues.kueue')) ? namespace : undefined;
    for (const object of monitoringObjects({ name, title, alerts, panels, labels, queues }, collector ?? 'managed')) {
      addObject(this, `${object.kind}-${object.metadata.name}`, object, WITHOUT_NAMESPACE);
    }
    guideAtSynth(this, () => [EXPORTER_STEP]);
  }
}

/** The program that collects the metrics of a cluster; `undefined` if it is known to have none. */
function collectorOf(cluster: ICluster | undefined, served: readonly string[]): Collector | undefined {
  if (cluster?.features?.has('managedPrometheus')) return 'managed';
  return served.includes(servedAs(POD_MONITOR)) ? 'operator' : undefined;
}

function* twiceAdvice(owner: Construct, cluster: ICluster): Generator<Advice> {
  const [first] = OBSERVED.inProgram(owner).filter(({ entry }) => isSameCluster(entry, cluster));
  if (first?.construct === owner) return;
  const message = `cluster "${cluster.clusterName}" has an Observability already, so all is collected and told twice`;
  const fix = 'make one for the cluster, or acknowledge this if their labels lead to a Prometheus each';
  yield problem('observability-twice', 'cluster', message, fix);
}

function* collectorProblems(cluster: ICluster | undefined, collector: Collector | undefined): Generator<Problem> {
  if (collector !== undefined) return;
  const owner = cluster === undefined ? 'a plain chart' : `cluster "${cluster.clusterName}"`;
  const message = `${owner} has no Prometheus, so nothing would be collected`;
  const fix = `use a ClusterChart of a cluster with 'managedPrometheus' among its features, or with ${PROMETHEUS_TEXT} among its operators`;
  yield problem('observability-collector', 'cluster', message, fix);
}
