import type { IConstruct } from 'constructs';
import type { ICluster } from '../core/contracts/cluster';
import { Topic } from '../core/problems/registry';

/** Said by a ClusterChart; in a plain chart by the pools of its workloads. */
const CLUSTER = new Topic<ICluster>('cluster of chart');

/** Says which cluster a chart is for. */
export function setClusterOf(chart: IConstruct, cluster: ICluster): void {
  if (CLUSTER.of(chart).length === 0) CLUSTER.add(chart, cluster);
}

/** The cluster that a construct is for; `undefined` in a plain chart without workloads. */
export function clusterOf(construct: IConstruct): ICluster | undefined {
  return construct.node.scopes.flatMap((scope) => CLUSTER.of(scope)).at(-1);
}
