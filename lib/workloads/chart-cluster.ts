import type { IConstruct } from 'constructs';
import type { ICluster } from '../core/contracts/cluster';
import { Topic } from '../core/problems/registry';

/** As a ClusterChart says, or the pools of what runs in a plain chart. */
const CLUSTER = new Topic<ICluster>('cluster of chart');

/** Says which cluster a chart is for. */
export function setClusterOf(chart: IConstruct, cluster: ICluster): void {
  if (CLUSTER.of(chart).length === 0) CLUSTER.add(chart, cluster);
}

/** The cluster that a construct is for; `undefined`: its chart does not say, and nothing in it runs anywhere. */
export function clusterOf(construct: IConstruct): ICluster | undefined {
  return construct.node.scopes.flatMap((scope) => CLUSTER.of(scope)).at(-1);
}
