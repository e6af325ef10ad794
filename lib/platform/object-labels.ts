import { ApiObject } from 'cdk8s';
import { groupedBy } from '../core/grouped';
import { clusterOf } from '../kubernetes/chart-cluster';
import { isClusterScoped } from '../kubernetes/cluster-scoped';
import { objectKey } from '../kubernetes/duplicate-name-problems';
import { deploymentLabels, type Labels } from '../kubernetes/standard-labels';
import type { Deployment } from './deployment';

/** The label of objects that stay in the cluster when the deployment is taken down. */
export const KEPT_LABEL = 'trainyard/kept';

/** Kinds of objects that several deployments may declare in the same way. */
const SHARED_KINDS = ['Namespace', 'ResourceFlavor', 'ServiceAccount', 'StorageClass'];

export function isShared({ kind }: ApiObject): boolean {
  return SHARED_KINDS.includes(kind);
}

/**
 * Labels all objects as those of their deployment and stage. Those that others may use are labelled as kept: namespaces,
 * because everything in a namespace is deleted with it, their default accounts, which Kubernetes would make anew with a
 * token, and the service accounts, storage classes and flavors of Kueue that several deployments declare.
 */
export function labelObjects(deployments: readonly Deployment[]): void {
  const objects = deployments.flatMap(({ kubernetes }) =>
    kubernetes.node.findAll().filter((construct) => ApiObject.isApiObject(construct)),
  );
  const mayBeShared = (object: ApiObject) => isShared(object) || isClusterScoped(object);
  for (const object of objects) if (!mayBeShared(object)) addLabels(object, deploymentLabels(object).all);
  for (const same of groupedBy(objects.filter(mayBeShared), (object) => objectKey(object, clusterOf(object)))) {
    const users = new Set(same.map(({ node }) => node.root));
    if (users.size === 1 && !same.every(isShared)) {
      for (const object of same) addLabels(object, deploymentLabels(object).all);
      continue;
    }
    const ofStages = same.map((object) => deploymentLabels(object).shared);
    const common = Object.entries(ofStages[0] ?? {}).filter(([key, value]) =>
      ofStages.every((labels) => labels[key] === value),
    );
    for (const object of same) {
      addLabels(object, Object.fromEntries(common));
      if (object.kind === 'Namespace' || isDefaultAccount(object) || users.size > 1)
        object.metadata.addLabel(KEPT_LABEL, 'true');
    }
  }
}

function isDefaultAccount({ kind, name }: ApiObject): boolean {
  return kind === 'ServiceAccount' && name === 'default';
}

/** Adds labels that an object does not have. */
function addLabels({ metadata }: ApiObject, labels: Labels): void {
  for (const [key, value] of Object.entries(labels)) {
    if (metadata.getLabel(key) === undefined) metadata.addLabel(key, value);
  }
}
