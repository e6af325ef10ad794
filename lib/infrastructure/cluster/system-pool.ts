import type { INodePool } from '../../core/contracts/node-pool';
import type { MachineType } from '../../core/hardware/machine-type';
import { NodeCount } from '../pool/node-count';
import type { NodePoolOptions } from '../pool/pool-options';

/** The pool for the cluster's own pods: DNS, metrics, operators. */
export class SystemPool {
  declare readonly '~type': 'SystemPool';

  /**
   * A small pool of its own. It may become empty if the cluster gets an untainted pool that never shrinks to zero: the
   * autoscaler removes its nodes when their pods fit elsewhere.
   */
  static readonly AUTOMATIC = new SystemPool('automatic', 'e2-standard-2', NodeCount.between(1, 3));
  /** No system pool: another program makes one, or this program makes an untainted pool, or does so in a later stack. */
  static readonly ELSEWHERE = new SystemPool('elsewhere');

  /** A system pool in any case, with these machines and nodes. */
  static of(machineType: string | MachineType, nodes: NodeCount = NodeCount.between(1, 3)): SystemPool {
    return new SystemPool('always', machineType, nodes);
  }

  private constructor(
    readonly kind: 'automatic' | 'always' | 'elsewhere',
    readonly machineType?: string | MachineType,
    readonly nodes?: NodeCount,
    readonly generations: Pick<NodePoolOptions, 'generation' | 'keepGeneration'> = {},
  ) {}

  /** The same pool in another generation, for a change that replaces it. The options are those of a NodePool. */
  inGeneration(generation: number, keepGeneration?: number): SystemPool {
    return new SystemPool(this.kind, this.machineType, this.nodes, { generation, keepGeneration });
  }

  /** The automatic pool of a cluster that has another steady pool. @internal */
  emptied(): SystemPool {
    return new SystemPool(this.kind, this.machineType, NodeCount.between(0, 3), this.generations);
  }
}

/** True if the cluster's own pods always find a node in this pool. */
export function isSteady(pool: INodePool): boolean {
  return pool.taints.length === 0 && (pool.minNodes ?? 0) > 0 && pool.provisioningModel?.interruptible !== true;
}
