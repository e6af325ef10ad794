import { Construct } from 'constructs';
import type { ICluster } from '../core/contracts/cluster';
import type { ClusterPods } from '../core/contracts/cluster-pods';
import type { INodePool, NodeResources } from '../core/contracts/node-pool';
import type { Taint } from '../core/contracts/taint';
import type { Architecture } from '../core/hardware/architecture';
import type { Capacity } from '../core/hardware/capacity';
import type { NodeImage } from '../core/hardware/node-image';
import { checkProps } from '../core/problems/check';
import { ownId } from '../core/problems/own-id';
import { definePool } from './pool/define-pool';
import { poolFromAttributes, type NodePoolAttributes } from './pool/existing-pool';
import { NODE_POOL_PROPS, type NodePoolProps } from './pool/pool-options';

/**
 * A node pool without GPUs. Autoscaled from 0 to 3 nodes by default; repaired and upgraded by GKE;
 * Workload Identity only, no insecure kubelet port, shielded. `pool.node.defaultChild` is the
 * google_container_node_pool, with all its overrides.
 *
 * Live migration and Windows are not offered.
 *
 * @see https://cloud.google.com/kubernetes-engine/docs/concepts/node-pools
 */
export class NodePool extends Construct implements INodePool {
  /**
   * An existing pool, with or without GPUs. Further facts follow: the machine type gives the GPUs, the processor and
   * the resources for pods; GPUs and Arm give their taints; `nodeLabels` is by default GKE's label of the pool. Impossible
   * facts are refused, such as a minNodes above maxNodes, or GPUs that the machine type does not have.
   */
  static fromAttributes(attributes: NodePoolAttributes): INodePool {
    return poolFromAttributes(attributes);
  }

  readonly cluster: ICluster;
  readonly poolName: string;
  readonly nodeLabels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly allocatable?: NodeResources;
  readonly clusterPods?: readonly ClusterPods[];
  readonly minNodes?: number;
  readonly maxNodes?: number;
  readonly capacity: Capacity;
  readonly zones?: readonly string[];
  readonly machineType: string;
  readonly architecture?: Architecture;
  readonly image: NodeImage;

  constructor(scope: Construct, id: string, props: NodePoolProps) {
    super(scope, ownId(scope, id));
    const usable = checkProps(this, props, NODE_POOL_PROPS);
    const facts = definePool(this, usable);
    this.cluster = facts.cluster;
    this.poolName = facts.poolName;
    this.nodeLabels = facts.nodeLabels;
    this.taints = facts.taints;
    this.allocatable = facts.allocatable;
    this.clusterPods = facts.clusterPods;
    this.minNodes = facts.minNodes;
    this.maxNodes = facts.maxNodes;
    this.capacity = facts.capacity;
    this.zones = facts.zones;
    this.machineType = facts.machineType;
    this.architecture = facts.architecture;
    this.image = facts.image;
  }
}
