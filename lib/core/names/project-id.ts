import { textProblems } from '../problems/given';
import type { Problem } from '../problems/problem';
import { text } from '../problems/rules';

export const PROJECT = text('give the project id, such as "acme-ml"');

const ID = /^([a-z0-9][-a-z0-9.]*:)?[a-z][-a-z0-9]{4,28}[a-z0-9]$/;

/**
 * What is wrong with the id of a Google Cloud project.
 *
 * @see https://cloud.google.com/resource-manager/docs/creating-managing-projects
 */
export function projectProblems(project: string): Problem[] {
  const noText = textProblems('project', project, PROJECT.fix);
  if (noText.length > 0 || ID.test(project)) return noText;
  return [
    {
      code: 'project-id',
      property: 'project',
      message: `${JSON.stringify(project)} cannot be the id of a project`,
      fix: 'use the project id: 6 to 30 lower-case letters, digits and hyphens',
    },
  ];
}
