import { recordProblems } from './given';
import type { Problem } from './problem';

const MOST = 64;
/** Terraform's provider adds `goog-terraform-provisioned`, a TrainingCluster `managed-by`. */
export const ADDED_LABELS = 2;

/**
 * What is wrong with labels of a resource of Google Cloud, apart from their form.
 *
 * @param added how many it gets beside them
 */
export function labelSetProblems(property: string, labels: Readonly<Record<string, string>>, added = 0): Problem[] {
  const keys = Object.keys({ ...labels });
  const most = MOST - added;
  const beside = added > 0 ? `, ${String(added)} of which are set for you` : '';
  const problem = { code: 'resource-label', property };
  return [
    ...recordProblems(property, labels, "give texts by their names, such as { team: 'a' }"),
    ...keys
      .filter((key) => key.startsWith('goog'))
      .map((key) => ({
        ...problem,
        message: `key "${key}" of ${property} begins with "goog", which Google Cloud keeps for itself`,
        fix: `use another key, such as "my-${key}"`,
      })),
    ...(keys.length > most
      ? [
          {
            ...problem,
            message: `${property} has ${String(keys.length)} labels, but a resource takes ${String(MOST)}${beside}`,
            fix: `keep ${String(most)} or fewer`,
          },
        ]
      : []),
  ];
}
