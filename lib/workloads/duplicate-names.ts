import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { clusterKey, type ICluster } from '../core/contracts/cluster';
import { pathOf, type Problem } from '../core/problems/problem';
import { namespaceOf } from './cluster-scoped';
import { clusterOf } from './chart-cluster';

/** What is the same for objects that are one in their cluster. */
export function objectKey(object: ApiObject, cluster: ICluster | undefined): string {
  const { apiGroup, kind, name } = object;
  return [cluster ? clusterKey(cluster) : '', apiGroup, kind, namespaceOf(object) ?? '', name].join(' ');
}

/** Objects of one app that would overwrite each other in their cluster. */
export function duplicateNames(root: IConstruct): Problem[] {
  const first = new Map<string, ApiObject>();
  return root.node.findAll().flatMap((construct) => {
    if (!ApiObject.isApiObject(construct)) return [];
    const key = objectKey(construct, clusterOf(construct));
    const other = first.get(key);
    if (!other) first.set(key, construct);
    return other ? [overwrites(other, construct, (object) => object.node.path)] : [];
  });
}

export function overwrites(
  first: ApiObject,
  second: ApiObject,
  nameOf: (object: IConstruct) => string = pathOf,
): Problem {
  const namespace = namespaceOf(second);
  const where = namespace === undefined ? '' : ` of namespace "${namespace}"`;
  const cluster = clusterOf(second);
  const which = cluster === undefined ? '' : ` in cluster "${cluster.clusterName}"`;
  return {
    code: 'duplicate-name',
    message: `${nameOf(first)} and ${nameOf(second)} both are ${second.kind} "${second.name}"${where}${which}, and the second would overwrite the first`,
    fix: `give one of them another id or name${namespace === undefined ? '' : ', or put it into a chart of another namespace'}`,
  };
}
