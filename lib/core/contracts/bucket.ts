import { contract, text } from '../problems/rules';
import type { IWorkloadIdentity } from './identity';

/** How an identity may use a bucket. `readWrite` includes `read`. */
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
  /** The rights that this program knows of. @default - not known, not checked */
  readonly grants?: readonly Grant[];
}

const FIX = 'give a Bucket, or an existing one from Bucket.fromAttributes';

export const BUCKET = contract('bucketName', { url: text(FIX) }, FIX);
