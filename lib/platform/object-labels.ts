import { ApiObject } from 'cdk8s';
import { groupedBy } from '../core/grouped';
import { clusterOf } from '../kubernetes/chart-cluster';
import { objectKey } from '../kubernetes/duplicate-name-problems';
import { deploymentLabels, type Labels } from '../kubernetes/standard-labels';
import type { Deployment } from './deployment';

/** The label of objects that stay in the cluster when the deployment is taken down. */
export const KEPT_LABEL = 'trainyard/kept';

/** Kinds of objects that several deployments may declare in the same way. */
export const SHARED_KINDS = ['ResourceFlavor', 'ServiceAccount', 'StorageClass'];

/**
 * Labels all objects as those of their deployment and stage. Those that others may use are labelled as kept: namespaces,
 * because everything in a namespace is deleted with it, their default accounts, which Kubernetes would make anew with a
 * token, and the service accounts, storage classes and flavors of Kueue that several deployments declare.
 */
export function labelObjects(deployments: readonly Deployment[]): void {
  const objects = deployments.flatMap(({ kubernetes }) =>
    kubernetes.node.findAll().filter((construct) => ApiObject.isApiObject(construct)),
  );
  const isShared = ({ kind }: ApiObject) => ['Namespace', ...SHARED_KINDS].includes(kind);
  for (const object of objects) if (!isShared(object)) addLabels(object, deploymentLabels(object).all);
  for (const same of groupedBy(objects.filter(isShared), (object) => objectKey(object, clusterOf(object)))) {
    const users = new Set(same.map(({ node }) => node.root));
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
