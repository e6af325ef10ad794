import type { ITerraformDependable } from 'cdktf';
import type { Construct } from 'constructs';
import type { ICluster } from '../../core/cluster';
import type { PoolFacts } from './resolved-pool';

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
  /** Hears of every pool that is made for the cluster, wherever it is made. */
  poolMade?(pool: Construct, facts: PoolFacts): void;
  /** What must be there before a pool. @default - nothing: the cluster is there already */
  readonly poolDependencies?: readonly ITerraformDependable[];
}
