import type { ITerraformDependable } from 'cdktf';
import { Construct } from 'constructs';
import type { IOperator } from '../../core/contracts/operator';
import { attributeOf, google } from '../google';
import { requireServices } from '../project-services';

interface OperatorCluster {
  readonly project: string;
  readonly workloadPool: string;
  readonly operators: readonly IOperator[];
}

/**
 * Grants the operators of a cluster their roles in its project. The roles go to their Kubernetes service accounts directly,
 * without Google service accounts.
 *
 * @param made the cluster, because the first one of a project makes the pool of identities
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/workload-identity#principal-id-examples
 */
export function grantOperatorRights(
  scope: Construct,
  { project, workloadPool, operators }: OperatorCluster,
  made: ITerraformDependable,
): void {
  const rights = operators.flatMap((operator) => operator.rights.map((right) => ({ name: operator.name, ...right })));
  if (rights.length === 0) return;
  const scopeOfRights = new Construct(scope, 'operator-rights');
  // Names of such accounts begin with the project's number.
  const number = attributeOf(new google.DataGoogleProject(scopeOfRights, 'project', { projectId: project }), 'number');
  const pool = `principal://iam.googleapis.com/projects/${number}/locations/global/workloadIdentityPools/${workloadPool}`;
  const granted = new Set<string>();
  for (const { name, role, namespace, serviceAccountName } of rights) {
    const member = `${pool}/subject/ns/${namespace}/sa/${serviceAccountName}`;
    if (granted.has(`${role} ${member}`)) continue;
    granted.add(`${role} ${member}`);
    const id = `${name}-${role.replaceAll('/', '.')}`;
    const isTaken = scopeOfRights.node.tryFindChild(id) !== undefined;
    new google.ProjectIamMember(scopeOfRights, isTaken ? `${id}-${namespace}-${serviceAccountName}` : id, {
      project,
      role,
      member,
      dependsOn: [made, ...requireServices(scope, project, ['cloudresourcemanager'])],
    });
  }
}
