import type { IConstruct } from 'constructs';

// `node.scopes` and `node.root` of constructs make a list of all scopes at each call. These functions do not.

/** The root of a construct's tree. */
export function rootOf(construct: IConstruct): IConstruct {
  let root = construct;
  while (root.node.scope) root = root.node.scope;
  return root;
}

/** The first value that a function finds in a construct or its scopes, from the nearest on. */
export function findInScopes<Value>(
  construct: IConstruct,
  find: (scope: IConstruct) => Value | undefined,
): Value | undefined {
  for (let scope: IConstruct | undefined = construct; scope; scope = scope.node.scope) {
    const found = find(scope);
    if (found !== undefined) return found;
  }
  return undefined;
}
