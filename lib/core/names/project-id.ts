import { problem, type Problem } from '../problems';

const ID = /^([a-z0-9][-a-z0-9.]*:)?[a-z][-a-z0-9]{4,28}[a-z0-9]$/;

/**
 * Problems of the id of a Google Cloud project.
 *
 * @see https://cloud.google.com/resource-manager/docs/creating-managing-projects
 */
export function* projectProblems(project: string): Generator<Problem> {
  if (ID.test(project)) return;
  const message = `${JSON.stringify(project)} cannot be the id of a project`;
  yield problem('project-id', 'project', message, 'use the project id: 6 to 30 lower-case letters, digits and hyphens');
}
