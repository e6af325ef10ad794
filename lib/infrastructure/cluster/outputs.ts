import { TerraformOutput, TerraformStack } from 'cdktf';
import type { Construct } from 'constructs';
import { pathBelow } from '../../core/names/name';

/** Outputs of a construct, named by its path without a hash: `cluster_name`, `cluster_endpoint`. */
export function addOutputs(
  scope: Construct,
  outputs: Readonly<Record<string, { value: string; description: string }>>,
): void {
  const path = pathBelow(TerraformStack.of(scope), scope).replace(/[^a-z0-9]+/g, '_');
  for (const [name, { value, description }] of Object.entries(outputs)) {
    new TerraformOutput(scope, `output-${name}`, { value, description }).overrideLogicalId(`${path}_${name}`);
  }
}
