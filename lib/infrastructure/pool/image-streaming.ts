import type { ITerraformDependable } from 'cdktf';
import type { Construct } from 'constructs';
import { google } from '../google';
import { requireServices } from '../project-services';
import { madeAccount } from '../google-service-account';
import type { ResolvedPool } from './resolved-pool';

/**
 * The dependencies of a pool that streams images: the service, and the role of its nodes' account, if this program makes
 * the account. If the cluster's project is not known, the owner of the cluster turns the service on.
 */
export function streamingNeeds(
  scope: Construct,
  { imageStreaming, project, serviceAccount }: ResolvedPool,
): ITerraformDependable[] {
  if (!imageStreaming || project === undefined) return [];
  const services = requireServices(scope, project, ['containerfilesystem']);
  return serviceAccount === undefined ? services : [...services, ...rolesOf(scope, project, serviceAccount)];
}

/** The role is a child of the account, one for all pools. */
function rolesOf(scope: Construct, project: string, email: string): ITerraformDependable[] {
  const made = madeAccount(scope, email);
  if (!made) return [];
  const { account, owner } = made;
  const known = owner.node.tryFindChild('streaming');
  if (known instanceof google.ProjectIamMember) return [known];
  return [
    new google.ProjectIamMember(owner, 'streaming', {
      project,
      role: 'roles/serviceusage.serviceUsageConsumer',
      member: `serviceAccount:${email}`,
      dependsOn: [account, ...requireServices(owner, project, ['cloudresourcemanager'])],
    }),
  ];
}
