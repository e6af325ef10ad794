import { BUCKET, type IBucket } from '../../core/contracts/bucket';
import { FLAG, text, type Rules } from '../../core/problems/rules';
import type { Mount } from './mount';

/** A bucket that pods read or write. */
export interface BucketUse {
  readonly bucket: IBucket;
  readonly readOnly: boolean;
  /** How, for messages: `bucket "data" is mounted at /data`. */
  readonly text: string;
}

export const BUCKET_USE: Rules<BucketUse> = {
  bucket: BUCKET,
  readOnly: FLAG,
  text: text('say how, such as "the server reads bucket data"'),
};

/** The buckets that are mounted. */
export function mountedBuckets(mounts: readonly Mount[]): BucketUse[] {
  return mounts.flatMap(({ source, readOnly, path }) =>
    source.kind === 'bucket'
      ? [{ bucket: source.bucket, readOnly, text: `bucket "${source.bucket.bucketName}" is mounted at ${path}` }]
      : [],
  );
}
