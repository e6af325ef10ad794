/**
 * The operating system of a pool's nodes.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/node-images
 */
export class NodeImage {
  declare readonly '~type': 'NodeImage';

  /** Google's Container-Optimized OS with containerd: the default of GKE. */
  static readonly COS = new NodeImage('COS_CONTAINERD', 'cos');
  /** Ubuntu with containerd. */
  static readonly UBUNTU = new NodeImage('UBUNTU_CONTAINERD', 'ubuntu');

  private constructor(
    /** GKE's name of it. */
    readonly imageType: string,
    readonly family: 'cos' | 'ubuntu',
  ) {}

  toString(): string {
    return this.imageType;
  }
}
