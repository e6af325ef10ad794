import { ApiObject, type App } from 'cdk8s';
import { pathOf, problem, type Problem } from '../core/problems/problem';
import type { ProblemAt } from '../core/problems/errors';

/** Problems of objects that cannot be written. Asked for only when writing failed. */
export function* renderProblems(app: App): Generator<ProblemAt> {
  for (const object of app.node.findAll()) {
    if (!ApiObject.isApiObject(object)) continue;
    const reason = failureOf(object);
    if (reason === undefined) continue;
    yield { path: pathOf(object), ...unwritable(`${object.kind} "${object.name}" cannot be written`, reason, object) };
  }
}

function unwritable(message: string, reason: string, object: ApiObject): Problem {
  const patches: unknown = Reflect.get(object, 'patches');
  if (Array.isArray(patches) && patches.length > 0) {
    const fix = 'patch a path that the object has; only the last part of an addition may be new';
    return problem('json-patch', `${message} with its JSON patches (${reason})`, fix);
  }
  const fix = 'give texts, numbers, true, false, lists and plain objects that do not hold themselves';
  return problem('manifest-value', `${message} (${reason})`, fix);
}

const FAILURE = /^Error: Failed serializing construct at path '(.*?)' with name '.*?': /;

/** The first line of the object's own error, without what cdk8s puts before it. A namespace fails with its objects. */
function failureOf(object: ApiObject): string | undefined {
  try {
    object.toJson();
  } catch (error) {
    const text = String(error);
    const path = FAILURE.exec(text)?.[1] ?? object.node.path;
    return path === object.node.path ? text.replace(FAILURE, '').replace(/\n.*/s, '') : undefined;
  }
  return undefined;
}
