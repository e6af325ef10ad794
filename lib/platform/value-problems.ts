import type { Chart } from 'cdk8s';
import { pathOf, problem, type ProblemAt } from '../core/problems';
import type { RenderedObject } from './manifest-files';
import { valuesIn } from './values-in';

/** Marks in YAML of values that may be no numbers. */
const SUSPECT = /\.nan/;

/**
 * Problems of numbers that JSON cannot hold: parsers refuse them, or read another value.
 *
 * @param yaml the objects as YAML, which is searched faster than the objects
 */
export function* valueProblems(chart: Chart, objects: readonly RenderedObject[], yaml: string): Generator<ProblemAt> {
  if (!SUSPECT.test(yaml)) return;
  for (const object of objects) {
    for (const { at, value } of valuesIn(object)) {
      if (typeof value !== 'number' || Number.isFinite(value)) continue;
      const message = `${object.kind} "${object.metadata.name}" holds ${value} at ${at}, which is no number`;
      yield { path: pathOf(chart), ...problem('manifest-value', message, 'give a finite number') };
    }
  }
}
