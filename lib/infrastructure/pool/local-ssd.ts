import { accepted, boundsProblems } from '../../core/problems';

/**
 * Local SSDs on every node, and their use. Each has 375 GiB, or 3000 GiB on a few newer machines. The machine type decides the possible numbers.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/local-ssd
 */
export class LocalSsd {
  declare readonly '~type': 'LocalSsd';

  /** Disks for emptyDir volumes, images and logs. */
  static ephemeral(count: number): LocalSsd {
    return localSsd('ephemeral', count, () => new LocalSsd('ephemeral', count));
  }

  /** Disks without a file system, for pods that format them themselves. */
  static rawBlock(count: number): LocalSsd {
    return localSsd('rawBlock', count, () => new LocalSsd('rawBlock', count));
  }

  private constructor(
    readonly use: 'ephemeral' | 'rawBlock',
    readonly count: number,
  ) {}
}

function localSsd(use: LocalSsd['use'], count: number, make: () => LocalSsd): LocalSsd {
  return accepted(`LocalSsd.${use}(${count})`, [boundsProblems('local-ssd-count', { count }, { least: 1 })], make);
}
