import type { ApiObject, ApiObjectProps } from 'cdk8s';
import type { Construct } from 'constructs';
import { isObjectOrList } from '../core/object-or-list';
import { isOfKind, type Kind } from './kinds/kind';
import type { NamedManifest } from './manifest';
import { WorkloadObject } from './workload-object';

const CLUSTER_SCOPED = Symbol.for('trainyard.clusterScoped');

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

/** The namespace of an object; `undefined` if it has none, or if its manifest does not set it. */
export function namespaceOf(object: ApiObject): string | undefined {
  return CLUSTER_SCOPED in object ? undefined : object.metadata.namespace;
}

/** An object without a namespace. A JSON patch would remove it too, but cdk8s copies an object to patch it. */
class ClusterScopedObject extends WorkloadObject {
  override toJson(): unknown {
    const json = super.toJson();
    if (!isObjectOrList(json) || !isObjectOrList(json['metadata'])) return json;
    const fields = Object.entries(json['metadata']).filter(([name]) => name !== 'namespace');
    return { ...json, metadata: Object.fromEntries(fields) };
  }
}
