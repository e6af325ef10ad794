import { ApiObject, type App } from 'cdk8s';
import { pathOf, problem } from '../core/problems/problem';
import type { ProblemAt } from '../core/problems/errors';

/** Problems of objects that cannot be written, most often because of a JSON patch. Asked for only when writing failed. */
export function* renderProblems(app: App): Generator<ProblemAt> {
  for (const object of app.node.findAll()) {
    if (!ApiObject.isApiObject(object)) continue;
    const reason = failureOf(object);
    if (reason === undefined) continue;
    const message = `${object.kind} "${object.name}" cannot be written with its JSON patches (${reason})`;
    const fix = 'patch a path that the object has; only the last part of an addition may be new';
    yield { path: pathOf(object), ...problem('json-patch', message, fix) };
  }
}

/** The first line of the error, without what cdk8s puts before it. */
function failureOf(object: ApiObject): string | undefined {
  try {
    object.toJson();
  } catch (error) {
    return String(error)
      .replace(/^Error: Failed serializing construct at path '.*?' with name '.*?': /, '')
      .replace(/\n.*/s, '');
  }
  return undefined;
}
