import { gpusPerNode, poolText } from '../../core/contracts/node-pool';
import { problem, type Problem } from '../../core/problems/problem';
import { byPool, requiredPods, turnsOf, type PodDemand } from './pool-demand';
import { demandApart, fitsAtBest, fitsWithoutCluster, largestThatFits, planOf, type PoolPlan } from './pool-plan';

/**
 * Problems of pods that must run at once but may not all find a place, even on the most nodes of their pools. Pods of one
 * turn run at once; of an elastic role, the fewest pods count.
 */
export function* gangProblems(demands: readonly PodDemand[]): Generator<Problem> {
  for (const ofPool of turnsOf(demands).flatMap(byPool)) yield* poolProblems(ofPool.demands);
}

function* poolProblems(demands: readonly PodDemand[]): Generator<Problem> {
  const plan = planOf(demands);
  if (!plan) return;
  const { pool, limit, nodes, largest } = plan;
  const lower = largestThatFits(plan);
  const fix = `${lower > 0 ? `lower ${loweredName(largest)} to ${lower} or ` : ''}raise nodes to ${nodes}`;
  const count = demands.map((demand) => `${requiredPods(demand)} ${nameOf(demand)}`).join(' and ');
  const isOne = demands.length === 1 && requiredPods(largest) === 1;
  const gpus = demands.reduce((sum, demand) => sum + demand.resolved.gpus * requiredPods(demand), 0);
  const perNode = gpusPerNode(pool) ?? 0;
  if (gpus > limit * perNode) {
    const grows = `grows to ${limit * perNode} (${limit} ${plural('node', limit)} × ${perNode})`;
    const asks = `${count} ${isOne ? 'asks' : 'ask'} for ${gpus} accelerators`;
    yield problem('gpu-capacity', `${asks} but pool "${pool.poolName}" ${grows}`, fix);
    return;
  }
  const beside = fitsWithoutCluster(plan) ? ", beside the cluster's own pods such as DNS," : '';
  if (!fitsAtBest(plan)) {
    yield problem(
      'pool-capacity',
      `${count} ${isOne ? 'needs' : 'need'} ${nodes} ${plural('node', nodes)} at once${beside} but ${poolText(pool)} grows to ${limit}`,
      `${fix}, or ask for less CPU and memory so that more fit on one node`,
    );
    return;
  }
  yield problem(
    'pool-order',
    `${count}${beside} fit on ${limit} ${plural('node', limit)} of ${poolText(pool)} only in some orders, and the scheduler takes them in any`,
    `${fix}${apartText(plan)}`,
  );
}

function apartText(plan: PoolPlan): string {
  const apart = demandApart(plan);
  if (!apart) return '';
  const { demand, nodes } = apart;
  return `, or give the ${nameOf(demand)} a pool of ${requiredPods(demand) === 1 ? 'its' : 'their'} own of ${nodes} ${plural('node', nodes)}`;
}

/** What the user lowers for fewer pods. Of an elastic role only the fewest have to run at once. */
export function loweredName({ atLeast, lowered, name }: PodDemand): string {
  return lowered ?? (atLeast === undefined ? plural(name, 2) : 'atLeast');
}

function nameOf(demand: PodDemand): string {
  return plural(demand.name, requiredPods(demand));
}

/** `ps`, the parameter servers, is its own plural. */
function plural(name: string, count: number): string {
  return count === 1 || name.endsWith('s') ? name : `${name}s`;
}
