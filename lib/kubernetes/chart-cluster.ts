import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { CLUSTERS_OF_CHARTS, isSameCluster, type ICluster } from '../core/contracts/cluster';
import { treesOf } from '../core/problems';
import { findInScopes } from '../core/scopes';

/** Sets the cluster of a chart, unless it is set. A ClusterChart sets its own; in a plain chart the pools of its workloads do. */
export function setClusterOf(chart: IConstruct, cluster: ICluster): void {
  if (CLUSTERS_OF_CHARTS.of(chart).length === 0) CLUSTERS_OF_CHARTS.add(chart, cluster);
}

/** The cluster of a construct; `undefined` in a plain chart without workloads. */
export function clusterOf(construct: IConstruct): ICluster | undefined {
  return findInScopes(construct, (scope) => CLUSTERS_OF_CHARTS.of(scope).at(-1));
}

/** The objects of the program in a cluster, which is all of them if none is named. Call it at synthesis. */
export function objectsIn(cluster: ICluster | undefined, owner: IConstruct): ApiObject[] {
  const isHere = (other?: ICluster) => !cluster || !other || isSameCluster(cluster, other);
  const constructs = treesOf(owner).flatMap(({ node }) => node.findAll());
  return constructs.filter((each) => ApiObject.isApiObject(each)).filter((each) => isHere(clusterOf(each)));
}
