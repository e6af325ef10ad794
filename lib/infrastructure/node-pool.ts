import { Construct } from 'constructs';
import type { Architecture } from '../core/hardware/architecture';
import type { Capacity } from '../core/hardware/capacity';
import type { ICluster } from '../core/contracts/cluster';
import { listProblems, optionalProblems, requiredProblems } from '../core/problems/given';
import { KINDS } from '../core/problems/kinds';
import { nameProblems } from '../core/names/name';
import type { NodeImage } from '../core/hardware/node-image';
import { GPU_RESOURCE, poolNumberProblems, type INodePool, type NodeResources } from '../core/contracts/node-pool';
import { refuse } from '../core/problems/errors';
import { Taint } from '../core/contracts/taint';
import { definePool } from './pool/define-pool';
import type { NodePoolProps } from './pool/pool-options';
import { POOL_NAME } from './pool/pool-problems';
import { DRIVER_LIBRARIES } from './pool/resolve-gpu';
import { GKE_POOL_LABEL } from './pool/resolved-pool';

const FACTS = {
  accelerator: { has: 'counts', fix: 'use Accelerator.L4 or another, without times' },
  capacity: KINDS.capacity,
  driver: KINDS.driver,
  image: KINDS.image,
  sharing: KINDS.sharing,
};

/** What is known of a pool that others made. A fact that is left out is not checked. */
export interface NodePoolAttributes extends Partial<Omit<INodePool, 'driverLibraryPath'>> {
  readonly cluster: ICluster;
  /** The pool's name in its cluster. */
  readonly poolName: string;
  /** What LD_LIBRARY_PATH of GPU containers is set to; `false` leaves it alone. @default '/usr/local/nvidia/lib64', as GKE has it */
  readonly driverLibraryPath?: string | false;
}

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
   * A pool that is there already, with or without GPUs. Left out, `nodeLabels` is GKE's own label of
   * the pool, and `taints` are those of GPUs and of Arm, where these are among the facts. Refused: numbers that no
   * pool can have, such as more nodes at least than at most.
   */
  static fromAttributes(attributes: NodePoolAttributes): INodePool {
    const given = { ...attributes };
    refuse('NodePool.fromAttributes', [
      ...requiredProblems(attributes, { cluster: KINDS.cluster }),
      ...optionalProblems(attributes, FACTS),
      ...listProblems('taints', given.taints, KINDS.taint),
      ...nameProblems(POOL_NAME, given.poolName),
      ...poolNumberProblems(given),
    ]);
    const { driverLibraryPath = DRIVER_LIBRARIES, ...facts } = attributes;
    const gpus = attributes.accelerator ?? attributes.allocatable?.extended[GPU_RESOURCE];
    const hasGpus = gpus !== undefined && gpus !== 0;
    return {
      ...facts,
      ...(hasGpus && driverLibraryPath !== false ? { driverLibraryPath } : {}),
      nodeLabels: attributes.nodeLabels ?? { [GKE_POOL_LABEL]: attributes.poolName },
      taints: attributes.taints ?? [
        ...(hasGpus ? [Taint.GPU] : []),
        ...(attributes.architecture === 'arm64' ? [Taint.ARM] : []),
      ],
    };
  }

  readonly cluster: ICluster;
  readonly poolName: string;
  readonly nodeLabels: Readonly<Record<string, string>>;
  readonly taints: readonly Taint[];
  readonly allocatable?: NodeResources;
  readonly minNodes?: number;
  readonly maxNodes?: number;
  readonly capacity: Capacity;
  readonly zones?: readonly string[];
  readonly machineType: string;
  readonly architecture?: Architecture;
  readonly image: NodeImage;

  constructor(scope: Construct, id: string, props: NodePoolProps) {
    super(scope, id);
    const facts = definePool(this, props);
    this.cluster = facts.cluster;
    this.poolName = facts.poolName;
    this.nodeLabels = facts.nodeLabels;
    this.taints = facts.taints;
    this.allocatable = facts.allocatable;
    this.minNodes = facts.minNodes;
    this.maxNodes = facts.maxNodes;
    this.capacity = facts.capacity;
    this.zones = facts.zones;
    this.machineType = facts.machineType;
    this.architecture = facts.architecture;
    this.image = facts.image;
  }
}
