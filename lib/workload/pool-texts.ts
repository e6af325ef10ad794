import { requiredPods, type PodSet } from '../pods/pod-set';
import { largestThatFits, type PoolPlan } from './pool-plan';

/** The changes by which the pods of a plan fit in any order. */
export function fixOf(plan: PoolPlan): string {
  const lower = largestThatFits(plan);
  return `${lower > 0 ? `lower ${loweredName(plan.largest)} to ${lower} or ` : ''}raise nodes to ${plan.nodes}`;
}

/** `1 chief and 2 workers`. */
export function countOf({ demands }: PoolPlan): string {
  return demands.map((demand) => `${requiredPods(demand)} ${plural(demand.name, requiredPods(demand))}`).join(' and ');
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
