import type {
  ClusterPodMonitoringSpec,
  PodMonitoringSpec,
  PodMonitorSpec,
  PrometheusRuleSpec,
  RulesSpec,
} from './custom-specs';
import { servedAs, type Kind } from './kind';

const GOOGLE = { apiVersion: 'monitoring.googleapis.com/v1' };
const PROMETHEUS_OPERATOR = { apiVersion: 'monitoring.coreos.com/v1' };

/** The metrics that managed Prometheus scrapes from pods of its namespace. */
export const POD_MONITORING: Kind<PodMonitoringSpec> = { ...GOOGLE, kind: 'PodMonitoring', plural: 'podmonitorings' };
/** The rules that managed Prometheus evaluates over the metrics of its namespace. */
export const RULES: Kind<RulesSpec> = { ...GOOGLE, kind: 'Rules', plural: 'rules' };
/** The metrics that managed Prometheus scrapes from pods of all namespaces. */
export const CLUSTER_POD_MONITORING: Kind<ClusterPodMonitoringSpec> = {
  ...{ ...GOOGLE, kind: 'ClusterPodMonitoring', plural: 'clusterpodmonitorings' },
  scope: 'Cluster',
};
/** The rules that managed Prometheus evaluates over all metrics of its cluster. */
export const CLUSTER_RULES: Kind<RulesSpec> = {
  ...{ ...GOOGLE, kind: 'ClusterRules', plural: 'clusterrules' },
  scope: 'Cluster',
};

/** The metrics that the Prometheus Operator scrapes from pods. */
export const POD_MONITOR: Kind<PodMonitorSpec> = { ...PROMETHEUS_OPERATOR, kind: 'PodMonitor', plural: 'podmonitors' };
export const PROMETHEUS_RULE: Kind<PrometheusRuleSpec> = {
  ...PROMETHEUS_OPERATOR,
  kind: 'PrometheusRule',
  plural: 'prometheusrules',
};

/** The expression of an operator that serves PodMonitors, for messages. */
export const PROMETHEUS_TEXT = `Operator.of({ name: 'prometheus-operator', version: '0.93.0', serves: ['${servedAs(POD_MONITOR)}', 'prometheusrules.monitoring.coreos.com/v1'] })`;
