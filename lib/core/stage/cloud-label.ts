import { textRecordProblems } from '../problems/given';
import type { Problem } from '../problems/problem';
import { recordOf, text } from '../problems/rules';

export const RESOURCE_LABELS = recordOf(text("give texts by their names, such as { team: 'a' }"));

const KEY = /^[a-z][-_a-z0-9]{0,62}$/;
const VALUE = /^[-_a-z0-9]{0,63}$/;
const MOST = 64;
/** Terraform's provider adds `goog-terraform-provisioned`, a TrainingCluster `managed-by`. */
export const ADDED_LABELS = 2;

/**
 * What is wrong with labels of Google Cloud resources.
 *
 * @param added how many a resource gets beside them
 * @see https://cloud.google.com/compute/docs/labeling-resources#requirements
 */
export function cloudLabelProblems(property: string, labels: Readonly<Record<string, string>>, added = 0): Problem[] {
  const noTexts = textRecordProblems(property, labels, RESOURCE_LABELS.fix);
  if (noTexts.length > 0) return noTexts;
  const problem = { code: 'resource-label', property };
  const count = Object.keys(labels).length;
  const most = MOST - added;
  const beside = added > 0 ? `, ${added} of which are set for you` : '';
  return [
    ...Object.entries(labels)
      .filter(([key, value]) => !KEY.test(key) || !VALUE.test(value))
      .map(([key, value]) => ({
        ...problem,
        message: `resource label "${key}" = "${value}" is not of the form that Google Cloud takes`,
        fix: 'use up to 63 lower-case letters, digits, "-" and "_", and begin the key with a letter',
      })),
    ...Object.keys(labels)
      .filter((key) => key.startsWith('goog'))
      .map((key) => ({
        ...problem,
        message: `key "${key}" of ${property} begins with "goog", which Google Cloud keeps for itself`,
        fix: `use another key, such as "my-${key}"`,
      })),
    ...(count > most
      ? [
          {
            ...problem,
            message: `${property} has ${count} labels, but a resource takes ${MOST}${beside}`,
            fix: `keep ${most} or fewer`,
          },
        ]
      : []),
  ];
}
