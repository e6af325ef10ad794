import { poolText, type INodePool } from '../../core/contracts/node-pool';
import { problem, type Problem } from '../../core/problems/problem';
import type { PodOptions } from './pod-options';
import { isNodeFor, selectsOwn } from './pod-spec-problems';
import { loweredName } from './pool-capacity-problems';
import { byPool, requiredPods, turnsOf, type PodDemand, type PoolDemands } from './pool-demand';
import { largestThatFits, planOf, type PoolPlan } from './pool-plan';

/** Problems of pods that `podSpec` keeps to a part of a pool, one node or some zones, which has no room for all. */
export function* poolPartProblems(pod: PodOptions, demands: readonly PodDemand[]): Generator<Problem> {
  if (!pod.podSpec) return;
  const areTogether = mustShareNode(pod);
  for (const turn of turnsOf(demands)) {
    const pools = byPool(turn);
    if (areTogether && pools.length > 1) yield severalPools(pools.map(({ pool }) => pool));
    for (const ofPool of pools) {
      yield* zonesProblems(pod, ofPool);
      if (areTogether) yield* sameNodeProblems(ofPool);
    }
  }
}

/** Without autoscaling every zone has its share of the nodes. */
function* zonesProblems(pod: PodOptions, ofPool: PoolDemands): Generator<Problem> {
  const { pool, demands } = ofPool;
  const { maxNodes, minNodes, zones = [] } = pool;
  const usable = zones.filter((zone) => isNodeFor(pod, { ...pool, zones: [zone] }));
  if (maxNodes === undefined || minNodes !== maxNodes || usable.length === 0 || usable.length === zones.length) return;
  const nodes = Math.floor((maxNodes * usable.length) / zones.length);
  const plan = planOn(ofPool, nodes);
  if (!plan) return;
  const wanted = Math.ceil(plan.nodes / usable.length) * zones.length;
  yield problem(
    'zone-capacity',
    'podSpec',
    `${podsText(demands)} need ${plan.nodes} nodes in ${usable.join(', ')}, but ${poolText(pool)} has ${nodes} there`,
    `${lowerText(plan)}raise nodes to ${wanted}, or let the pods run in every zone`,
  );
}

function* sameNodeProblems(ofPool: PoolDemands): Generator<Problem> {
  const plan = planOn(ofPool, 1);
  if (!plan) return;
  yield problem(
    'same-node',
    'podSpec',
    `podAffinity keeps ${podsText(ofPool.demands)} on one node, but a node of ${poolText(ofPool.pool)} has no room for all`,
    `${lowerText(plan)}use a larger machine type, or leave podAffinity out`,
  );
}

function severalPools(pools: readonly INodePool[]): Problem {
  const message = `podAffinity keeps all pods on one node, but they run on ${pools.map(poolText).join(' and ')}`;
  return problem('same-node', 'podSpec', message, 'use one pool, or leave podAffinity out');
}

/** The plan on fewer nodes. Pods that do not even fit on the whole pool are another problem. */
function planOn({ demands }: PoolDemands, maxNodes: number): PoolPlan | undefined {
  const plan = planOf(demands.map((demand) => ({ ...demand, pool: { ...demand.pool, maxNodes } })));
  return plan && !planOf(demands) ? plan : undefined;
}

function lowerText(plan: PoolPlan): string {
  const lower = largestThatFits(plan);
  return lower > 0 ? `lower ${loweredName(plan.largest)} to ${lower}, ` : '';
}

function podsText(demands: readonly PodDemand[]): string {
  return `${demands.reduce((sum, demand) => sum + requiredPods(demand), 0)} pods`;
}

/** Whether the pods must lie where pods of their own labels lie. */
function mustShareNode({ podSpec, labels }: PodOptions): boolean {
  const terms = podSpec?.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  return terms.some((term) => selectsOwn(term, labels));
}
