import type { ITerraformDependable } from 'cdktf';
import { Construct } from 'constructs';
import { nameProblems } from '../../core/names/name';
import { accepted, standIn, type Problem } from '../../core/problems';
import { google } from '../google';
import { requireServices } from '../project-services';
import { ACCOUNT_ID, createServiceAccount, emailProblems } from '../google-service-account';
const NODES = '-nodes';
/** The roles that nodes need: to write logs and metrics, and to pull images of the project. */
const ROLES = {
  node: 'roles/container.defaultNodeServiceAccount',
  images: 'roles/artifactregistry.reader',
} as const;

/** The service account of nodes. Pods do not use it: they have Workload Identity. */
export class NodeServiceAccount {
  /** A new account that has only the rights that nodes need. @param accountId 6 to 30 characters */
  static named(accountId: string): NodeServiceAccount {
    return new NodeServiceAccount('named', accountId);
  }

  /** An existing account with the rights that nodes need. An address that is not in lower case is refused. */
  static existing(email: string): NodeServiceAccount {
    const make = () => new NodeServiceAccount('existing', email);
    return accepted('NodeServiceAccount.existing', [emailProblems('email', email)], make);
  }

  private constructor(
    private readonly kind: 'named' | 'existing',
    private readonly value: string,
  ) {}

  /** Problems of a new account's id. */
  problems(): Iterable<Problem> {
    return this.kind === 'named' ? accountIdProblems(this.value) : [];
  }

  /** Makes the account if it is new. */
  bind(scope: Construct, project: string): { email: string; dependencies: readonly ITerraformDependable[] } {
    if (this.kind === 'existing') return { email: this.value, dependencies: [] };
    const parent = new Construct(scope, 'nodes');
    // The id, or the cluster's name, is refused already, so problems of names made from it would be noise.
    const isRefused = accountIdProblems(this.value).next().done !== true;
    const { account, email } = createServiceAccount(parent, {
      project,
      accountId: isRefused ? String(standIn()) : this.value,
      displayName: 'Nodes of a GKE cluster',
      property: 'nodeServiceAccount',
    });
    const services = requireServices(parent, project, ['cloudresourcemanager']);
    const members = Object.entries(ROLES).map(
      ([id, role]) =>
        new google.ProjectIamMember(parent, id, {
          project,
          role,
          member: `serviceAccount:${email}`,
          dependsOn: [account, ...services],
        }),
    );
    return { email, dependencies: members };
  }
}

/** The cluster's name, cut so that the id has at most 30 characters. */
export function defaultAccountId(clusterName: string): string {
  return `${clusterName.slice(0, ACCOUNT_ID.max - NODES.length).replace(/-+$/, '')}${NODES}`;
}

function* accountIdProblems(accountId: string): Generator<Problem> {
  yield* nameProblems({ ...ACCOUNT_ID, property: 'nodeServiceAccount' }, accountId);
}
