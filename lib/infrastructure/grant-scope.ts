import type { ITerraformDependable, TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import { laterOf, waitFor } from './stack-dependencies';
import { madeAccount } from './google-service-account';

export interface GrantScope {
  /** The granted construct, or the owner of the account if the owner's stack is deployed later. */
  readonly scope: Construct;
  readonly dependsOn?: ITerraformDependable[];
}

/** The construct below which a grant is written, and what the grant waits for: the account and the resource. */
export function grantScope(granted: Construct, resource: TerraformResource, email: string): GrantScope {
  const made = madeAccount(granted, email);
  if (!made) return { scope: granted };
  const scope = laterOf(granted, made.owner);
  return { scope, dependsOn: waitFor(scope, [made.account, ...(scope === granted ? [] : [resource])]) };
}
