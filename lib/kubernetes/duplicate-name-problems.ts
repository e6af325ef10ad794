import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { clusterKey, type ICluster } from '../core/contracts/cluster';
import { pathOf, problem, Topic, type Problem } from '../core/problems';
import { clusterOf } from './chart-cluster';
import { isClusterScoped, isSameClusterScoped, namespaceOf } from './cluster-scoped';

/** A better fix for objects of a construct, whose names follow from something else. */
export const DUPLICATE_FIX = new Topic<string>('fixes of duplicates');

/** A key that is equal for manifests of the same object in a cluster. */
export function objectKey(object: ApiObject, cluster: ICluster | undefined): string {
  const { apiGroup, kind, name } = object;
  return [cluster ? clusterKey(cluster) : '', apiGroup, kind, namespaceOf(object) ?? '', name].join(' ');
}

/** Problems of objects of one app that would overwrite each other in their cluster. Equal objects without a namespace are written once. */
export function* duplicateNameProblems(root: IConstruct): Generator<Problem> {
  const first = new Map<string, ApiObject>();
  for (const object of root.node.findAll().filter((construct) => ApiObject.isApiObject(construct))) {
    const key = objectKey(object, clusterOf(object));
    const other = first.get(key);
    if (!other) first.set(key, object);
    else if (!isSameClusterScoped(other, object)) yield overwrites(other, object, ({ node }) => node.path);
  }
}

export function overwrites(
  first: ApiObject,
  second: ApiObject,
  nameOf: (object: IConstruct) => string = pathOf,
): Problem {
  const namespace = namespaceOf(second);
  const cluster = clusterOf(second)?.clusterName;
  const where = `${namespace === undefined ? '' : ` of namespace "${namespace}"`}${cluster === undefined ? '' : ` in cluster "${cluster}"`}`;
  const both = `${nameOf(first)} and ${nameOf(second)} both are ${second.kind} "${second.name}"${where}`;
  const better = second.node.scopes.flatMap((scope) => DUPLICATE_FIX.of(scope).map((fix) => `${fix}, or `));
  return problem(
    'duplicate-name',
    `${both}, and the second would overwrite the first`,
    `${better.join('')}give one of them another id or name, or ${isClusterScoped(second) ? 'write both in the same way: it is then written once' : 'put it into a chart of another namespace'}`,
  );
}
