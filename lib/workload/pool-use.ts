import { turnsOf, type PodSet } from '../pods/pod-set';
import { nodesOf } from './pool-plan';

/** The pod sets of one workload on one pool. */
export interface PoolUse {
  readonly workload: string;
  readonly demands: readonly PodSet[];
  /** True if a queue starts the workload when there is room for all its pods. @default false */
  readonly queued?: boolean;
  /** True if the workload has a time limit. @default - not known */
  readonly limited?: boolean;
  /** True if its pods run all the time. @default false */
  readonly stays?: boolean;
}

/** All that workloads may run at once, copies included, each at its full size. */
export function allAtOnce(uses: readonly PoolUse[]): PodSet[] {
  return uses.flatMap(({ demands }) => peakOf(demands)).map((demand) => inFull(demand, demand.copies));
}

/** The turn that needs the most nodes of its pool. */
export function peakOf(demands: readonly PodSet[]): readonly PodSet[] {
  if (demands.every(({ turns }) => turns === undefined)) return demands;
  const sized = turnsOf(demands).map((turn) => ({ turn, nodes: nodesOf(turn) }));
  return sized.reduce((most, each) => (each.nodes > most.nodes ? each : most)).turn;
}

/** A pod set at its full size. */
export function inFull(demand: PodSet, copies = 1): PodSet {
  return { ...demand, replicas: demand.replicas * copies, atLeast: undefined };
}

/** The workloads whose pods never end. */
export function standing(uses: readonly PoolUse[]): PoolUse[] {
  return uses.filter(({ stays }) => stays);
}

/** The names of the first three workloads. */
export function namesOf(uses: readonly PoolUse[]): string {
  const first = uses.slice(0, 3).map(({ workload }) => workload);
  return `${first.join(', ')}${uses.length > 3 ? ', …' : ''}`;
}
