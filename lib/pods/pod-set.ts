import { poolKey, type INodePool } from '../core/contracts/node-pool';
import { groupedBy } from '../core/grouped';
import { problem, type Problem } from '../core/problems';
import type { ResolvedResources } from './containers/resources';
import type { BucketUse } from './mounts/bucket-uses';
import type { PodOptions } from './pod-options';

/** Equal pods of a workload: a role of a job, the replicas of a server, a step of a workflow. */
export interface PodSet {
  /** The name of one pod in messages: `worker`. */
  readonly name: string;
  readonly pod: PodOptions;
  readonly pool: INodePool;
  readonly resources: ResolvedResources;
  readonly replicas: number;
  /** The pods of each replica, which has all of them or does not run. @default 1 */
  readonly machines?: number;
  /** The fewest pods that the workload runs with. @default - all */
  readonly atLeast?: number;
  /** The prop that lowers the number of pods, in messages. @default - the name in the plural, or `atLeast` */
  readonly lowered?: string;
  /** The prop that names the pool, in messages. @default - `pool`, beside `resources` */
  readonly poolProp?: string;
  /** True if `preStopDelay` and `requestTimeout` of the construct make the grace period of the pod. @default false */
  readonly drains?: boolean;
  /** The turns in which the pods may run. Pods without a turn in common never run at once. @default - every turn */
  readonly turns?: readonly string[];
  /** The pods that must run at once are those of one gang, such as a step of a workflow. @default - all pods of the workload */
  readonly gang?: string;
  /** The number of copies that run at once, such as parallel trials of an experiment. @default 1 */
  readonly copies?: number;
  /** The port where each pod listens. With `hostNetwork`, one pod of a node can. @default - none, or not known */
  readonly port?: number;
  /** The name of the main container. @default - not known, not checked */
  readonly containerName?: string;
  /** Environment variables that the workload sets, and the user cannot. @default [] */
  readonly reservedEnv?: readonly string[];
  /** Buckets that the pods use beside their mounts. @default [] */
  readonly bucketUses?: readonly BucketUse[];
  /** The beginning of the names of the pods' ConfigMaps, as in their pod template. @default - the workload's `base` */
  readonly configMapPrefix?: string;
  /** True if an operator adds containers without security settings, such as an init container. @default false */
  readonly addedContainers?: boolean;
}

export function* podSetProblems({ name, replicas, atLeast, copies }: PodSet): Generator<Problem> {
  for (const [property, count] of Object.entries({ replicas, atLeast, copies })) {
    if (count === undefined || (Number.isInteger(count) && count >= 0)) continue;
    const message = `${property} of "${name}" cannot be ${count}`;
    yield problem('replicas', 'pods', message, 'use a whole number of 0 or more');
  }
}

/** The pod sets of one workload that may run at once, for each of its turns. */
export function turnsOf(sets: readonly PodSet[]): PodSet[][] {
  const always = sets.filter(({ turns }) => turns === undefined);
  const all = [...new Set(sets.flatMap(({ turns = [] }) => turns))];
  if (all.length === 0) return [always];
  return all.map((turn) => [...always, ...sets.filter(({ turns }) => turns?.includes(turn))]);
}

/** The pod sets of a workload on one pool. */
export interface PoolDemands {
  readonly pool: INodePool;
  readonly demands: readonly PodSet[];
}

/** Pod sets grouped by pool, in the order in which the pools come first. */
export function byPool(sets: readonly PodSet[]): PoolDemands[] {
  return groupedBy(sets, ({ pool }) => poolKey(pool)).flatMap((ofPool) =>
    ofPool.slice(0, 1).map(({ pool }) => ({ pool, demands: ofPool })),
  );
}

/** The pod sets that must run at once, for each turn and gang of a workload. */
export function gangsOf(sets: readonly PodSet[]): PodSet[][] {
  return turnsOf(sets).flatMap((turn) => groupedBy(turn, ({ gang = '' }) => gang));
}

/** The replicas of a set that must run at once. */
export function requiredReplicas({ replicas, atLeast = replicas }: PodSet): number {
  return atLeast;
}

/** The pods of a set that must run at once. */
export function requiredPods(set: PodSet): number {
  return requiredReplicas(set) * (set.machines ?? 1);
}

/** The pods of a set, with those of all copies. */
export function allPods({ replicas, machines = 1, copies = 1 }: PodSet): number {
  return replicas * machines * copies;
}
