import type { INodePool } from '../../../core/contracts/node-pool';
import type { ResourceOptions } from '../../pod/resources';
import type { Role } from '../training-strategy';

/** Where the tasks of a role run, what each asks for, and what it runs. */
export interface RoleOptions {
  /** @default - the job's pool; beside parameter servers with a pool of their own, that one */
  readonly pool?: INodePool;
  /** @default - fixed small requests and no GPU: docs/resources.md */
  readonly resources?: ResourceOptions;
  /** Another image than the job's, such as one without CUDA for nodes without GPUs. @default - the job's */
  readonly image?: string;
  /** Another command than the job's. @default - the job's */
  readonly command?: readonly string[];
  /** Other arguments than the job's. @default - the job's */
  readonly args?: readonly string[];
}

/** What a role runs, if that is not what the job runs. */
export function programOf({ image, command, args }: RoleOptions = {}): Pick<Role, 'program'> {
  return (image ?? command ?? args) ? { program: { image, command, args } } : {};
}

/** A task that evaluates checkpoints beside the training. The other tasks never connect to it. */
export function evaluatorRole(options: RoleOptions, defaultPool: INodePool): Role {
  const { pool = defaultPool, resources } = options;
  return {
    ...programOf(options),
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
