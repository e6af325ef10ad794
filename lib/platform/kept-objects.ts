import { ApiObject } from 'cdk8s';
import { clusterOf } from '../kubernetes/chart-cluster';
import { objectKey } from '../kubernetes/duplicate-name-problems';
import type { Deployment } from './deployment';

/** The label of objects that stay in the cluster when the deployment is taken down. */
export const KEPT_LABEL = 'trainyard/kept';

/** Kinds of objects that several deployments may declare in the same way. */
export const SHARED_KINDS = ['ServiceAccount', 'StorageClass'];

/**
 * Labels the objects that others may use: namespaces, because everything in a namespace is deleted with it, their
 * default accounts, which Kubernetes would make anew with a token, and the service accounts and storage classes that
 * several deployments declare.
 */
export function labelKeptObjects(deployments: readonly Deployment[]): void {
  const shared = new Map<string, { object: ApiObject; deployment: Deployment }>();
  for (const deployment of deployments) {
    for (const object of deployment.kubernetes.node.findAll()) {
      if (!ApiObject.isApiObject(object)) continue;
      if (object.kind === 'Namespace' || (object.kind === 'ServiceAccount' && object.name === 'default')) keep(object);
      if (!SHARED_KINDS.includes(object.kind)) continue;
      const key = objectKey(object, clusterOf(object));
      const first = shared.get(key);
      if (!first) shared.set(key, { object, deployment });
      else if (first.deployment !== deployment) [first.object, object].forEach(keep);
    }
  }
}

function keep({ metadata }: ApiObject): void {
  metadata.addLabel(KEPT_LABEL, 'true');
}
