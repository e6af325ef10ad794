import { TerraformElement, TerraformStack, type ITerraformDependable } from 'cdktf';
import type { IConstruct } from 'constructs';
import { problem, refuses } from '../core/problems';

/**
 * The resources of the construct's own stack among those to wait for. Terraform cannot wait for a resource of another
 * stack, so the stacks are ordered instead. This is refused if the other stack waits for this one.
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

/** The construct whose stack is deployed later. Stacks without an order count in the order of the program. */
export function laterOf<A extends IConstruct, B extends IConstruct>(a: A, b: B): A | B {
  const [ofA, ofB] = [TerraformStack.of(a), TerraformStack.of(b)];
  if (ofA === ofB || ofA.dependsOn(ofB)) return a;
  if (ofB.dependsOn(ofA)) return b;
  const all = a.node.root.node.findAll();
  return all.indexOf(ofA) > all.indexOf(ofB) ? a : b;
}

function orderAfter(construct: IConstruct, own: TerraformStack, needed: TerraformElement): void {
  const { cdktfStack: other } = needed;
  if (other.dependsOn(own)) {
    const message = `${needed.node.path} is needed, but its stack "${other.node.id}" is deployed after "${own.node.id}"`;
    const fix = `make both in one stack, or move the constructs of "${own.node.id}" that "${other.node.id}" needs into a third stack`;
    if (refuses(construct, [problem('stack-cycle', message, fix)])) return;
  }
  own.addDependency(other);
}
