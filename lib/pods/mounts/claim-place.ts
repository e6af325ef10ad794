import type { ICluster } from '../../core/contracts/cluster';

/**
 * The nodes that may mount a volume at once: one node, many nodes to read it, or many nodes to read and write it.
 *
 * @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/#access-modes
 */
export type AccessMode = 'ReadWriteOnce' | 'ReadOnlyMany' | 'ReadWriteMany';

/** The namespace and the cluster of a claim, where alone pods can mount it, and the facts of its volume. */
export interface ClaimPlace {
  /** @default - not known, not checked */
  readonly namespace?: string;
  /** @default - not known, not checked */
  readonly cluster?: ICluster;
  /** The folder of the node where its files are. Kubernetes makes it for root. @default - not in a node, or not known */
  readonly nodeFolder?: string;
  /** @default - not known, not checked */
  readonly accessMode?: AccessMode;
  /** The only zone that has its files. @default - several zones have them, or not known */
  readonly zone?: string;
  /** True for a disk, which is in the zone of the first pod that mounts it. @default - false, or not known */
  readonly isDisk?: boolean;
  /** The kernel module that mounts it, if some node images lack the module. @default - none, or not known */
  readonly kernelModule?: 'ceph';
}
