import type { INodePool } from '../../core/contracts/node-pool';
import type { ResolvedResources } from './resources';

/** So many equal pods on a pool: a role of a job, the replicas of a server. */
export interface PodDemand {
  /** What the pods are, for messages: `worker`. */
  readonly name: string;
  readonly replicas: number;
  readonly pool: INodePool;
  readonly resolved: ResolvedResources;
}
