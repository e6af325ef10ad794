import { Construct } from 'constructs';
import { CLUSTER, type ICluster } from '../core/contracts/cluster';
import {
  GPU_RESOURCE,
  POOL_NUMBERS,
  poolNumberProblems,
  type ClusterPods,
  type INodePool,
  type NodeResources,
} from '../core/contracts/node-pool';
import { Taint, TAINT } from '../core/contracts/taint';
import { ACCELERATOR } from '../core/hardware/accelerator';
import type { Architecture } from '../core/hardware/architecture';
import { CAPACITY, type Capacity } from '../core/hardware/capacity';
import { DRIVER } from '../core/hardware/gpu-driver';
import { SHARING } from '../core/hardware/gpu-sharing';
import { IMAGE, type NodeImage } from '../core/hardware/node-image';
import { nameProblems, nameText } from '../core/names/name';
import { checkProps } from '../core/problems/check';
import { refuse } from '../core/problems/errors';
import { choice, listOf, optional, recordOf, text, typeProblems, type Rules } from '../core/problems/rules';
import { ownId } from '../core/problems/own-id';
import { definePool } from './pool/define-pool';
import { DRIVER_LIBRARY_PATH, NODE_POOL_PROPS, type NodePoolProps } from './pool/pool-options';
import { POOL_NAME } from './pool/pool-problems';
import { DRIVER_LIBRARIES } from './pool/resolve-gpu';
import { GKE_POOL_LABEL } from './pool/resolved-pool';

/** Known facts about an existing pool. A fact that is left out is not checked. */
export interface NodePoolAttributes extends Partial<Omit<INodePool, 'driverLibraryPath'>> {
  readonly cluster: ICluster;
  /** The pool's name in its cluster. */
  readonly poolName: string;
  /** The LD_LIBRARY_PATH of GPU containers; `false` sets none. @default '/usr/local/nvidia/lib64', as on GKE */
  readonly driverLibraryPath?: string | false;
}

const NODE_POOL_ATTRIBUTES: Rules<NodePoolAttributes> = {
  cluster: CLUSTER,
  poolName: nameText(),
  nodeLabels: optional(recordOf(text("give texts by their names, such as { 'acme.com/use': 'training' }"))),
  taints: optional(listOf(TAINT)),
  ...POOL_NUMBERS,
  capacity: optional(CAPACITY),
  zones: optional(listOf(text('name zones, such as ["us-east1-c"]'))),
  machineType: optional(text('use a name such as "n1-standard-8"')),
  architecture: optional(choice('amd64', 'arm64')),
  image: optional(IMAGE),
  accelerator: optional(ACCELERATOR),
  driver: optional(DRIVER),
  driverLibraryPath: optional(DRIVER_LIBRARY_PATH),
  sharing: optional(SHARING),
};

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
   * An existing pool, with or without GPUs. By default `nodeLabels` is GKE's label of the pool, and `taints` are the
   * taints of GPUs and of Arm, if the facts include these. Impossible numbers are refused, such as a minNodes above
   * maxNodes.
   */
  static fromAttributes(attributes: NodePoolAttributes): INodePool {
    refuse('NodePool.fromAttributes', typeProblems(attributes, NODE_POOL_ATTRIBUTES));
    refuse('NodePool.fromAttributes', [
      ...nameProblems(POOL_NAME, attributes.poolName),
      ...poolNumberProblems(attributes),
    ]);
    const { driverLibraryPath = DRIVER_LIBRARIES, ...facts } = attributes;
    const gpus = attributes.accelerator ?? attributes.allocatable?.extended[GPU_RESOURCE];
    const hasGpus = gpus !== undefined && gpus !== 0;
    return {
      ...facts,
      driverLibraryPath: hasGpus && driverLibraryPath !== false ? driverLibraryPath : undefined,
      nodeLabels: attributes.nodeLabels ?? { [GKE_POOL_LABEL]: attributes.poolName },
      taints: attributes.taints ?? taintsOf(hasGpus, attributes.architecture),
    };
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
    checkProps(this, props, NODE_POOL_PROPS);
    const facts = definePool(this, props);
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

function taintsOf(hasGpus: boolean, architecture: Architecture | undefined): Taint[] {
  return [...(hasGpus ? [Taint.GPU] : []), ...(architecture === 'arm64' ? [Taint.ARM] : [])];
}
