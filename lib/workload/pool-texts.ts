import { poolText } from '../core/contracts/node-pool';
import { requiredReplicas, type PodSet } from '../pods/pod-set';
import { fitsWithoutCluster, largestThatFits, type PoolPlan } from './pool-plan';

/** The changes by which the pods of a plan fit in any order. */
export function fixOf(plan: PoolPlan): string {
  const lower = largestThatFits(plan);
  return raiseOf(plan, lower > 0 ? `lower ${loweredName(plan.largest)} to ${lower} or ` : '');
}

/** The changes of the pool alone. Another pool can take the pods of the cluster, unless all nodes are of this one. */
export function raiseOf(plan: PoolPlan, fewer = ''): string {
  const canLeave = fitsWithoutCluster(plan) && Object.keys(plan.pool.nodeLabels).length > 0;
  const apart = canLeave ? 'keep those pods off it by a taint or by nodes that start at zero, or ' : '';
  return `${apart}${fewer}raise nodes to ${plan.nodes}`;
}

/** A sentence about pods that fit if they are placed well. */
export function mayWaitText(plan: PoolPlan, pods: string): string {
  const because = fitsWithoutCluster(plan)
    ? "the cluster's own pods, such as DNS, may lie there too"
    : 'the scheduler takes them in any order';
  return `${pods} may not all find a place on ${nodesText(plan.limit)} of ${poolText(plan.pool)}, because ${because}`;
}

/** `1 chief and 2 workers`, or `2 replicas of 4 machines`. */
export function countOf({ demands }: PoolPlan): string {
  const counts = demands.map((demand) => {
    const { name, machines = 1 } = demand;
    const count = requiredReplicas(demand);
    return `${count} ${plural(name, count)}${machines > 1 ? ` of ${machines} machines` : ''}`;
  });
  return counts.join(' and ');
}

/** The prop that lowers the number of pods. Of an elastic role, only the fewest have to run at once. */
function loweredName({ atLeast, lowered, name }: PodSet): string {
  return lowered ?? (atLeast === undefined ? plural(name, 2) : 'atLeast');
}

export function nodesText(nodes: number): string {
  return `${nodes} ${plural('node', nodes)}`;
}

/** `ps`, the parameter servers, is its own plural. */
function plural(name: string, count: number): string {
  return count === 1 || name.endsWith('s') ? name : `${name}s`;
}
