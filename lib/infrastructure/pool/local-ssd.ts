import { refuse } from '../../core/problems/errors';

/**
 * Local SSDs of 375 GiB on every node, and what they are for. How many a machine takes depends on its type.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/local-ssd
 */
export class LocalSsd {
  /** Disks that hold what pods write: emptyDir volumes, images, logs. */
  static ephemeral(count: number): LocalSsd {
    return new LocalSsd('ephemeral', count);
  }

  /** Disks without a file system, for pods that bring their own. */
  static rawBlock(count: number): LocalSsd {
    return new LocalSsd('rawBlock', count);
  }

  private constructor(
    readonly use: 'ephemeral' | 'rawBlock',
    readonly count: number,
  ) {
    refuse(
      `LocalSsd.${use}(${count})`,
      Number.isInteger(count) && count > 0
        ? []
        : [
            {
              code: 'local-ssd-count',
              message: `${count} is not a number of local SSDs`,
              fix: 'use a whole number of 1 or more, or leave localSsd out for nodes without any',
            },
          ],
    );
  }
}
