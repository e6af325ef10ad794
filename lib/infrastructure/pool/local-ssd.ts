import { accepted } from '../../core/problems/errors';
import { problem, type Problem } from '../../core/problems/problem';
import { number, typeProblems, valueOf } from '../../core/problems/rules';

export const LOCAL_SSD = valueOf('LocalSsd', 'use LocalSsd.ephemeral(1) or LocalSsd.rawBlock(1)');

/**
 * Local SSDs on every node, and their use. One has 375 GiB, and on a few newer machines 3000 GiB. The possible numbers depend on the machine type.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/local-ssd
 */
export class LocalSsd {
  /** Disks that hold what pods write: emptyDir volumes, images, logs. */
  static ephemeral(count: number): LocalSsd {
    return localSsd('ephemeral', count, () => new LocalSsd('ephemeral', count));
  }

  /** Disks without a file system, for pods that bring their own. */
  static rawBlock(count: number): LocalSsd {
    return localSsd('rawBlock', count, () => new LocalSsd('rawBlock', count));
  }

  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'LocalSsd';

  private constructor(
    readonly use: 'ephemeral' | 'rawBlock',
    readonly count: number,
  ) {}
}

function localSsd(use: LocalSsd['use'], count: number, make: () => LocalSsd): LocalSsd {
  const types = typeProblems({ count }, { count: number('use a whole number, such as 1') });
  return accepted(`LocalSsd.${use}`, [types], () =>
    accepted(`LocalSsd.${use}(${count})`, [countProblems(count)], make),
  );
}

function* countProblems(count: number): Generator<Problem> {
  if (Number.isInteger(count) && count > 0) return;
  const fix = 'use a whole number of 1 or more, or leave localSsd out for nodes without any';
  yield problem('local-ssd-count', `${count} is not a number of local SSDs`, fix);
}
