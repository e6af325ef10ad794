import type { ITerraformDependable, TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import { laterOf, waitFor } from './stack-dependencies';
import { madeAccount } from './service-account';

export interface GrantScope {
  /** What was granted on, or what the account was made for, if its stack comes later. */
  readonly scope: Construct;
  readonly dependsOn?: ITerraformDependable[];
}

/** Where a right of a service account on something is written, and what it waits for: account and resource both. */
export function grantScope(granted: Construct, resource: TerraformResource, email: string): GrantScope {
  const made = madeAccount(granted, email);
  if (!made) return { scope: granted };
  const scope = laterOf(granted, made.owner);
  return { scope, dependsOn: waitFor(scope, [made.account, ...(scope === granted ? [] : [resource])]) };
}
