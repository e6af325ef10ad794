import { ApiObject } from 'cdk8s';

/** What is rendered already while an app is written. Nothing changes its objects meanwhile. */
let rendered: Map<ApiObject, unknown> | undefined;

/** Writes an app. Objects of workloads are rendered once, though the level of their namespace looks at them too. */
export function renderingOnce<T>(write: () => T): T {
  rendered = new Map();
  try {
    return write();
  } finally {
    rendered = undefined;
  }
}

/** An object of a workload. */
export class WorkloadObject extends ApiObject {
  override toJson(): unknown {
    const known = rendered?.get(this);
    if (known !== undefined) return known;
    const json: unknown = super.toJson();
    rendered?.set(this, json);
    return json;
  }
}
