import type { ITerraformDependable } from 'cdktf';
import type { Construct } from 'constructs';
import type { ICluster } from '../../core/contracts/cluster';
import type { IGkeCluster } from '../cluster/gke-cluster';
import type { PoolFacts } from './resolved-pool';

/** A cluster as its pools see it. A fact may be unknown, because a pool can be in any kind of cluster. */
export interface PoolHost extends ICluster, Partial<Omit<IGkeCluster, keyof ICluster>> {
  /** The pool that GPU pools of the cluster's own stack wait for. @default - they wait for the cluster alone */
  readonly steadyPool?: ITerraformDependable;
  /** Called for every pool of the cluster, in any stack. */
  poolMade?(pool: Construct, facts: PoolFacts): void;
}
