import type { Kind } from './kind';

/** A Service of Kubernetes: one address for many pods. */
export const SERVICE: Kind = { apiVersion: 'v1', kind: 'Service', plural: 'services' };

/** Who may connect to pods. */
export const NETWORK_POLICY: Kind = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
};

/** How many pods a drain of nodes may take away at once. */
export const POD_DISRUPTION_BUDGET: Kind = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
};
