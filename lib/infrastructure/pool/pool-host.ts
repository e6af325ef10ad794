import type { ITerraformDependable } from 'cdktf';
import type { Construct } from 'constructs';
import type { ICluster } from '../../core/contracts/cluster';
import type { IGkeCluster } from '../cluster/gke-cluster';
import type { PoolFacts } from './resolved-pool';

/** A cluster with what its pools take from it, where that is known. A pool takes every kind of cluster. */
export interface PoolHost extends ICluster, Partial<Omit<IGkeCluster, keyof ICluster>> {
  /** GPU pools of the cluster's own stack wait for it. @default - they wait for the cluster alone */
  readonly steadyPool?: ITerraformDependable;
  /** Is called with every pool that is made for the cluster, wherever it is made. */
  poolMade?(pool: Construct, facts: PoolFacts): void;
}
