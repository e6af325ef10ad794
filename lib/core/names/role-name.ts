import { problem, type Problem } from '../problems';

const ROLE = /^(roles|projects\/[^/]+\/roles|organizations\/\d+\/roles)\/[A-Za-z0-9_.]+$/;
const PROJECT_ROLE = /^projects\/([^/]+)\/roles\/(.+)$/;

/**
 * Problems of the full name of a role: one of Google Cloud's own, of a project or of an organization.
 *
 * @param project the project of the grant, if known
 * @see https://cloud.google.com/iam/docs/roles-overview
 */
export function* roleProblems(property: string, role: string, project?: string): Generator<Problem> {
  if (!ROLE.test(role)) {
    const fix = ROLE.test(`roles/${role}`)
      ? `use "roles/${role}"`
      : `use a role such as "roles/bigquery.dataViewer", or the full name of one of your own, such as "projects/${project ?? 'acme-ml'}/roles/reader"`;
    yield problem('role-form', property, `${JSON.stringify(role)} is not the name of a role`, fix);
  }
  // A role that a project defines can be granted in that project alone.
  const [, owner, name] = PROJECT_ROLE.exec(role) ?? [];
  if (project === undefined || owner === undefined || owner === project) return;
  yield problem(
    'role-project',
    property,
    `${role} is a role of project ${owner}, which cannot be granted in ${project}`,
    `define it in ${project} and use "projects/${project}/roles/${name ?? ''}", or in the organization`,
  );
}
