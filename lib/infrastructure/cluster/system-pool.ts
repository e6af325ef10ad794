import { requiredProblems } from '../../core/problems/given';
import type { MachineType } from '../../core/hardware/machine-type';
import { Nodes } from '../pool/nodes';
import type { INodePool } from '../../core/contracts/node-pool';
import { refuse } from '../../core/problems/errors';
import type { Problem } from '../../core/problems/problem';

/** Where what runs in every cluster has its place: DNS, metrics, operators. */
export class SystemPool {
  /** A small pool of its own, unless an untainted pool that never shrinks to zero is added to the cluster. */
  static readonly AUTOMATIC = new SystemPool('automatic', 'e2-standard-2', Nodes.between(1, 3));
  /** No pool: there is or will be one that this program does not make, or one that is made apart from the cluster. */
  static readonly ELSEWHERE = new SystemPool('elsewhere');

  /** A pool of its own, whatever other pools there are. */
  static of(machineType: string | MachineType, nodes: Nodes = Nodes.between(1, 3)): SystemPool {
    const kind = { has: 'family', fix: 'name a machine type such as "e2-standard-2"' };
    refuse(
      'SystemPool.of',
      typeof machineType === 'string' ? [] : requiredProblems({ machineType }, { machineType: kind }),
    );
    return new SystemPool('always', machineType, nodes);
  }

  private constructor(
    readonly kind: 'automatic' | 'always' | 'elsewhere',
    readonly machineType?: string | MachineType,
    readonly nodes?: Nodes,
  ) {}
}

/** Whether the cluster's own pods always find a node here. */
export function isSteady(pool: INodePool): boolean {
  return pool.taints.length === 0 && (pool.minNodes ?? 0) > 0 && pool.capacity?.interruptible !== true;
}

/** The automatic pool has this id, until a steady pool is there. */
export function systemPoolId(id: string): Problem {
  return {
    code: 'system-pool-id',
    message: `the pool id "${id}" is taken by the cluster's own system pool`,
    fix: 'use another id, or size that pool with systemPool: SystemPool.of(...)',
  };
}
