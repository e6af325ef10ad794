import { ApiObject, JsonPatch, type ApiObjectProps } from 'cdk8s';
import type { Construct } from 'constructs';

const CLUSTER_SCOPED = Symbol.for('trainyard.clusterScoped');

/** Makes an object without a namespace; its chart would give it one. */
export function clusterScoped(scope: Construct, id: string, props: ApiObjectProps): ApiObject {
  const object = new ApiObject(scope, id, props);
  Object.defineProperty(object, CLUSTER_SCOPED, { value: true });
  if (object.metadata.namespace !== undefined) object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  return object;
}

/** The namespace of an object; `undefined` if it has none, or if its manifest leaves it out. */
export function namespaceOf(object: ApiObject): string | undefined {
  return CLUSTER_SCOPED in object ? undefined : object.metadata.namespace;
}
