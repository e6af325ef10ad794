import type { ServiceAccount } from '@cdktf/provider-google/lib/service-account';
import type { Construct, IConstruct } from 'constructs';
import { nameProblems } from '../core/names/name';
import { holdsTerraformValue, KNOWN_TEXT } from '../core/names/terraform-value';
import { onlyOf, problem, refuseValues, Topic, type Problem } from '../core/problems';
import { google } from './google';
import { takeName } from './unique-names';
import { projectDomain } from './stack-context';
import { requireServices } from './project-services';

/** Addresses of service accounts. Those of people and groups have other domains. */
const EMAIL = /^[a-z0-9]([-a-z0-9._]*[a-z0-9])?@([a-z0-9]([-a-z0-9]*[a-z0-9])?\.)*gserviceaccount\.com$/;

/** Google Cloud's rule for the id of a service account. */
export const ACCOUNT_ID = { what: 'service account', min: 6, max: 30 };

export interface AccountSpec {
  readonly project: string;
  readonly accountId: string;
  readonly displayName: string;
  /** The prop that sets the id. */
  readonly property: string;
}

/** An account that the program makes. */
export interface MadeAccount {
  readonly account: ServiceAccount;
  /** The construct that the account was made for, which is its scope. */
  readonly owner: Construct;
}

const ACCOUNTS = new Topic<Map<string, MadeAccount>>('service accounts');

/** The account with this address, if any stack of this program makes it. */
export function madeAccount(construct: IConstruct, email: string): MadeAccount | undefined {
  return accountsOf(construct).get(email);
}

/** Makes a Google service account. Its address is plain text, known before it exists. */
export function createServiceAccount(scope: Construct, spec: AccountSpec): { account: ServiceAccount; email: string } {
  const { project, accountId, displayName, property } = spec;
  refuseValues(scope, nameProblems({ ...ACCOUNT_ID, property }, accountId));
  takeName(scope, { kind: 'service account', name: accountId, property, within: [project] });
  const account = new google.ServiceAccount(scope, 'account', {
    project,
    accountId,
    displayName,
    dependsOn: requireServices(scope, project, ['iam']),
  });
  const email = `${accountId}@${projectDomain(project)}.iam.gserviceaccount.com`;
  accountsOf(scope).set(email, { account, owner: scope });
  return { account, email };
}

function accountsOf(construct: IConstruct): Map<string, MadeAccount> {
  return onlyOf(ACCOUNTS, construct, () => new Map<string, MadeAccount>());
}

/** Problems of an address. It must not have a prefix such as `serviceAccount:`. */
export function* emailProblems(property: string, email: string): Generator<Problem> {
  if (EMAIL.test(email)) return;
  if (holdsTerraformValue(email)) {
    const message = `${property} "${email}" holds a value that only Terraform knows`;
    yield problem('account-email', property, message, KNOWN_TEXT);
    return;
  }
  const message = `${property} ${JSON.stringify(email)} is not the address of a service account`;
  const fix = 'use the address alone in lower case, such as "nodes@my-project.iam.gserviceaccount.com"';
  yield problem('account-email', property, message, fix);
}
