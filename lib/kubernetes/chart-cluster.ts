import type { IConstruct } from 'constructs';
import type { ICluster } from '../core/contracts/cluster';
import { Topic } from '../core/problems/registry';
import { findInScopes } from '../core/scopes';

/** The cluster of each chart. A ClusterChart sets it; in a plain chart the pools of its workloads do. */
const CLUSTER = new Topic<ICluster>('cluster of chart');

/** Sets the cluster of a chart, unless it is set. */
export function setClusterOf(chart: IConstruct, cluster: ICluster): void {
  if (CLUSTER.of(chart).length === 0) CLUSTER.add(chart, cluster);
}

/** The cluster of a construct; `undefined` in a plain chart without workloads. */
export function clusterOf(construct: IConstruct): ICluster | undefined {
  return findInScopes(construct, (scope) => CLUSTER.of(scope).at(-1));
}
