import type { Chart } from 'cdk8s';
import type { ProblemAt } from '../core/problems/errors';
import { pathOf, problem, type Problem } from '../core/problems/problem';
import type { RenderedObject } from './manifest-files';
import { valuesIn } from './values-in';

/** Signs in YAML of values that may be wrong. */
const SUSPECT = /\\ud[89a-f]|\.nan/i;
const HALF = /\p{Surrogate}/u;

/**
 * Problems of values that no YAML can hold: parsers refuse them, or read another value.
 *
 * @param yaml the objects as YAML, which is searched faster than the objects
 */
export function* valueProblems(chart: Chart, objects: readonly RenderedObject[], yaml: string): Generator<ProblemAt> {
  if (!SUSPECT.test(yaml)) return;
  for (const object of objects) {
    for (const { at, value } of valuesIn(object)) {
      const found = wrongValue(value, at, `${object.kind} "${object.metadata.name}" holds`);
      if (found) yield { path: pathOf(chart), ...found };
    }
  }
}

function wrongValue(value: unknown, at: string, place: string): Problem | undefined {
  if (typeof value === 'number' && !Number.isFinite(value))
    return problem('manifest-value', `${place} ${value} at ${at}, which is no number`, 'give a finite number');
  const [half] = typeof value === 'string' ? (HALF.exec(value) ?? []) : [];
  if (half === undefined) return undefined;
  return problem(
    'manifest-value',
    `${place} half of a character (${JSON.stringify(half)}) at ${at}`,
    'cut texts between whole characters, such as by [...text].slice(0, 63).join("")',
  );
}
