import type { ITerraformDependable } from 'cdktf';
import type { ICluster } from '../../core/cluster';

/** A cluster with what its pools take from it beside the facts that cross, where that is known. */
export interface PoolHost extends ICluster {
  /** @default - the provider's */
  readonly project?: string;
  /** The zones of its nodes. @default - not known */
  readonly nodeLocations?: readonly string[];
  /** @default - not known */
  readonly nodeServiceAccountEmail?: string;
  /** Pods that a node can have where its pool says nothing. @default - not known */
  readonly maxPodsPerNode?: number;
  /** What must be there before a pool. @default - nothing: the cluster is there already */
  readonly poolDependencies?: readonly ITerraformDependable[];
}
