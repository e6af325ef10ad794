import type { INodePool } from '../../core/contracts/node-pool';
import type { ResourceOptions } from '../../pods/containers/resources';
import type { Role, StrategyOptions } from '../training-strategy';

/** The pool, the resources and the program of a role's tasks. */
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

/** The program of a role, if it differs from the job's. */
function programOf({ image, command, args }: RoleOptions): Pick<Role, 'program'> {
  return (image ?? command ?? args) ? { program: { image, command, args } } : {};
}

/** The tasks that do the accelerated work. */
export function workerRole({ workers, pool, resources }: StrategyOptions) {
  return { name: 'worker', replicas: workers, pool, resources, accelerated: true };
}

/** One task of a role beside the workers, without a GPU by default. */
export function sideRole(name: string, options: RoleOptions, defaultPool: INodePool) {
  const { pool = defaultPool, resources } = options;
  return { ...programOf(options), name, replicas: 1, pool, resources, accelerated: false };
}

/** A task that evaluates checkpoints beside the training. The other tasks never connect to it. */
export function evaluatorRole(options: RoleOptions, defaultPool: INodePool): Role {
  const side = sideRole('evaluator', options, defaultPool);
  return { ...side, completes: false, failurePolicy: 'restartTask', auxiliary: true };
}
