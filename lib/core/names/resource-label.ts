import { countProblems, problem, type Problem } from '../problems';

/** Letters of any language, as Google's references of labels have them: lower-case, or of a script without case. */
const KEY = /^(?!goog)[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u;
const VALUE = /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u;
const FORM =
  'use up to 63 lower-case letters of any language, digits, "-" and "_", and begin the key with a letter, but not with "goog"';

/**
 * Problems of labels of Google Cloud resources.
 *
 * @param most how many a resource takes beside those that it gets by itself
 * @see https://cloud.google.com/compute/docs/labeling-resources#requirements
 */
export function* resourceLabelProblems(
  property: string,
  labels: Readonly<Record<string, string>>,
  most = 64,
): Generator<Problem> {
  for (const [key, value] of Object.entries(labels)) {
    if (KEY.test(key) && VALUE.test(value)) continue;
    const message = `resource label "${key}" = "${value}" is not of the form that Google Cloud takes`;
    yield problem('resource-label', property, message, FORM);
  }
  yield* countProblems('resource-label', property, Object.keys(labels).length, most);
}
