import type { Kind } from './kinds/kind';
import type { JsonObject, NamedManifest } from './manifest';

export const RBAC = 'rbac.authorization.k8s.io';
/** Rights in all namespaces. */
export const CLUSTER_ROLE_BINDING: Kind = {
  ...{ apiVersion: `${RBAC}/v1`, kind: 'ClusterRoleBinding', plural: 'clusterrolebindings' },
  scope: 'Cluster',
};

/** A rule of a Role: what may be done with resources of a group of the API. */
export function ruleOf(group: string, resources: readonly string[], verbs: readonly string[]) {
  return { apiGroups: [group], resources, verbs };
}

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
