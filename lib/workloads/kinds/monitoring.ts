import type { Kind } from './kind';

const GOOGLE = { apiVersion: 'monitoring.googleapis.com/v1' };
const PROMETHEUS_OPERATOR = { apiVersion: 'monitoring.coreos.com/v1' };

/** What managed Prometheus reads from pods of its namespace. */
export const POD_MONITORING: Kind = { ...GOOGLE, kind: 'PodMonitoring', plural: 'podmonitorings' };
/** What it evaluates over the metrics of its namespace. */
export const RULES: Kind = { ...GOOGLE, kind: 'Rules', plural: 'rules' };

/** The same of the Prometheus Operator. */
export const POD_MONITOR: Kind = { ...PROMETHEUS_OPERATOR, kind: 'PodMonitor', plural: 'podmonitors' };
export const PROMETHEUS_RULE: Kind = { ...PROMETHEUS_OPERATOR, kind: 'PrometheusRule', plural: 'prometheusrules' };
