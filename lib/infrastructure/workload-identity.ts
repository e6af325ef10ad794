import { ProjectIamMember } from '@cdktf/provider-google/lib/project-iam-member';
import { ServiceAccountIamMember } from '@cdktf/provider-google/lib/service-account-iam-member';
import { Construct } from 'constructs';
import { advise } from '../core/problems/check';
import type { IWorkloadIdentity } from '../core/contracts/identity';
import { requiredProblems, textListProblems, textProblems } from '../core/problems/given';
import { KINDS } from '../core/problems/kinds';
import { DNS_LABEL } from '../core/names/kubernetes-name';
import { nameProblems } from '../core/names/name';
import { refuse } from '../core/problems/errors';
import type { Problem } from '../core/problems/problem';
import type { IGkeCluster } from './cluster/gke-cluster';
import { waitFor } from './stack-dependencies';
import { nameOf, placeOf, workloadPoolOf } from './stack-context';
import { requireServices } from './project-services';
import { createServiceAccount, emailProblems } from './service-account';

/** Whose pods act as the account, and what it may do. */
export interface WorkloadIdentityProps {
  /** The cluster whose pods use it. */
  readonly cluster: IGkeCluster;
  /** The Kubernetes namespace of the pods. */
  readonly namespace: string;
  /** The Kubernetes service account of the pods. @default - the construct's id */
  readonly serviceAccountName?: string;
  /** 6 to 30 characters: the id of the Google service account. @default - the stack's prefix and the ids below it */
  readonly accountId?: string;
  /** Roles in the project, such as `roles/bigquery.dataViewer`. For a bucket use its grants. @default [] */
  readonly roles?: readonly string[];
  /** The project of the Google service account. @default - the stack's */
  readonly project?: string;
}

/** The longest display name of a service account. */
const DISPLAY_NAME = 100;
const ROLE = /^(roles|projects\/[^/]+\/roles|organizations\/\d+\/roles)\/[A-Za-z0-9_.]+$/;
const BASIC_ROLES = ['roles/owner', 'roles/editor', 'roles/viewer'];

/**
 * A Google service account that the pods of one Kubernetes service account act as, without any key.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/workload-identity
 */
export class WorkloadIdentity extends Construct implements IWorkloadIdentity {
  /** An identity that is there already. Refused if the address is none in lower case. */
  static fromAttributes(attributes: IWorkloadIdentity): IWorkloadIdentity {
    const { email, namespace, serviceAccountName } = { ...attributes };
    refuse('WorkloadIdentity.fromAttributes', [
      ...emailProblems('email', email),
      ...kubernetesNames(namespace, serviceAccountName),
    ]);
    return attributes;
  }

  readonly email: string;
  readonly namespace: string;
  readonly serviceAccountName: string;
  readonly cluster: IGkeCluster;

  constructor(scope: Construct, id: string, props: WorkloadIdentityProps) {
    super(scope, id);
    const { cluster, namespace, roles = [] } = { ...props };
    refuse(this, [
      ...requiredProblems(props, {
        cluster: { ...KINDS.cluster, fix: 'give the cluster whose pods use the identity' },
      }),
      ...textProblems('namespace', namespace, 'name the Kubernetes namespace of the pods'),
      ...textListProblems('roles', roles, 'name roles such as "roles/bigquery.dataViewer"'),
    ]);
    const project = placeOf(this, 'project', props.project);
    this.cluster = cluster;
    this.namespace = namespace;
    this.serviceAccountName = props.serviceAccountName ?? id.toLowerCase();
    refuse(this, [
      ...kubernetesNames(namespace, this.serviceAccountName),
      ...roles.flatMap(roleProblems),
      ...clusterProblems(cluster),
    ]);
    advise(this, ...roles.filter((role) => BASIC_ROLES.includes(role)).map(basicRole));
    const { account, email } = createServiceAccount(this, {
      project,
      accountId: props.accountId ?? nameOf(this),
      displayName: `Pods of ${namespace}/${this.serviceAccountName} in ${cluster.clusterName}`.slice(0, DISPLAY_NAME),
      property: 'accountId',
    });
    this.email = email;
    new ServiceAccountIamMember(this, 'Resource', {
      serviceAccountId: account.name,
      role: 'roles/iam.workloadIdentityUser',
      member: `serviceAccount:${cluster.workloadPool ?? workloadPoolOf(cluster.project ?? project)}[${namespace}/${this.serviceAccountName}]`,
      // The pool of identities is only there when a cluster of the project has it.
      dependsOn: waitFor(this, cluster.poolDependencies ?? []),
    });
    for (const role of new Set(roles)) {
      new ProjectIamMember(this, role.replaceAll('/', '.'), {
        project,
        role,
        member: `serviceAccount:${email}`,
        dependsOn: [account, ...requireServices(this, project, ['cloudresourcemanager'])],
      });
    }
  }
}

function clusterProblems({ clusterName, features }: IGkeCluster): Problem[] {
  if (!features || features.has('workloadIdentity')) return [];
  return [
    {
      code: 'no-workload-identity',
      property: 'cluster',
      message: `cluster "${clusterName}" has no workloadIdentity among its features, so no pod of it could use the identity`,
      fix: `turn Workload Identity on in the cluster and add 'workloadIdentity' to its features`,
    },
  ];
}

function kubernetesNames(namespace: string, serviceAccountName: string): Problem[] {
  return [
    ...nameProblems({ what: 'namespace', property: 'namespace', ...DNS_LABEL }, namespace),
    ...nameProblems(
      { what: 'Kubernetes service account', property: 'serviceAccountName', ...DNS_LABEL },
      serviceAccountName,
    ),
  ];
}

function roleProblems(role: string): Problem[] {
  if (ROLE.test(role)) return [];
  return [
    {
      code: 'role-form',
      property: 'roles',
      message: `${JSON.stringify(role)} is not the name of a role`,
      fix: ROLE.test(`roles/${role}`)
        ? `use "roles/${role}"`
        : 'use "roles/<service>.<role>", or the full name of a role of your own, "projects/<project>/roles/<role>"',
    },
  ];
}

function basicRole(role: string): Problem {
  return {
    code: 'basic-role',
    property: 'roles',
    message: `${role} gives rights over the whole project`,
    fix: 'name the roles of the services that the pods use, or grant on the bucket or repository itself',
  };
}
