import { Size } from 'cdk8s';
import { CONTAINER_IMAGE, imageProblems } from '../../../core/names/image-name';
import { accepted } from '../../../core/problems/errors';
import { optional, optionProblems, SIZE, valueOf, type Rules } from '../../../core/problems/rules';
import { quantityProblems } from '../../pod/quantity-problems';

/** Options of a model that each pod copies. */
export interface CopyOptions {
  /** The most bytes of the versions together. Each pod asks for as much of its node's disk. @default Size.gibibytes(2) */
  readonly size?: Size;
  /** An image with rclone. @default 'rclone/rclone:1.75.1' */
  readonly image?: string;
}

const COPY: Rules<CopyOptions> = { size: optional(SIZE), image: optional(CONTAINER_IMAGE) };

export const BUCKET_READ = valueOf('BucketRead', 'use BucketRead.mount() or another way of BucketRead');

/** How a server gets at the files of a bucket. */
export class BucketRead {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'BucketRead';

  /** The server reads `gs://` itself. Refused for servers that cannot. */
  static server(): BucketRead {
    return new BucketRead({ kind: 'server' });
  }

  /** Cloud Storage FUSE mounts the folder. For every server. */
  static mount(): BucketRead {
    return new BucketRead({ kind: 'mount' });
  }

  /**
   * Each pod copies the versions to its own disk before its server starts, by rclone. For every server; a server then reads its
   * files as fast as its disk is. Refused for a model whose versions are not given by their numbers.
   *
   * @see https://rclone.org/googlecloudstorage/
   */
  static copy(options: CopyOptions = {}): BucketRead {
    return accepted('BucketRead.copy', [optionProblems(options, COPY)], () => {
      const { size = Size.gibibytes(2), image = 'rclone/rclone:1.75.1' } = options;
      const fix = 'use the size of the versions together, such as Size.gibibytes(2)';
      const checks = [imageProblems('image', image), quantityProblems('a copy', 'size', size, fix)];
      return accepted('BucketRead.copy', checks, () => new BucketRead({ kind: 'copy', size, image }));
    });
  }

  private constructor(
    readonly way:
      | { readonly kind: 'server' }
      | { readonly kind: 'mount' }
      | { readonly kind: 'copy'; readonly size: Size; readonly image: string },
  ) {}
}
