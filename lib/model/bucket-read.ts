import { Size } from 'cdk8s';
import { imageProblems } from '../core/names/image-name';
import { accepted } from '../core/problems';
import { quantityProblems } from '../pods/containers/quantity-problems';

/** The image with rclone by default. */
export const RCLONE = 'rclone/rclone:1.75.1';

export interface CopyOptions {
  /** The most bytes of the versions together. Each pod asks for as much of its node's disk. @default Size.gibibytes(2) - a pod with more is evicted while it copies */
  readonly size?: Size;
  /** An image with rclone. @default 'rclone/rclone:1.75.1' */
  readonly image?: string;
}

/** The way in which a server reads the files of a bucket. */
export class BucketRead {
  declare readonly '~type': 'BucketRead';

  /** Reading of `gs://` by the server itself. Refused for servers that cannot. */
  static server(): BucketRead {
    return new BucketRead({ kind: 'server' });
  }

  /** A mount of the folder by Cloud Storage FUSE. For every server. */
  static mount(): BucketRead {
    return new BucketRead({ kind: 'mount' });
  }

  /**
   * A copy on each pod's own disk, made by rclone before the server starts. For every server, at the speed of the disk.
   * Refused for a model whose versions are not given by their numbers.
   *
   * @see https://rclone.org/googlecloudstorage/
   */
  static copy(options: CopyOptions = {}): BucketRead {
    const { size = Size.gibibytes(2), image = RCLONE } = options;
    const fix = 'use the size of the versions together, such as Size.gibibytes(2)';
    const checks = [imageProblems('image', image), quantityProblems('a copy', 'size', size, fix)];
    return accepted('BucketRead.copy', checks, () => new BucketRead({ kind: 'copy', size, image }));
  }

  private constructor(
    readonly way:
      | { readonly kind: 'server' }
      | { readonly kind: 'mount' }
      | { readonly kind: 'copy'; readonly size: Size; readonly image: string },
  ) {}
}
