import type { ITerraformDependable } from 'cdktf';
import { Construct } from 'constructs';
import { nameProblems, suggest } from '../../core/names/name';
import { accepted, acceptedType } from '../../core/problems/errors';
import type { Problem } from '../../core/problems/problem';
import { text, typeProblems, valueOf } from '../../core/problems/rules';
import { standIn } from '../../core/problems/stand-in';
import { google } from '../google';
import { requireServices } from '../project-services';
import { ACCOUNT_EMAIL, ACCOUNT_ID, createServiceAccount, emailProblems } from '../service-account';

export const NODE_SERVICE_ACCOUNT = valueOf(
  'NodeServiceAccount',
  'use NodeServiceAccount.named(…) or NodeServiceAccount.existing(…)',
);

const ACCOUNT_NAME = text('name it: NodeServiceAccount.named("my-nodes")');
const NODES = '-nodes';
/** The roles that nodes need: to write logs and metrics, and to pull images of the project. */
const ROLES = {
  node: 'roles/container.defaultNodeServiceAccount',
  images: 'roles/artifactregistry.reader',
} as const;

/** The service account that nodes act as. Pods do not: they have Workload Identity. */
export class NodeServiceAccount {
  /** A new account that has only the rights that nodes need. @param accountId 6 to 30 characters */
  static named(accountId: string): NodeServiceAccount {
    const types = typeProblems({ accountId }, { accountId: ACCOUNT_NAME });
    return accepted('NodeServiceAccount.named', [types], () => new NodeServiceAccount('named', accountId));
  }

  /** An existing account with the rights that nodes need. An address that is not in lower case is refused. */
  static existing(email: string): NodeServiceAccount {
    const types = typeProblems({ email }, { email: ACCOUNT_EMAIL });
    const make = () => new NodeServiceAccount('existing', email);
    return acceptedType('NodeServiceAccount.existing', types, emailProblems('email', email), make);
  }

  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'NodeServiceAccount';

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
    // It is refused already, or the cluster's name is. A run says nothing of names that are made of it.
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
  const right = suggest(`${accountId.replace(/-nodes$/, '')}${NODES}`, ACCOUNT_ID.min, ACCOUNT_ID.max);
  const fix = `set nodeServiceAccount, for example to NodeServiceAccount.named("${right}")`;
  for (const each of nameProblems({ ...ACCOUNT_ID, property: 'nodeServiceAccount' }, accountId)) yield { ...each, fix };
}
