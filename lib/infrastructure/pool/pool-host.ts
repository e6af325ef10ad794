import type { ITerraformDependable } from 'cdktf';
import type { Construct } from 'constructs';
import type { ICluster } from '../../core/contracts/cluster';
import type { IGkeCluster } from '../cluster/gke-cluster';
import type { PoolFacts } from './resolved-pool';

/** A cluster with the facts that its pools use, if they are known. A pool can be in any kind of cluster. */
export interface PoolHost extends ICluster, Partial<Omit<IGkeCluster, keyof ICluster>> {
  /** GPU pools of the cluster's own stack wait for it. @default - they wait for the cluster alone */
  readonly steadyPool?: ITerraformDependable;
  /** Called for every pool of the cluster, in any stack. */
  poolMade?(pool: Construct, facts: PoolFacts): void;
}
