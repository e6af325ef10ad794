import { accepted } from '../../core/problems/errors';
import { problem, type Problem } from '../../core/problems/problem';
import { number, optional, typeProblems, valueOf } from '../../core/problems/rules';

export const POD_USER = valueOf('PodUser', 'use PodUser.of(10001), PodUser.ofImage() or PodUser.root()');

const IDS = {
  id: number('give the number of the user, such as 10001'),
  group: optional(number('give the number of the group, such as 10001')),
};
/** Linux and Kubernetes keep users and groups in 31 bits. */
const MOST = 2 ** 31 - 1;
/** Above the users that node images and laptops have. */
const OWN = 10_001;

/**
 * The user as whom the programs of a pod run, and the group of the volumes that they write.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export class PodUser {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'PodUser';

  /** Tasks run as user and group 10001, which no node has, whatever user their image names. */
  static readonly DEFAULT = new PodUser('given', OWN, OWN);

  /**
   * A user by its number, whatever user the image names. HOME is `/tmp`, because the image need not know the user.
   *
   * @param id refused if it is not a whole number from 1 to 2147483647
   * @param group the group of the programs and of their volumes, with the same limits. @default - the user's number
   */
  static of(id: number, group = id): PodUser {
    const checks = [typeProblems({ id, group }, IDS), idProblems('id', id), idProblems('group', group)];
    return accepted('PodUser.of', checks, () => new PodUser('given', id, group));
  }

  /**
   * The user that the image names. It must be a number other than 0: a node starts neither root's image nor one that
   * names its user by a word, because it cannot tell who that is.
   *
   * @param group the group of the volumes. @default 10001
   */
  static ofImage(group = OWN): PodUser {
    const checks = [typeProblems({ group }, { group: IDS.group }), idProblems('group', group)];
    return accepted('PodUser.ofImage', checks, () => new PodUser('image', undefined, group));
  }

  /**
   * Root, with the capabilities that the container runtime gives. For images that install packages, change owners or start
   * `sshd`. The pods' namespace then takes pods of Pod Security's level `baseline`.
   */
  static root(): PodUser {
    return new PodUser('root', 0, undefined);
  }

  private constructor(
    readonly kind: 'given' | 'image' | 'root',
    /** `undefined`: the image says it. */
    readonly id: number | undefined,
    /** The group of the volumes. `undefined`: they stay as they are. */
    readonly group: number | undefined,
  ) {}
}

function* idProblems(property: string, id: number): Generator<Problem> {
  if (Number.isInteger(id) && id >= 1 && id <= MOST) return;
  yield problem(
    'pod-user',
    property,
    `${property} ${id} is not a number of Linux other than root's`,
    `use a whole number from 1 to ${MOST}, or PodUser.root()`,
  );
}
