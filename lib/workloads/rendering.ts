import type { ApiObject } from 'cdk8s';

/** What is rendered already while an app is written. Nothing changes its objects meanwhile. */
let rendered: Map<ApiObject, unknown> | undefined;

/** Writes an app. Objects are rendered once, though the level of their namespace looks at them too. */
export function renderingOnce<T>(write: () => T): T {
  rendered = new Map();
  try {
    return write();
  } finally {
    rendered = undefined;
  }
}

/** The JSON of an object. */
export function renderedJson(object: ApiObject): unknown {
  if (rendered?.has(object)) return rendered.get(object);
  const json: unknown = object.toJson();
  rendered?.set(object, json);
  return json;
}
