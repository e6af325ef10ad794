import type { Construct } from 'constructs';
import type { INodePool } from '../core/contracts/node-pool';
import { definePool } from './pool/define-pool';
import { poolFromAttributes, type NodePoolAttributes } from './pool/existing-pool';
import { MadePool } from './pool/made-pool';
import type { NodePoolProps } from './pool/pool-options';

/**
 * A node pool without GPUs. It is autoscaled from 0 to 3 nodes by default, and repaired and upgraded by GKE.
 * `pool.node.defaultChild` is the google_container_node_pool, with all its overrides.
 *
 * @example
 * const pool = cluster.addPool('cpu', { machineType: 'n2-standard-8', nodes: NodeCount.between(1, 6) });
 * new DistributedTrainingJob(chart, 'digits', { image, pool, workers: 2, strategy });
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/node-pools
 */
export class NodePool extends MadePool {
  /**
   * An existing pool, with or without GPUs. Further facts follow: the machine type gives the GPUs, the processor and
   * the resources for pods; GPUs and Arm give their taints; `nodeLabels` is by default GKE's label of the pool. Impossible
   * facts are refused, such as a minNodes above maxNodes, or GPUs that the machine type does not have.
   */
  static fromAttributes(attributes: NodePoolAttributes): INodePool {
    return poolFromAttributes(attributes);
  }

  constructor(scope: Construct, id: string, props: NodePoolProps) {
    super(scope, id, (pool) => definePool(pool, props));
  }
}
