import { ApiObject, JsonPatch, type ApiObjectProps } from 'cdk8s';
import type { Construct } from 'constructs';

/** An object that belongs to no namespace: its chart would give it one. */
export function clusterScoped(scope: Construct, id: string, props: ApiObjectProps): ApiObject {
  const object = new ApiObject(scope, id, props);
  if (object.metadata.namespace !== undefined) object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  return object;
}
