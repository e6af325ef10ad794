import type { INodePool } from '../../../core/contracts/node-pool';
import type { ResourceOptions } from '../../pod/resources';
import type { Role } from '../training-strategy';

/** Where the tasks of a role run, and what each asks for. */
export interface RoleOptions {
  /** @default - the job's pool; beside parameter servers with a pool of their own, that one */
  readonly pool?: INodePool;
  /** @default - fixed small requests and no GPU: docs/resources.md */
  readonly resources?: ResourceOptions;
}

/** A task that evaluates checkpoints beside the training. The other tasks never connect to it. */
export function evaluatorRole(options: RoleOptions, defaultPool: INodePool): Role {
  const { pool = defaultPool, resources } = options;
  return {
    name: 'evaluator',
    replicas: 1,
    pool,
    resources,
    accelerated: false,
    completes: false,
    onLoss: 'restartTask',
    apart: true,
  };
}
