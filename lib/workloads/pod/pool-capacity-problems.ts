import { gpusPerNode, poolKey, poolText } from '../../core/contracts/node-pool';
import { problem, type Problem } from '../../core/problems/problem';
import { turnsOf, type PodDemand } from './pool-demand';
import { largestThatFits, planOf } from './pool-plan';

/**
 * Problems of pods that must run at once but never fit, even with the most nodes of their pools. Pods of one turn run at
 * once; of an elastic role, the fewest pods count.
 */
export function* gangProblems(demands: readonly PodDemand[]): Generator<Problem> {
  const needed = demands.map((demand) => ({ ...demand, replicas: demand.atLeast ?? demand.replicas }));
  for (const turn of turnsOf(needed)) {
    for (const key of new Set(turn.map(({ pool }) => poolKey(pool)))) {
      yield* poolProblems(turn.filter(({ pool }) => poolKey(pool) === key));
    }
  }
}

function* poolProblems(demands: readonly PodDemand[]): Generator<Problem> {
  const plan = planOf(demands);
  if (!plan || plan.nodes <= plan.limit) return;
  const { pool, limit, nodes, largest } = plan;
  const lower = largestThatFits(demands, plan);
  // Of an elastic role only the fewest have to run at once.
  const number = largest.atLeast === undefined ? plural(largest.name, 2) : 'atLeast';
  const fix = `${lower > 0 ? `lower ${number} to ${lower} or ` : ''}raise nodes to ${nodes}`;
  const count = demands.map(({ name, replicas }) => `${replicas} ${plural(name, replicas)}`).join(' and ');
  const isOne = demands.length === 1 && largest.replicas === 1;
  const gpus = demands.reduce((sum, { resolved, replicas }) => sum + resolved.gpus * replicas, 0);
  const perNode = gpusPerNode(pool) ?? 0;
  if (gpus > limit * perNode) {
    const grows = `grows to ${limit * perNode} (${limit} ${plural('node', limit)} × ${perNode})`;
    const asks = `${count} ${isOne ? 'asks' : 'ask'} for ${gpus} accelerators`;
    yield problem('gpu-capacity', `${asks} but pool "${pool.poolName}" ${grows}`, fix);
    return;
  }
  yield problem(
    'pool-capacity',
    `${count} ${isOne ? 'needs' : 'need'} ${nodes} ${plural('node', nodes)} at once but ${poolText(pool)} grows to ${limit}`,
    `${fix}, or ask for less CPU and memory so that more fit on one node`,
  );
}

/** `ps`, the parameter servers, is its own plural. */
function plural(name: string, count: number): string {
  return count === 1 || name.endsWith('s') ? name : `${name}s`;
}
