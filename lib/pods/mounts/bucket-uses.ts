import type { IBucket } from '../../core/contracts/bucket';
import type { Mount } from './mount';

/** A bucket that pods read or write. */
export interface BucketUse {
  readonly bucket: IBucket;
  readonly readOnly: boolean;
  /** The use in messages: `bucket "data" is mounted at /data`. */
  readonly text: string;
}

export function mountedBuckets(mounts: readonly Mount[]): BucketUse[] {
  return mounts.flatMap(({ source, readOnly, path }) =>
    source.kind === 'bucket'
      ? [{ bucket: source.bucket, readOnly, text: `bucket "${source.bucket.bucketName}" is mounted at ${path}` }]
      : [],
  );
}
