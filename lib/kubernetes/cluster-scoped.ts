import type { ApiObject, ApiObjectProps } from 'cdk8s';
import type { Construct } from 'constructs';
import { isObjectOrList } from '../core/object-or-list';
import { isOfKind, type Kind } from './kinds/kind';
import type { NamedManifest } from './manifest';
import { WorkloadObject } from './workload-object';

const CLUSTER_SCOPED = Symbol.for('trainyard.clusterScoped');

/** Kinds without a namespace, by their API groups. */
const WITHOUT_NAMESPACE: Readonly<Record<string, readonly string[]>> = {
  core: ['Namespace', 'Node', 'PersistentVolume'],
  'admissionregistration.k8s.io': [
    'MutatingWebhookConfiguration',
    'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding',
    'ValidatingWebhookConfiguration',
  ],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'apiregistration.k8s.io': ['APIService'],
  'argoproj.io': ['ClusterWorkflowTemplate'],
  'cert-manager.io': ['ClusterIssuer'],
  'cloud.google.com': ['ComputeClass'],
  'gateway.networking.k8s.io': ['GatewayClass'],
  'kueue.x-k8s.io': ['AdmissionCheck', 'ClusterQueue', 'Cohort', 'ResourceFlavor', 'Topology', 'WorkloadPriorityClass'],
  'monitoring.googleapis.com': ['ClusterPodMonitoring', 'ClusterRules', 'GlobalRules'],
  'networking.gke.io': ['GKENetworkParamSet', 'Network'],
  'networking.k8s.io': ['IngressClass'],
  'node.k8s.io': ['RuntimeClass'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding'],
  'resource.k8s.io': ['DeviceClass'],
  'scheduling.k8s.io': ['PriorityClass'],
  'serving.kserve.io': ['ClusterServingRuntime', 'ClusterStorageContainer'],
  'snapshot.storage.k8s.io': ['VolumeSnapshotClass', 'VolumeSnapshotContent'],
  'storage.k8s.io': ['CSIDriver', 'StorageClass', 'VolumeAttributesClass'],
  'trainer.kubeflow.org': ['ClusterTrainingRuntime'],
};

/** Makes an object without the namespace that its chart would give it. */
export function clusterScoped(scope: Construct, id: string, props: ApiObjectProps): ApiObject {
  const object = new ClusterScopedObject(scope, id, props);
  Object.defineProperty(object, CLUSTER_SCOPED, { value: true });
  return object;
}

/** Makes an object, without a namespace if it is of one of the kinds that have none. */
export function addObject(
  scope: Construct,
  id: string,
  object: NamedManifest,
  withoutNamespace: readonly Kind[],
): void {
  if (withoutNamespace.some((kind) => isOfKind(object, kind))) clusterScoped(scope, id, object);
  else new WorkloadObject(scope, id, object);
}

/** True if an object has no namespace. The API server drops one that a chart gives to it. */
export function isClusterScoped(object: ApiObject): boolean {
  return CLUSTER_SCOPED in object || (WITHOUT_NAMESPACE[object.apiGroup]?.includes(object.kind) ?? false);
}

/** The namespace of an object; `undefined` if it has none, or if its manifest does not set it. */
export function namespaceOf(object: ApiObject): string | undefined {
  return isClusterScoped(object) ? undefined : object.metadata.namespace;
}

/** True if two objects without a namespace are written in the same way. */
export function isSameClusterScoped(a: ApiObject, b: ApiObject): boolean {
  const [one, other] = [a, b].map((object) => JSON.stringify(withoutNamespace(object.toJson())));
  return isClusterScoped(a) && isClusterScoped(b) && one === other;
}

function withoutNamespace(json: unknown): unknown {
  if (!isObjectOrList(json) || !isObjectOrList(json['metadata'])) return json;
  const fields = Object.entries(json['metadata']).filter(([name]) => name !== 'namespace');
  return { ...json, metadata: Object.fromEntries(fields) };
}

/** An object without a namespace. A JSON patch would remove it too, but cdk8s copies an object to patch it. */
class ClusterScopedObject extends WorkloadObject {
  override toJson(): unknown {
    return withoutNamespace(super.toJson());
  }
}
