import type { JsonObject, NamedManifest } from './manifest';

export const RBAC = 'rbac.authorization.k8s.io';

/** A Role, and its binding. @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/ */
export function roleOf(name: string, rules: JsonObject[], subjects: JsonObject[]): [NamedManifest, NamedManifest] {
  const [apiVersion, metadata] = [`${RBAC}/v1`, { name }];
  const roleRef = { apiGroup: RBAC, kind: 'Role', name };
  return [
    { apiVersion, kind: 'Role', metadata, rules },
    { apiVersion, kind: 'RoleBinding', metadata, roleRef, subjects },
  ];
}

/** The same for service accounts of a namespace. */
export function roleFor(name: string, rules: JsonObject[], accounts: readonly string[], namespace: string) {
  const subjects = accounts.map((account) => ({ kind: 'ServiceAccount', name: account, namespace }));
  return roleOf(name, rules, subjects);
}
