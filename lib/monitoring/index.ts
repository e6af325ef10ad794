// Observability of a cluster: what is collected, the alerts and the charts.
export { Observability, type ObservabilityProps } from './observability';
export { clusterAlerts, type AlertThresholds } from './cluster-alerts';
export { clusterPanels } from './cluster-panels';
export { costPanels } from './cost-panels';
export { query, series, type Alert, type Panel, type Query } from '../core/contracts/alert';
