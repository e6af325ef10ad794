import { isKept, typeOf, type StackLock } from './stack-lock';

/** The part of `terraform show -json` of a plan that is read. */
export interface PlanJson {
  readonly resource_changes?: readonly {
    readonly address: string;
    readonly change: { readonly actions: readonly string[] };
  }[];
}

/**
 * The resources that a plan destroys and that nobody let go. A pool may be replaced if its successor comes first.
 *
 * @see https://developer.hashicorp.com/terraform/internals/json-format#plan-representation
 */
export function lostInPlan({ resource_changes: changes = [] }: PlanJson, { destroyed = {} }: StackLock): string[] {
  return changes
    .filter(({ address }) => isKept(address) && !(address in destroyed))
    .filter(({ address, change: { actions } }) => {
      const isRenewed = typeOf(address) === 'google_container_node_pool' && actions.join() === 'create,delete';
      return actions.includes('delete') && !isRenewed;
    })
    .map(({ address, change: { actions } }) => `${address} (${actions.join(', then ')})`);
}
