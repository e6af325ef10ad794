import type { JsonObject, Manifest } from './manifest';

/** A Role, and its binding to service accounts of the namespace. @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/ */
export function roleFor(name: string, rules: JsonObject[], accounts: readonly string[], namespace: string): Manifest[] {
  const apiGroup = 'rbac.authorization.k8s.io';
  const [apiVersion, metadata] = [`${apiGroup}/v1`, { name }];
  const subjects = accounts.map((account) => ({ kind: 'ServiceAccount', name: account, namespace }));
  return [
    { apiVersion, kind: 'Role', metadata, rules },
    { apiVersion, kind: 'RoleBinding', metadata, roleRef: { apiGroup, kind: 'Role', name }, subjects },
  ];
}
