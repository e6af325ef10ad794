import type { INodePool } from '../../../core/contracts/node-pool';
import { optionalProblems, recordProblems, requiredProblems } from '../../../core/problems/given';
import { KINDS } from '../../../core/problems/kinds';
import type { Problem } from '../../../core/problems/problem';
import type { ResourceOptions } from '../../pod/resources';
import type { Role } from '../training-strategy';

/** Where the tasks of a role run, and what each asks for. */
export interface RoleOptions {
  /** @default - the job's pool; beside parameter servers with a pool of their own, that one */
  readonly pool?: INodePool;
  /** @default - fixed small requests and no GPU: docs/resources.md */
  readonly resources?: ResourceOptions;
}

/** What is wrong with where the tasks of a role run and what they ask for, before it is looked into. */
export function roleProblems(property: string, options: RoleOptions | undefined): Problem[] {
  return [
    ...recordProblems(property, options, 'give { pool: …, resources: … }'),
    ...optionalProblems(options, { pool: KINDS.pool }, `${property}.`),
    ...resourceProblems(`${property}.resources`, options?.resources),
  ];
}

/** What is wrong with what a task asks for, but the amounts. */
export function resourceProblems(property: string, resources: ResourceOptions | undefined): Problem[] {
  return [
    ...recordProblems(property, resources, 'give { cpus: 2, memory: Size.gibibytes(4) }'),
    ...optionalProblems(resources, { memory: KINDS.size, ephemeralStorage: KINDS.size }, `${property}.`),
  ];
}

/** A task that reads checkpoints beside the training and tells how good they are. No part of the training cluster. */
export function evaluatorRole(options: RoleOptions | undefined, defaultPool: INodePool): Role[] {
  if (options === undefined) return [];
  const { pool = defaultPool, resources } = options;
  return [
    {
      name: 'evaluator',
      replicas: 1,
      pool,
      resources,
      accelerated: false,
      completes: false,
      onLoss: 'restartTask',
      apart: true,
    },
  ];
}

/** Far above what any cluster runs, and still quick to write out. */
const MOST_REPLICAS = 10_000;

/** What is wrong with a number of tasks, to be asked before they are written out. */
export function replicaProblems(property: string, what: string, count: number): Problem[] {
  const noCount = requiredProblems({ [property]: count }, { [property]: { fix: 'give a number, such as 1' } });
  if (noCount.length > 0 || (Number.isInteger(count) && count >= 1 && count <= MOST_REPLICAS)) return noCount;
  return [
    {
      code: 'replicas',
      property,
      message: `${count} is not a number of ${what}`,
      fix: `use a whole number from 1 to ${MOST_REPLICAS}`,
    },
  ];
}
