import type { Construct } from 'constructs';
import type { IWorkloadIdentity } from '../core/contracts/identity';
import { accountNameProblems } from '../core/names/kubernetes-name';
import { nameProblems } from '../core/names/name';
import { roleProblems } from '../core/names/role-name';
import { accepted, advise, ownId, problem, refuseValues, type Advice, type Problem } from '../core/problems';
import type { IGkeCluster } from './cluster/gke-cluster';
import { attributeOf, google } from './google';
import { grantRole } from './project-role';
import { ACCOUNT_ID, createServiceAccount, emailProblems } from './google-service-account';
import { ResourceConstruct } from './resource-construct';
import { nameOf, placeOf, placeProblems, workloadPoolOf } from './stack-context';
import { waitFor } from './stack-dependencies';

export interface WorkloadIdentityProps {
  /** The cluster whose pods use it. */
  readonly cluster: IGkeCluster;
  /** The Kubernetes namespace of the pods. */
  readonly namespace: string;
  /** The Kubernetes service account of the pods. @default - the construct's id in lower case */
  readonly serviceAccountName?: string;
  /** 6 to 30 characters: the id of the Google service account. @default - the stack's prefix and the ids below it */
  readonly accountId?: string;
  /** Roles in the project, such as `roles/bigquery.dataViewer`. For a bucket use `bucket.grantRead`. @default [] */
  readonly roles?: readonly string[];
  /** The project of the Google service account. @default - the stack's */
  readonly project?: string;
}

/** The longest display name of a service account. */
const DISPLAY_NAME = 100;
const BASIC_ROLES = ['roles/owner', 'roles/editor', 'roles/viewer'];
/**
 * Roles whose holder can get further rights: by changing grants, or by acting as any account of the project.
 *
 * @see https://cloud.google.com/iam/docs/best-practices-service-accounts
 */
const TAKEOVER_ROLES = [
  'roles/resourcemanager.projectIamAdmin',
  'roles/resourcemanager.folderAdmin',
  'roles/resourcemanager.folderIamAdmin',
  'roles/resourcemanager.organizationAdmin',
  'roles/iam.organizationRoleAdmin',
  'roles/iam.roleAdmin',
  'roles/iam.securityAdmin',
  'roles/iam.serviceAccountAdmin',
  'roles/iam.serviceAccountKeyAdmin',
  'roles/iam.serviceAccountOpenIdTokenCreator',
  'roles/iam.serviceAccountTokenCreator',
  'roles/iam.serviceAccountUser',
  'roles/iam.workloadIdentityPoolAdmin',
  'roles/iam.workloadIdentityUser',
];

/**
 * A Google service account for the pods of one Kubernetes service account. No key is needed.
 *
 * @example
 * const identity = new WorkloadIdentity(stack, 'trainer', { cluster, namespace: 'research' });
 * bucket.grantReadWrite(identity);
 * new DistributedTrainingJob(chart, 'resnet', { identity, image, pool, workers: 4, strategy });
 * @see https://cloud.google.com/kubernetes-engine/docs/how-to/workload-identity
 */
export class WorkloadIdentity extends ResourceConstruct implements IWorkloadIdentity {
  /**
   * An existing identity. Its Kubernetes service account is expected to exist too; with `serviceAccountExists: false` the
   * program makes it. An address that is not in lower case is refused.
   */
  static fromAttributes(attributes: IWorkloadIdentity): IWorkloadIdentity {
    const make = () => ({ serviceAccountExists: true, ...attributes });
    return accepted('WorkloadIdentity.fromAttributes', [attributeProblems(attributes)], make);
  }

  readonly email: string;
  readonly namespace: string;
  readonly serviceAccountName: string;
  readonly cluster: IGkeCluster;

  constructor(scope: Construct, id: string, props: WorkloadIdentityProps) {
    super(scope, ownId(scope, id));
    const { cluster, namespace, roles = [] } = props;
    const project = placeOf(this, 'project', props.project);
    const accountId = props.accountId ?? nameOf(this);
    this.cluster = cluster;
    this.namespace = namespace;
    this.serviceAccountName = props.serviceAccountName ?? this.node.id.toLowerCase();
    refuseValues(
      this,
      placeProblems(this, 'project', props.project),
      accountNameProblems(this),
      roles.flatMap((role) => [...roleProblems('roles', role, project)]),
      clusterProblems(cluster),
      nameProblems({ ...ACCOUNT_ID, property: 'accountId' }, accountId),
    );
    advise(this, ...roleAdvice(roles));
    const { account, email } = createServiceAccount(this, {
      project,
      accountId,
      displayName: `Pods of ${namespace}/${this.serviceAccountName} in ${cluster.clusterName}`.slice(0, DISPLAY_NAME),
      property: 'accountId',
    });
    this.email = email;
    new google.ServiceAccountIamMember(this, 'Resource', {
      serviceAccountId: attributeOf(account, 'name'),
      role: 'roles/iam.workloadIdentityUser',
      member: `serviceAccount:${cluster.workloadPool ?? workloadPoolOf(cluster.project ?? project)}[${namespace}/${this.serviceAccountName}]`,
      // The first cluster of a project with Workload Identity makes the pool of identities.
      dependsOn: waitFor(this, cluster.poolDependencies ?? []),
    });
    for (const role of roles) grantRole(this, email, { role, project });
  }
}

function* attributeProblems(attributes: IWorkloadIdentity): Generator<Problem> {
  yield* emailProblems('email', attributes.email);
  yield* accountNameProblems(attributes);
}

function* clusterProblems({ clusterName, features }: IGkeCluster): Generator<Problem> {
  if (!features || features.has('workloadIdentity')) return;
  yield problem(
    'no-workload-identity',
    'cluster',
    `cluster "${clusterName}" has no workloadIdentity among its features, so no pod of it could use the identity`,
    `turn Workload Identity on in the cluster and add 'workloadIdentity' to its features`,
  );
}

function* roleAdvice(roles: readonly string[]): Generator<Advice> {
  const fix = 'name the roles of the services that the pods use, or grant on the bucket or repository itself';
  for (const role of roles.filter((each) => BASIC_ROLES.includes(each))) {
    yield problem('basic-role', 'roles', `${role} gives rights over the whole project`, fix);
  }
  for (const role of roles.filter((each) => TAKEOVER_ROLES.includes(each))) {
    const message = `with ${role} in the project, the pods can take any right in it`;
    yield problem('takeover-role', 'roles', message, fix);
  }
}
