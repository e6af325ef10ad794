/** A person, a group of people or a program that has rights in a namespace. */
export interface Subject {
  readonly '~type': 'Subject';
  readonly kind: 'User' | 'Group' | 'ServiceAccount';
  readonly name: string;
  /** The namespace of a service account. */
  readonly namespace?: string;
}

/**
 * The subjects of RBAC.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/rbac/#referring-to-subjects
 */
export const Subject = {
  /** A person by the name that the cluster knows: on GKE the email address of a Google account. */
  user: (name: string): Subject => ({ '~type': 'Subject', kind: 'User', name }),
  /** A group by its name: on GKE the email address of a Google Group. The cluster needs `security.googleGroup`. */
  group: (name: string): Subject => ({ '~type': 'Subject', kind: 'Group', name }),
  /** A service account of the cluster, such as that of a deployment by CI. */
  serviceAccount: (name: string, namespace: string): Subject => {
    return { '~type': 'Subject', kind: 'ServiceAccount', name, namespace };
  },
};
