import type { IConstruct } from 'constructs';

// `node.scopes` makes a list of all scopes of a construct, and `node.root` makes it to take the first.

/** The root of a construct's tree. */
export function rootOf(construct: IConstruct): IConstruct {
  let root = construct;
  while (root.node.scope) root = root.node.scope;
  return root;
}

/** The nearest scope of a construct that matches, which may be the construct itself. */
export function nearestScope<Scope extends IConstruct>(
  construct: IConstruct,
  matches: (scope: IConstruct) => scope is Scope,
): Scope | undefined {
  for (let scope: IConstruct | undefined = construct; scope; scope = scope.node.scope) if (matches(scope)) return scope;
  return undefined;
}
