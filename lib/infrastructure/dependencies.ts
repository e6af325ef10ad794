import { TerraformElement, TerraformStack, type ITerraformDependable } from 'cdktf';
import type { IConstruct } from 'constructs';

/**
 * What a resource can wait for inside its own stack. What is in another stack becomes an order of the
 * stacks, since Terraform cannot wait across states.
 */
export function waitFor(
  construct: IConstruct,
  dependables: readonly ITerraformDependable[],
): ITerraformDependable[] | undefined {
  const own = TerraformStack.of(construct);
  const ours = dependables.filter((dependable) => {
    if (!TerraformElement.isTerraformElement(dependable) || dependable.cdktfStack === own) return true;
    own.addDependency(dependable.cdktfStack);
    return false;
  });
  return ours.length > 0 ? ours : undefined;
}
