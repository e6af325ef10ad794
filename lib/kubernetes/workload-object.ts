import { ApiObject, type ApiObjectProps, type JsonPatch } from 'cdk8s';
import type { Construct } from 'constructs';
import type { Manifest } from './manifest';
import { leavesPlainJson, OTHER, plainCopy } from './plain-copy';
import { recommendedLabels } from './standard-labels';

/** The first fields of an object, in order. */
const FIRST = { apiVersion: undefined, kind: undefined, metadata: undefined };

/** An object of a workload. */
export class WorkloadObject extends ApiObject {
  private isPatched = false;

  constructor(
    scope: Construct,
    id: string,
    private readonly content: ApiObjectProps,
  ) {
    super(scope, id, content);
  }

  override addJsonPatch(...operations: JsonPatch[]): void {
    this.isPatched = true;
    super.addJsonPatch(...operations);
  }

  override toJson(): unknown {
    const plain = this.plainJson();
    return plain === OTHER ? super.toJson() : plain;
  }

  /** The object as plain JSON, as most are, because cdk8s renders it slowly. */
  private plainJson(): unknown {
    if (this.isPatched || process.env.CDK8S_DISABLE_SORT || !leavesPlainJson(this)) return OTHER;
    const metadata: unknown = this.metadata.toJson();
    const copy = plainCopy({ ...this.content, metadata });
    return typeof copy === 'object' ? { ...FIRST, ...copy } : OTHER;
  }
}

/** Makes an object of a workload, with the label of its name. This is the edge to cdk8s, whose type lacks further fields of objects. */
export function namedObject(
  scope: Construct,
  id: string,
  object: Manifest & ApiObjectProps,
  workload: string,
): ApiObject {
  const labels = { ...recommendedLabels({ name: workload }), ...object.metadata.labels };
  return new WorkloadObject(scope, id, { ...object, metadata: { ...object.metadata, labels } });
}
