import { valueOf } from '../problems/rules';

export const IMAGE = valueOf('NodeImage', 'use NodeImage.COS or NodeImage.UBUNTU');

/**
 * The operating system of a pool's nodes.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/node-images
 */
export class NodeImage {
  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'NodeImage';

  /** Google's Container-Optimized OS with containerd: the default of GKE. */
  static readonly COS = new NodeImage('COS_CONTAINERD', 'cos');
  /** Ubuntu with containerd. */
  static readonly UBUNTU = new NodeImage('UBUNTU_CONTAINERD', 'ubuntu');

  private constructor(
    /** As GKE calls it. */
    readonly imageType: string,
    readonly family: 'cos' | 'ubuntu',
  ) {}

  toString(): string {
    return this.imageType;
  }
}
