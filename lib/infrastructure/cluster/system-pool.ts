import type { INodePool } from '../../core/contracts/node-pool';
import { MACHINE_TYPE, type MachineType } from '../../core/hardware/machine-type';
import { accepted } from '../../core/problems/errors';
import { typeProblems, valueOf } from '../../core/problems/rules';
import { NODES, Nodes } from '../pool/nodes';

export const SYSTEM_POOL = valueOf('SystemPool', 'use SystemPool.of(…) or SystemPool.ELSEWHERE');

const SYSTEM_POOL_PARTS = {
  machineType: { ...MACHINE_TYPE, fix: 'name a machine type such as "e2-standard-2"' },
  nodes: NODES,
};

/** Where the cluster's own pods run: DNS, metrics, operators. */
export class SystemPool {
  /**
   * A small pool of its own. If the cluster gets an untainted pool that never shrinks to zero, this one stays but may be
   * empty: the autoscaler removes its nodes when their pods fit elsewhere.
   */
  static readonly AUTOMATIC = new SystemPool('automatic', 'e2-standard-2', Nodes.between(1, 3));
  /** No pool: another program makes one, or this program has one of its own, or makes one in a later stack. */
  static readonly ELSEWHERE = new SystemPool('elsewhere');

  /** A pool of its own in any case. */
  static of(machineType: string | MachineType, nodes: Nodes = Nodes.between(1, 3)): SystemPool {
    const types = typeProblems({ machineType, nodes }, SYSTEM_POOL_PARTS);
    return accepted('SystemPool.of', [types], () => new SystemPool('always', machineType, nodes));
  }

  /** Tells a value of this class from a plain object; the same text in every copy of the library. */
  readonly '~type' = 'SystemPool';

  private constructor(
    readonly kind: 'automatic' | 'always' | 'elsewhere',
    readonly machineType?: string | MachineType,
    readonly nodes?: Nodes,
  ) {}
}

/** The automatic pool of a cluster that has another steady pool. */
export const EMPTIED_POOL = { machineType: SystemPool.AUTOMATIC.machineType, nodes: Nodes.between(0, 3) };

/** Whether the cluster's own pods always find a node here. */
export function isSteady(pool: INodePool): boolean {
  return pool.taints.length === 0 && (pool.minNodes ?? 0) > 0 && pool.capacity?.interruptible !== true;
}
