import { poolText } from '../../core/contracts/node-pool';
import type { Advice } from '../../core/problems/check';
import { problem } from '../../core/problems/problem';
import { turnsOf, type PodDemand } from './pool-demand';
import { largestThatFits, planOf } from './pool-plan';

/** The demands of one workload on one pool. */
export interface PoolUse {
  readonly workload: string;
  readonly demands: readonly PodDemand[];
}

/** Advice about workloads, or copies of one, that together need more of a pool than it grows to. */
export function* sharedPoolAdvice(uses: readonly PoolUse[]): Generator<Advice> {
  const all = uses.flatMap(({ demands }) => peakOf(demands));
  const isOne = uses.length <= 1;
  if (isOne && all.every(({ copies = 1 }) => copies === 1)) return;
  const plan = planOf(all.map((demand) => wholeOf(demand, demand.copies)));
  if (!plan || plan.nodes <= plan.limit) return;
  const { pool, nodes, limit } = plan;
  const names = `${uses
    .slice(0, 3)
    .map(({ workload }) => workload)
    .join(', ')}${uses.length > 3 ? ', …' : ''}`;
  const who = isOne ? `the copies of ${names}` : `${uses.length} workloads (${names})`;
  yield problem(
    'pool-shared',
    `${who} need ${nodes} nodes of ${poolText(pool)} if they run at once, but it grows to ${limit}, so some wait`,
    `raise nodes to ${nodes}, or acknowledge this if they may wait`,
  );
}

/** Advice about an elastic workload that never reaches its full size on its pool. */
export function* elasticAdvice(demands: readonly PodDemand[]): Generator<Advice> {
  for (const demand of demands) {
    if (demand.atLeast === undefined) continue;
    const plan = planOf([wholeOf(demand)]);
    if (!plan || plan.nodes <= plan.limit) continue;
    const most = largestThatFits(plan);
    yield problem(
      'pool-elastic',
      `${demand.replicas} ${demand.name}s need ${plan.nodes} nodes, but ${poolText(plan.pool)} grows to ${plan.limit}, so at most ${most} ever run`,
      `raise nodes to ${plan.nodes}, or lower ${demand.name}s to ${most}`,
    );
  }
}

/** A demand at its full size. */
function wholeOf(demand: PodDemand, copies = 1): PodDemand {
  return { ...demand, replicas: demand.replicas * copies, atLeast: undefined };
}

/** The turn of a workload that needs the most nodes of its pool. */
function peakOf(demands: readonly PodDemand[]): readonly PodDemand[] {
  if (demands.every(({ turn }) => turn === undefined)) return demands;
  const turns = turnsOf(demands).map((turn) => ({ turn, nodes: planOf(turn)?.nodes ?? 0 }));
  return turns.reduce((most, each) => (each.nodes > most.nodes ? each : most)).turn;
}
