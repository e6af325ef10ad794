import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { CLUSTERS_OF_CHARTS, isSameCluster, type ICluster } from '../core/contracts/cluster';
import { treesOf } from '../core/problems';
import { findInScopes, rootOf } from '../core/scopes';

/** Sets the cluster of a chart, unless it is set. A ClusterChart sets its own; in a plain chart the pools of its workloads do. */
export function setClusterOf(chart: IConstruct, cluster: ICluster): void {
  if (CLUSTERS_OF_CHARTS.of(chart).length === 0) CLUSTERS_OF_CHARTS.add(chart, cluster);
}

/** The cluster of a construct; `undefined` in a plain chart without workloads. */
export function clusterOf(construct: IConstruct): ICluster | undefined {
  return findInScopes(construct, (scope) => CLUSTERS_OF_CHARTS.of(scope).at(-1));
}

/**
 * The objects of the program in a cluster, and those of its own tree whose cluster is not known. Call it at synthesis.
 *
 * @param isMeant asked before the cluster, which takes longer
 */
export function objectsIn(
  cluster: ICluster | undefined,
  owner: IConstruct,
  isMeant: (object: ApiObject) => boolean,
): ApiObject[] {
  return treesOf(owner).flatMap((tree) => {
    const isOwn = tree === rootOf(owner);
    const objects = tree.node.findAll().filter((each) => ApiObject.isApiObject(each));
    return objects.filter(isMeant).filter((each) => {
      const other = clusterOf(each);
      return cluster && other ? isSameCluster(cluster, other) : isOwn;
    });
  });
}
