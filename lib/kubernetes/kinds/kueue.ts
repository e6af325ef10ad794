import type { Kind } from './kind';

const apiVersion = 'kueue.x-k8s.io/v1beta2';

/** Nodes of one kind, whose resources queues share. */
export const RESOURCE_FLAVOR: Kind = {
  apiVersion,
  kind: 'ResourceFlavor',
  plural: 'resourceflavors',
  scope: 'Cluster',
};

/** The resources that the jobs of some namespaces may use together. */
export const CLUSTER_QUEUE: Kind = { apiVersion, kind: 'ClusterQueue', plural: 'clusterqueues', scope: 'Cluster' };

/** The queue of a namespace. */
export const LOCAL_QUEUE: Kind = { apiVersion, kind: 'LocalQueue', plural: 'localqueues' };
