import { problem, type Problem } from '../problems/problem';
import { recordOf, text } from '../problems/rules';

export const RESOURCE_LABELS = recordOf(text("give texts by their names, such as { team: 'a' }"));

/** Letters of any language, as Google's references of labels have them: lower-case, or of a script without case. */
const KEY = /^[\p{Ll}\p{Lo}][\p{Ll}\p{Lo}\p{N}_-]{0,62}$/u;
const VALUE = /^[\p{Ll}\p{Lo}\p{N}_-]{0,63}$/u;
const MOST = 64;
/** The labels that a cluster gets beside the user's: one from Google's provider, and `managed-by`. */
export const ADDED_LABELS = 2;

/**
 * Problems of labels of Google Cloud resources.
 *
 * @param added how many a resource gets beside them
 * @see https://cloud.google.com/compute/docs/labeling-resources#requirements
 */
export function* resourceLabelProblems(
  property: string,
  labels: Readonly<Record<string, string>>,
  added = 0,
): Generator<Problem> {
  for (const [key, value] of Object.entries(labels)) {
    if (!KEY.test(key) || !VALUE.test(value)) {
      const message = `resource label "${key}" = "${value}" is not of the form that Google Cloud takes`;
      yield problem('resource-label', property, message, FORM);
    }
    if (key.startsWith('goog')) {
      const message = `key "${key}" of ${property} begins with "goog", which Google Cloud keeps for itself`;
      yield problem('resource-label', property, message, `use another key, such as "my-${key}"`);
    }
  }
  const count = Object.keys(labels).length;
  const most = MOST - added;
  if (count <= most) return;
  const beside = added > 0 ? `, including ${added} that the library adds` : '';
  const message = `${property} has ${count} labels, but a resource takes ${MOST}${beside}`;
  yield problem('resource-label', property, message, `keep ${most} or fewer`);
}

const FORM = 'use up to 63 lower-case letters of any language, digits, "-" and "_", and begin the key with a letter';
