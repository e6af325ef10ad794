import { gpusPerNode, poolText } from '../core/contracts/node-pool';
import { problem, type Problem } from '../core/problems';
import { requiredPods, requiredReplicas, type PodSet } from '../pods/pod-set';
import { canFit, fewestNodes, plansOf, planOf, type PoolPlan } from './pool-plan';
import { countOf, fixOf, nodesText } from './pool-texts';
import { namesOf, standing, type PoolUse } from './pool-use';

/** Problems of pods that must run at once but do not fit on the most nodes of their pools, however they are placed. */
export function* gangProblems(demands: readonly PodSet[]): Generator<Problem> {
  for (const plan of plansOf(demands)) {
    if (!canFit(plan)) yield capacityProblem(plan);
  }
}

function capacityProblem(plan: PoolPlan): Problem {
  const { pool, demands, limit } = plan;
  const isOne = demands.reduce((sum, demand) => sum + requiredReplicas(demand), 0) === 1;
  const gpus = demands.reduce((sum, demand) => sum + demand.resources.gpus * requiredPods(demand), 0);
  const perNode = gpusPerNode(pool) ?? 0;
  if (gpus > limit * perNode) {
    const grows = `grows to ${limit * perNode} (${nodesText(limit)} × ${perNode})`;
    const asks = `${countOf(plan)} ${isOne ? 'asks' : 'ask'} for ${gpus} accelerators`;
    return problem('gpu-capacity', `${asks} but pool "${pool.poolName}" ${grows}`, fixOf(plan));
  }
  return problem(
    'pool-capacity',
    `${countOf(plan)} ${isOne ? 'needs' : 'need'} ${nodesText(fewestNodes(plan))} at once but ${poolText(pool)} grows to ${limit}`,
    `${fixOf(plan)}, or ask for less CPU and memory so that more fit on one node`,
  );
}

/** Problems of servers that do not fit on their pool together, however they are placed. */
export function* standingProblems(uses: readonly PoolUse[]): Generator<Problem> {
  const servers = standing(uses);
  const plan = servers.length > 1 ? planOf(servers.flatMap(({ demands }) => demands)) : undefined;
  if (!plan || canFit(plan)) return;
  yield problem(
    'pool-standing',
    `${namesOf(servers)} together need ${fewestNodes(plan)} nodes of ${poolText(plan.pool)}, but it grows to ${plan.limit}, and none of them ever ends`,
    `raise nodes to ${plan.nodes}, or give them a pool each`,
  );
}
