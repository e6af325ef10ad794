import type { ICluster } from './cluster';

/** A Google service account for the pods of one Kubernetes service account. */
export interface IWorkloadIdentity {
  /** The Google service account. */
  readonly email: string;
  readonly namespace: string;
  /** The Kubernetes service account, in `namespace`. */
  readonly serviceAccountName: string;
  /** The cluster whose pods may use it. @default - not known, not checked */
  readonly cluster?: ICluster;
  /**
   * True if the Kubernetes service account is in the cluster already. Then the pods use it, and it is neither emitted
   * nor deleted.
   *
   * @default false; true in WorkloadIdentity.fromAttributes
   */
  readonly serviceAccountExists?: boolean;
}

/** True if two references mean the same identity. */
export function isSameIdentity(a: IWorkloadIdentity, b: IWorkloadIdentity): boolean {
  return a.email === b.email && a.namespace === b.namespace && a.serviceAccountName === b.serviceAccountName;
}
