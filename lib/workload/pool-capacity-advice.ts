import { QUEUE_LABEL } from '../operators/known/kueue';
import { poolText } from '../core/contracts/node-pool';
import { problem, type Advice } from '../core/problems';
import { requiredPods, type PodSet } from '../pods/pod-set';
import { canFit, fewestNodes, largestThatFits, planOf, type PoolPlan } from './pool-plan';
import { countOf, fixOf, mayWaitText, raiseOf } from './pool-texts';
import { allAtOnce, inFull, namesOf, peakOf, standing, type PoolUse } from './pool-use';

/** Advice about workloads, or copies of one, that together need more of a pool than it grows to. */
export function* sharedPoolAdvice(uses: readonly PoolUse[]): Generator<Advice> {
  const shortage = shortageOf(uses);
  if (!shortage) return;
  const { who, plan, canBlock, isOne } = shortage;
  const { pool, limit } = plan;
  const isCertain = !canFit(plan);
  const message = isCertain
    ? `${who} need ${fewestNodes(plan)} nodes of ${poolText(pool)} if they run at once, but it grows to ${limit}`
    : mayWaitText(plan, `${who} that run at once`);
  const fix = raiseOf(plan);
  const servers = standing(uses);
  if (servers.length === uses.length) return;
  if (servers.length > 0) {
    const ending = `the pods of ${namesOf(servers)} never end, so others may wait without end`;
    yield problem('pool-shared', `${message}, and ${ending}`, `${fix}, or give the servers a pool of their own`);
    return;
  }
  if (!canBlock) {
    const waiting = `so some ${isCertain ? '' : 'may '}wait until others have ended`;
    yield problem('pool-shared', `${message}, ${waiting}`, `${fix}, or acknowledge this if they may wait`);
    return;
  }
  const apart = isOne ? 'let fewer copies run at once' : 'give each a pool of its own';
  const oneByOne = isOne ? '' : ', or apply them one after the other as DEPLOY.md says and acknowledge this';
  yield problem(
    'pool-shared',
    `${message}: each may get some of its pods, hold their nodes, and wait without end for the rest`,
    `${fix}, ${apart}, put them in a queue of Kueue by the label ${QUEUE_LABEL}${oneByOne}`,
  );
  const endless = uses.filter(({ limited, queued }) => limited === false && !queued);
  if (endless.length === 0) return;
  yield problem(
    'pool-shared-limit',
    `${namesOf(endless)} ${endless.length === 1 ? 'has' : 'have'} no time limit, so nothing ends ${endless.length === 1 ? 'it' : 'them'} and frees the nodes if workloads block each other on ${poolText(pool)}`,
    `set activeDeadline of a job or timeout of a workflow to more than ${endless.length === 1 ? 'it takes' : 'each takes'}, such as Duration.hours(24), or use a queue of Kueue`,
  );
}

interface Shortage {
  readonly who: string;
  readonly plan: PoolPlan;
  /** True if several of them may wait for each other, because each needs several pods at once. */
  readonly canBlock: boolean;
  readonly isOne: boolean;
}

/** The workloads of a pool that do not all fit at once; `undefined` if they do, or if a queue starts them all. */
export function shortageOf(uses: readonly PoolUse[]): Shortage | undefined {
  const copies = uses.flatMap(({ demands }) => {
    const peak = peakOf(demands);
    return Array.from({ length: Math.max(...peak.map(({ copies: of = 1 }) => of)) }, () => peak);
  });
  if (copies.length <= 1 || uses.every(({ queued }) => queued)) return undefined;
  const plan = planOf(allAtOnce(uses));
  if (!plan) return undefined;
  const gangs = copies.filter((peak) => peak.reduce((pods, demand) => pods + requiredPods(demand), 0) > 1);
  const isOne = uses.length === 1;
  const who = isOne ? `the copies of ${namesOf(uses)}` : `${uses.length} workloads (${namesOf(uses)})`;
  return { who, plan, canBlock: gangs.length > 1, isOne };
}

/** Advice about an elastic workload that never reaches its full size on its pool. */
export function* elasticAdvice(demands: readonly PodSet[]): Generator<Advice> {
  for (const demand of demands) {
    if (demand.atLeast === undefined) continue;
    const plan = planOf([inFull(demand)]);
    if (!plan) continue;
    const message = canFit(plan)
      ? `${mayWaitText(plan, countOf(plan))}, so fewer may run`
      : `${countOf(plan)} need ${fewestNodes(plan)} nodes, but ${poolText(plan.pool)} grows to ${plan.limit}, so at most ${largestThatFits(plan, canFit)} ever run`;
    yield problem('pool-elastic', message, fixOf(plan));
  }
}
