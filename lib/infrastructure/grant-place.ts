import type { ITerraformDependable, TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { laterOf, waitFor } from './dependencies';
import { accountOf } from './service-account';

export interface GrantPlace {
  /** What was granted on, or what made the account, if its stack comes later. */
  readonly scope: IConstruct;
  readonly dependsOn?: ITerraformDependable[];
}

/** Where a right of a service account on something is written, and what it waits for: account and resource both. */
export function grantPlace(owner: IConstruct, resource: TerraformResource, email: string): GrantPlace {
  const account = accountOf(owner, email);
  if (!account) return { scope: owner };
  const scope = laterOf(owner, account) === owner ? owner : (account.node.scope ?? owner);
  return { scope, dependsOn: waitFor(scope, [account, ...(scope === owner ? [] : [resource])]) };
}
