import type { IWorkloadIdentity } from './identity';

/** The access of an identity to a bucket. `readWrite` includes `read`. */
export type BucketAccess = 'read' | 'readWrite';

/** The right of one identity on a bucket. */
export interface Grant {
  readonly identity: IWorkloadIdentity;
  readonly access: BucketAccess;
}

/** The facts of a Cloud Storage bucket that a workload needs. */
export interface IBucket {
  readonly bucketName: string;
  /** `gs://` and the name. */
  readonly url: string;
  /** The rights on it that this program knows. @default - not known, not checked */
  readonly grants?: readonly Grant[];
}
