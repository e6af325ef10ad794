import { having } from '../problems/rules';
import type { IWorkloadIdentity } from './identity';

/** What an identity may do with a bucket. `readWrite` includes `read`. */
export type BucketAccess = 'read' | 'readWrite';

/** What one identity may do with a bucket. */
export interface Grant {
  readonly identity: IWorkloadIdentity;
  readonly access: BucketAccess;
}

/** What a workload needs to know of a Cloud Storage bucket. */
export interface IBucket {
  readonly bucketName: string;
  /** `gs://` and the name. */
  readonly url: string;
  /** Who may do what, as far as this program knows. @default - not known, not checked */
  readonly grants?: readonly Grant[];
}

export const BUCKET = having('bucketName', 'give a Bucket, or one of others from Bucket.fromAttributes');
