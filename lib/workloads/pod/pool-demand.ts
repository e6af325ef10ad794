import { POOL, poolKey, type INodePool } from '../../core/contracts/node-pool';
import { problem, type Problem } from '../../core/problems/problem';
import { having, number, optional, text, type Rules } from '../../core/problems/rules';
import type { ResolvedResources } from './resources';

/** A number of equal pods on a pool: a role of a job, the replicas of a server, a step of a workflow. */
export interface PodDemand {
  /** The name of one pod in messages: `worker`. */
  readonly name: string;
  readonly replicas: number;
  /** What the user lowers for fewer pods, in messages. @default - the name in the plural, or `atLeast` */
  readonly lowered?: string;
  /** The fewest pods that the workload runs with. @default - all */
  readonly atLeast?: number;
  /** Pods of different turns of one workload never run at once. @default - the pods may run in every turn */
  readonly turn?: string;
  /** The number of copies that run at once, such as parallel trials of an experiment. @default 1 */
  readonly copies?: number;
  readonly pool: INodePool;
  /** The port where it listens. In the network of its node no other pod of the node can. @default - none, or not known */
  readonly port?: number;
  readonly resolved: ResolvedResources;
}

const COUNT = number('give a number, such as 1');

export const POD_DEMAND: Rules<PodDemand> = {
  name: text('name one pod, such as "worker"'),
  replicas: COUNT,
  lowered: optional(text('name what the user lowers, such as "max"')),
  atLeast: optional(COUNT),
  turn: optional(text('name the turn')),
  copies: optional(COUNT),
  pool: POOL,
  port: optional(number('give a port, such as 2222')),
  resolved: having('cpuMillis', 'give the resources that resolveTask(…) returns'),
};

/** Problems of the numbers of a demand. */
export function* demandProblems({ name, replicas, atLeast, copies }: PodDemand): Generator<Problem> {
  for (const [property, count] of Object.entries({ replicas, atLeast, copies })) {
    if (count === undefined || (Number.isInteger(count) && count >= 0)) continue;
    const message = `${property} of "${name}" cannot be ${count}`;
    yield problem('replicas', 'demands', message, 'use a whole number of 0 or more');
  }
}

/** The demands of one workload that may run at once, for each of its turns. */
export function turnsOf(demands: readonly PodDemand[]): PodDemand[][] {
  const always = demands.filter(({ turn }) => turn === undefined);
  const turns = [...new Set(demands.flatMap(({ turn }) => turn ?? []))];
  if (turns.length === 0) return [always];
  return turns.map((turn) => [...always, ...demands.filter((demand) => demand.turn === turn)]);
}

/** The demands of a workload on one pool. */
export interface PoolDemands {
  readonly pool: INodePool;
  readonly demands: readonly PodDemand[];
}

/** Demands by their pools, in the order in which the pools come first. */
export function byPool(demands: readonly PodDemand[]): PoolDemands[] {
  const pools = new Map<string, { pool: INodePool; demands: PodDemand[] }>();
  for (const demand of demands) {
    const key = poolKey(demand.pool);
    const ofPool = pools.get(key);
    if (ofPool) ofPool.demands.push(demand);
    else pools.set(key, { pool: demand.pool, demands: [demand] });
  }
  return [...pools.values()];
}

/** The pods of a demand that must run at once. */
export function requiredPods({ replicas, atLeast = replicas }: PodDemand): number {
  return atLeast;
}
