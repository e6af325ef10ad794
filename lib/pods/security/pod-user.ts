import { accepted, boundsProblems, type Problem } from '../../core/problems';
/** Linux and Kubernetes keep users and groups in 31 bits. */
const MOST = 2 ** 31 - 1;
/** Above the users that node images and laptops have. */
const OWN = 10_001;

/**
 * The user that the programs of a pod run as, and the group of the volumes that they write.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/
 */
export class PodUser {
  declare readonly '~type': 'PodUser';

  /** User and group 10001, which no node has, whatever user the image names. */
  static readonly DEFAULT = new PodUser('given', OWN, OWN);

  /**
   * A user by its number, whatever user the image names. HOME is `/tmp`, because the image need not know the user.
   *
   * @param id refused if it is not a whole number from 1 to 2147483647
   * @param group the group of the programs and of their volumes. Files of many images belong to group 0, which gives no rights of root. Refused if it is not a whole number
   * from 0 to 2147483647. @default - the user's number
   */
  static of(id: number, group = id): PodUser {
    return accepted('PodUser.of', [idProblems('id', id), groupProblems(group)], () => new PodUser('given', id, group));
  }

  /**
   * The user that the image names. It must be a number other than 0. A node starts neither an image of root nor one
   * whose user is a name, because the name may be root's.
   *
   * @param group the group of the volumes. @default 10001
   */
  static ofImage(group = OWN): PodUser {
    return accepted('PodUser.ofImage', [groupProblems(group)], () => new PodUser('image', undefined, group));
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
    /** `undefined`: the user of the image. */
    readonly id: number | undefined,
    /** The group of the volumes. `undefined`: their own group. */
    readonly group: number | undefined,
  ) {}
}

function idProblems(property: string, id: number): Generator<Problem> {
  return boundsProblems('pod-user', { [property]: id }, { least: 1, most: MOST });
}

function groupProblems(group: number): Generator<Problem> {
  return boundsProblems('pod-user', { group }, { least: 0, most: MOST });
}
