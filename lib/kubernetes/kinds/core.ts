import type { k8s } from 'cdk8s-plus-27';
import type { JsonOf, Kind } from './kind';

/** A Service of Kubernetes: one address for many pods. */
export const SERVICE: Kind<JsonOf<k8s.ServiceSpec>> = { apiVersion: 'v1', kind: 'Service', plural: 'services' };

/** The rules for connections to pods. */
export const NETWORK_POLICY: Kind<JsonOf<k8s.NetworkPolicySpec>> = {
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  plural: 'networkpolicies',
};

/** The number of pods that a drain of nodes may evict at once. */
export const POD_DISRUPTION_BUDGET: Kind<JsonOf<k8s.PodDisruptionBudgetSpec>> = {
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  plural: 'poddisruptionbudgets',
};

/** A Deployment of Kubernetes: equal pods that never end. */
export const DEPLOYMENT: Kind<JsonOf<k8s.DeploymentSpec>> = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  plural: 'deployments',
};

/** A StatefulSet of Kubernetes: pods that keep their names and volumes. */
export const STATEFUL_SET: Kind<JsonOf<k8s.StatefulSetSpec>> = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
};

/** The most that all pods of a namespace may request together. */
export const RESOURCE_QUOTA: Kind<JsonOf<k8s.ResourceQuotaSpec>> = {
  apiVersion: 'v1',
  kind: 'ResourceQuota',
  plural: 'resourcequotas',
};

/** The requests of containers that have none. */
export const LIMIT_RANGE: Kind<JsonOf<k8s.LimitRangeSpec>> = {
  apiVersion: 'v1',
  kind: 'LimitRange',
  plural: 'limitranges',
};
