import { problem, type Advice } from '../core/problems';
import type { PodSet } from '../pods/pod-set';
import { canFit, planOf, plansOf, type PoolPlan } from './pool-plan';
import { countOf, fixOf, mayWaitText } from './pool-texts';
import { namesOf, standing, type PoolUse } from './pool-use';

/** Advice about pods that must run at once and may fit in some orders, but perhaps not in all. */
export function* orderAdvice(demands: readonly PodSet[]): Generator<Advice> {
  for (const plan of plansOf(demands)) {
    if (canFit(plan)) yield orderOf(plan, countOf(plan));
  }
}

/** The same advice about servers that share a pool. */
export function* standingAdvice(uses: readonly PoolUse[]): Generator<Advice> {
  const servers = standing(uses);
  const plan = servers.length > 1 ? planOf(servers.flatMap(({ demands }) => demands)) : undefined;
  if (plan && canFit(plan)) yield orderOf(plan, `the pods of ${namesOf(servers)}`);
}

/** Advice that the pods of a plan may not all find a place. */
function orderOf(plan: PoolPlan, pods: string): Advice {
  const apart = plan.demands.length > 1 ? ', or give pods of one size a pool of their own' : '';
  return problem('pool-order', mayWaitText(plan, pods), `${fixOf(plan)}${apart}`);
}
