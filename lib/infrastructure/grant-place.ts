import type { ITerraformDependable, TerraformResource } from 'cdktf';
import type { Construct } from 'constructs';
import type { IWorkloadIdentity } from '../core/identity';
import { laterOf, waitFor } from './dependencies';
import { WorkloadIdentity } from './workload-identity';

export interface GrantPlace {
  /** What was granted on, or the identity, if its stack comes later. */
  readonly scope: Construct;
  readonly dependsOn?: ITerraformDependable[];
}

/** Where a right of an identity on something is written, and what it waits for: account and resource both. */
export function grantPlace(owner: Construct, resource: TerraformResource, identity: IWorkloadIdentity): GrantPlace {
  if (!(identity instanceof WorkloadIdentity)) return { scope: owner };
  const scope = laterOf(owner, identity);
  const needed = [...identity.accountDependencies, ...(scope === owner ? [] : [resource])];
  return { scope, dependsOn: waitFor(scope, needed) };
}
