import type { Construct } from 'constructs';
import { google } from './google';
import { madeAccount } from './google-service-account';
import { requireServices } from './project-services';
import { projectDomain } from './stack-context';

/** Gives a Google service account a role in a project, once. The grant is of the construct that made the account, if the program makes it. */
export function grantRole(
  granted: Construct,
  email: string,
  { role, project }: { readonly role: string; readonly project: string },
): void {
  const made = madeAccount(granted, email);
  const scope = made?.owner ?? granted;
  const isHome = email.endsWith(`@${projectDomain(project)}.iam.gserviceaccount.com`);
  const id = [role.replaceAll('/', '.'), ...(made ? [] : [email]), ...(isHome ? [] : [project])].join('-');
  if (scope.node.tryFindChild(id)) return;
  const services = requireServices(scope, project, ['cloudresourcemanager']);
  const dependsOn = [...(made ? [made.account] : []), ...services];
  new google.ProjectIamMember(scope, id, { project, role, member: `serviceAccount:${email}`, dependsOn });
}
