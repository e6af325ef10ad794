import { ApiObject } from 'cdk8s';
import { pathOf, problem, type Problem, type ProblemAt } from '../core/problems';
import { podSecurityOf } from '../kubernetes/namespace';
import { objectKey, overwrites } from '../kubernetes/duplicate-name-problems';
import { clusterOf } from '../kubernetes/chart-cluster';
import { isSameClusterScoped } from '../kubernetes/cluster-scoped';
import type { Deployment } from './deployment';
import { isShared } from './object-labels';

/** A problem for each object that would overwrite an object of another deployment in the same cluster. */
export function overwrittenObjects(deployments: readonly Deployment[]): ProblemAt[] {
  if (deployments.length < 2) return [];
  const first = new Map<string, Made>();
  return deployments.flatMap((deployment) =>
    deployment.kubernetes.node.findAll().flatMap((construct) => {
      if (!ApiObject.isApiObject(construct)) return [];
      const cluster = clusterOf(construct);
      if (!cluster) return [];
      const key = objectKey(construct, cluster);
      const other = first.get(key);
      if (!other) first.set(key, { object: construct, deployment });
      if (!other || other.deployment === deployment || isCommon(other.object, construct)) return [];
      if (construct.kind === 'Namespace')
        return [{ path: pathOf(construct), ...unlikeNamespaces(other, deployment, construct) }];
      return [{ path: pathOf(construct), ...overwrites(other.object, construct) }];
    }),
  );
}

interface Made {
  readonly object: ApiObject;
  readonly deployment: Deployment;
}

/** Problems of a namespace that two deployments give different labels. A level of Pod Security of one would refuse the pods of the other. */
function unlikeNamespaces(first: Made, deployment: Deployment, object: ApiObject): Problem {
  const levels = [first.object, object].map((each) => podSecurityOf(each) ?? 'no');
  if (levels[0] === levels[1]) return overwrites(first.object, object);
  const message = `namespace "${object.name}" takes pods of level "${String(levels[0])}" in deployment ${first.deployment.name}, and of level "${String(levels[1])}" in ${deployment.name}`;
  return problem('pod-security', 'podSecurity', message, 'set podSecurity to the same level in the charts of both');
}

/** True if both declare the same account, or the same object without a namespace, in the same way, so that nothing is overwritten. */
function isCommon(a: ApiObject, b: ApiObject): boolean {
  return isSameClusterScoped(a, b) || (isShared(a) && JSON.stringify(a.toJson()) === JSON.stringify(b.toJson()));
}
