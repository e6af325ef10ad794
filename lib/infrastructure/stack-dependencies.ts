import { TerraformElement, TerraformStack, type ITerraformDependable } from 'cdktf';
import type { IConstruct } from 'constructs';
import { refuse } from '../core/problems/errors';

/**
 * What a resource can wait for inside its own stack. What is in another stack becomes an order of the
 * stacks, since Terraform cannot wait across states. Refused if the other stack waits for this one.
 */
export function waitFor(
  construct: IConstruct,
  dependables: readonly ITerraformDependable[],
): ITerraformDependable[] | undefined {
  const own = TerraformStack.of(construct);
  const ours = dependables.filter((dependable) => {
    if (!TerraformElement.isTerraformElement(dependable) || dependable.cdktfStack === own) return true;
    orderAfter(construct, own, dependable);
    return false;
  });
  return ours.length > 0 ? ours : undefined;
}

/** Of two constructs, the one whose stack is deployed after the other's, or made after it where no order is set yet. */
export function laterOf<A extends IConstruct, B extends IConstruct>(a: A, b: B): A | B {
  const [ofA, ofB] = [TerraformStack.of(a), TerraformStack.of(b)];
  if (ofA === ofB || ofA.dependsOn(ofB)) return a;
  if (ofB.dependsOn(ofA)) return b;
  const all = a.node.root.node.findAll();
  return all.indexOf(ofA) > all.indexOf(ofB) ? a : b;
}

function orderAfter(construct: IConstruct, own: TerraformStack, needed: TerraformElement): void {
  const { cdktfStack: other } = needed;
  refuse(
    construct,
    other.dependsOn(own)
      ? [
          {
            code: 'stack-cycle',
            message: `${needed.node.path} is needed, but its stack "${other.node.id}" is deployed after "${own.node.id}" already`,
            fix: `make both in one stack, or move what "${other.node.id}" needs of "${own.node.id}" into a stack that both come after`,
          },
        ]
      : [],
  );
  own.addDependency(other);
}
