import { Construct } from 'constructs';
import type { NetworkFact } from '../contracts/cluster';
import { holdsTerraformValue } from '../names/terraform-value';

/** True if two networks are certainly not the same. Values of Terraform can only be told apart by their constructs. */
export function areOtherNetworks(a: NetworkFact, b: NetworkFact): boolean {
  if (a === b || a.network === b.network) return false;
  if (Construct.isConstruct(a) && Construct.isConstruct(b)) return true;
  if ([a, b].some(({ network }) => holdsTerraformValue(network))) return false;
  return a.network.replace(/.*\//, '') !== b.network.replace(/.*\//, '');
}
