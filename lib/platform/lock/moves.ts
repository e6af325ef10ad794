import { TerraformResource } from 'cdktf';
import type { IConstruct } from 'constructs';
import { isAt } from '../../core/names/construct-path';
import type { InfrastructureStack } from '../../infrastructure/infrastructure-stack';
import type { StackLock } from './stack-lock';

/**
 * Has Terraform move the resources of the constructs that the program moved, in the place of destroying them and making
 * others. Earlier moves stay for as long as the program names them: not every state may have seen them.
 */
export function addMoves(stack: InfrastructureStack, lock: StackLock | undefined): void {
  const moves = new Map<string, string>();
  for (const [from, to] of Object.entries(stack.moved)) {
    for (const [former, now] of Object.entries(lock?.moved ?? {})) {
      if (isAt(lock?.resources[now] ?? '', to)) moves.set(former, now);
    }
    for (const [address, path] of Object.entries(lock?.resources ?? {})) {
      if (!isAt(path, from)) continue;
      const now = addressAt(stack, `${to}${path.slice(from.length)}`);
      if (now !== undefined && now !== address) moves.set(address, now);
    }
  }
  if (moves.size > 0)
    stack.addOverride(
      'moved',
      [...moves].map(([from, to]) => ({ from, to })),
    );
}

function addressAt(stack: InfrastructureStack, path: string): string | undefined {
  const construct = path.split('/').reduce<IConstruct | undefined>((scope, id) => scope?.node.tryFindChild(id), stack);
  if (!construct || !TerraformResource.isTerraformResource(construct)) return undefined;
  return `${construct.terraformResourceType}.${construct.friendlyUniqueId}`;
}
