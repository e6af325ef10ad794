import { isKept, type StackLock } from './stack-lock';

/** The part of `terraform show -json` of a plan that is read. */
export interface PlanJson {
  readonly resource_changes?: readonly {
    readonly address: string;
    readonly change: { readonly actions: readonly string[] };
  }[];
}

/**
 * The resources that a plan destroys and that nobody let go.
 *
 * @see https://developer.hashicorp.com/terraform/internals/json-format#plan-representation
 */
export function lostInPlan({ resource_changes: changes = [] }: PlanJson, { destroyed = {} }: StackLock): string[] {
  return changes
    .filter(({ address, change: { actions } }) => {
      return isKept(address) && !(address in destroyed) && actions.includes('delete');
    })
    .map(({ address, change: { actions } }) => `${address} (${actions.join(', then ')})`);
}
