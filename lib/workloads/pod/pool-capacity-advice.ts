import { poolText } from '../../core/contracts/node-pool';
import type { Advice } from '../../core/problems/check';
import { problem, type Problem } from '../../core/problems/problem';
import { requiredPods, turnsOf, type PodDemand } from './pool-demand';
import { largestThatFits, nodesOf, planOf, roomBeside, type PoolPlan, type Room } from './pool-plan';

/** The demands of one workload on one pool. */
export interface PoolUse {
  readonly workload: string;
  readonly demands: readonly PodDemand[];
  /** Whether a queue starts the workload when there is room for all its pods. @default false */
  readonly queued?: boolean;
  /** Whether the workload ends after a time in any case. @default - not known */
  readonly limited?: boolean;
  /** Whether its pods are there all the time. @default false */
  readonly stays?: boolean;
}

/** The label that puts a job in a queue of Kueue. */
export const QUEUE_LABEL = 'kueue.x-k8s.io/queue-name';

/** Advice about workloads, or copies of one, that together need more of a pool than it grows to. */
export function* sharedPoolAdvice(uses: readonly PoolUse[]): Generator<Advice> {
  const shortage = shortageOf(uses);
  if (!shortage) return;
  const { who, plan, canBlock, isOne } = shortage;
  const { pool, nodes, limit } = plan;
  const message = `${who} need ${nodes} nodes of ${poolText(pool)} if they run at once, but it grows to ${limit}`;
  const servers = uses.filter(({ stays }) => stays);
  if (servers.length > 0) {
    if (servers.length === uses.length) return;
    yield problem(
      'pool-shared',
      `${message}, and the pods of ${listed(servers.map(({ workload }) => workload))} never end, so others may wait without end`,
      `raise nodes to ${nodes}, or give the servers a pool of their own`,
    );
    return;
  }
  if (!canBlock) {
    yield problem(
      'pool-shared',
      `${message}, so some wait until others have ended`,
      `raise nodes to ${nodes}, or acknowledge this if they may wait`,
    );
    return;
  }
  const apart = isOne ? 'let fewer copies run at once' : 'give each a pool of its own';
  const oneByOne = isOne ? '' : ', or apply them one after the other as DEPLOY.md says and acknowledge this';
  yield problem(
    'pool-shared',
    `${message}: each may get some of its pods, hold their nodes, and wait without end for the rest`,
    `raise nodes to ${nodes}, ${apart}, put them in a queue of Kueue by the label ${QUEUE_LABEL}${oneByOne}`,
  );
  const endless = uses.filter(({ limited, queued }) => limited === false && !queued).map(({ workload }) => workload);
  if (endless.length === 0) return;
  yield problem(
    'pool-shared-limit',
    `${listed(endless)} ${endless.length === 1 ? 'has' : 'have'} no timeLimit, so nothing ends ${endless.length === 1 ? 'it' : 'them'} and frees the nodes if workloads block each other on ${poolText(pool)}`,
    `set timeLimit to more than ${endless.length === 1 ? 'the job takes' : 'each job takes'}, such as Duration.hours(24), or use a queue of Kueue`,
  );
}

/** Problems of pods that are there all the time, but do not fit on their pool together. */
export function* standingProblems(uses: readonly PoolUse[]): Generator<Problem> {
  const servers = uses.filter(({ stays }) => stays);
  if (servers.length < 2) return;
  const plan = planOf(servers.flatMap(({ demands }) => demands));
  if (!plan) return;
  yield problem(
    'pool-standing',
    `${listed(servers.map(({ workload }) => workload))} together need ${plan.nodes} nodes of ${poolText(plan.pool)}, but it grows to ${plan.limit}, and none of them ever ends`,
    `raise nodes to ${plan.nodes}, or give them a pool each`,
  );
}

/** The room beside all that workloads may run at once. */
export function fitsBeside(uses: readonly PoolUse[]): Room {
  return roomBeside(atOnce(uses.map(({ demands }) => peakOf(demands))));
}

interface Shortage {
  readonly who: string;
  readonly plan: PoolPlan;
  /** Whether several of them wait for each other: each needs several pods at once. */
  readonly canBlock: boolean;
  readonly isOne: boolean;
}

/** The workloads of a pool that do not all fit at once; `undefined` if they do, or if a queue takes care of all. */
export function shortageOf(uses: readonly PoolUse[]): Shortage | undefined {
  const peaks = uses.map(({ demands }) => peakOf(demands));
  const copies = peaks.flatMap((peak) => Array.from({ length: mostCopies(peak) }, () => peak));
  if (copies.length <= 1 || uses.every(({ queued }) => queued)) return undefined;
  const plan = planOf(atOnce(peaks));
  if (!plan) return undefined;
  const gangs = copies.filter((peak) => peak.reduce((pods, demand) => pods + requiredPods(demand), 0) > 1);
  const isOne = uses.length === 1;
  const names = listed(uses.map(({ workload }) => workload));
  const who = isOne ? `the copies of ${names}` : `${uses.length} workloads (${names})`;
  return { who, plan, canBlock: gangs.length > 1, isOne };
}

function mostCopies(demands: readonly PodDemand[]): number {
  return Math.max(...demands.map(({ copies = 1 }) => copies));
}

function listed(workloads: readonly string[]): string {
  return `${workloads.slice(0, 3).join(', ')}${workloads.length > 3 ? ', …' : ''}`;
}

/** Advice about an elastic workload that never reaches its full size on its pool. */
export function* elasticAdvice(demands: readonly PodDemand[]): Generator<Advice> {
  for (const demand of demands) {
    if (demand.atLeast === undefined) continue;
    const plan = planOf([wholeOf(demand)]);
    if (!plan) continue;
    const most = largestThatFits(plan);
    yield problem(
      'pool-elastic',
      `${demand.replicas} ${demand.name}s need ${plan.nodes} nodes, but ${poolText(plan.pool)} grows to ${plan.limit}, so at most ${most} ever run`,
      `raise nodes to ${plan.nodes}, or lower ${demand.name}s to ${most}`,
    );
  }
}

/** All copies of demands, at their full size. */
function atOnce(peaks: readonly (readonly PodDemand[])[]): PodDemand[] {
  return peaks.flat().map((demand) => wholeOf(demand, demand.copies));
}

/** A demand at its full size. */
function wholeOf(demand: PodDemand, copies = 1): PodDemand {
  return { ...demand, replicas: demand.replicas * copies, atLeast: undefined };
}

/** The turn of a workload that needs the most nodes of its pool. */
function peakOf(demands: readonly PodDemand[]): readonly PodDemand[] {
  if (demands.every(({ turn }) => turn === undefined)) return demands;
  const turns = turnsOf(demands).map((turn) => ({ turn, nodes: nodesOf(turn) }));
  return turns.reduce((most, each) => (each.nodes > most.nodes ? each : most)).turn;
}
