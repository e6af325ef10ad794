import type { IBucket } from '../../core/contracts/bucket';
import type { Mount } from './mount';

/** A bucket that a pod mounts. */
export interface BucketMount {
  readonly bucket: IBucket;
  readonly readOnly: boolean;
  readonly path: string;
}

export function bucketMounts(mounts: readonly Mount[]): BucketMount[] {
  return mounts.flatMap(({ source, readOnly, path }) =>
    source.kind === 'bucket' ? [{ bucket: source.bucket, readOnly, path }] : [],
  );
}
