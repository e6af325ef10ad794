import { poolText } from '../../core/contracts/node-pool';
import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import type { PodDemand } from './pool-demand';
import { planOf } from './pool-plan';

/** Workloads of a tree that ask for more of one pool together than it grows to. */
export function* sharedPoolAdvice(workloads: readonly string[], demands: readonly PodDemand[]): Generator<Advice> {
  const plan = workloads.length > 1 ? planOf(demands) : undefined;
  if (!plan || plan.nodes <= plan.limit) return;
  const { pool, nodes, limit } = plan;
  const names = workloads.slice(0, 3).join(', ') + (workloads.length > 3 ? ', …' : '');
  yield problem(
    'pool-shared',
    `${workloads.length} workloads (${names}) need ${nodes} nodes of ${poolText(pool)} if they run at once, but it grows to ${limit}, so some wait for others`,
    `raise nodes to ${nodes}, or acknowledge this if waiting is meant`,
  );
}
