import type { Chart } from 'cdk8s';
import type { ProblemAt } from '../core/problems/errors';
import { pathOf, problem } from '../core/problems/problem';
import type { RenderedObject } from './manifest-files';

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
    for (const { at, value } of wrongValues(object, [])) {
      const place = `${object.kind} "${object.metadata.name}" holds`;
      const found =
        typeof value === 'number'
          ? problem('manifest-value', `${place} ${value} at ${at}, which is no number`, 'give a finite number')
          : problem(
              'manifest-value',
              `${place} half of a character (${JSON.stringify(value)}) at ${at}`,
              'cut texts between whole characters, such as by [...text].slice(0, 63).join("")',
            );
      yield { path: pathOf(chart), ...found };
    }
  }
}

function* wrongValues(value: unknown, path: readonly string[]): Generator<{ at: string; value: string | number }> {
  const at = path.join('.');
  if (typeof value === 'string') {
    const [half] = HALF.exec(value) ?? [];
    if (half !== undefined) yield { at, value: half };
  } else if (typeof value === 'number') {
    if (!Number.isFinite(value)) yield { at, value };
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, child] of Object.entries(value)) {
      yield* wrongValues(key, [...path, 'a key']);
      yield* wrongValues(child, [...path, key]);
    }
  }
}
