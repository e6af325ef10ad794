import { poolText, type INodePool } from '../core/contracts/node-pool';
import { groupedBy } from '../core/grouped';
import { problem, type Problem } from '../core/problems';
import type { PodOptions } from '../pods/pod-options';
import { isNodeFor, selectsOwn } from '../pods/placement/pod-spec-problems';
import { byPool, requiredPods, gangsOf, type PodSet, type PoolDemands } from '../pods/pod-set';
import { canFit, nodesOf, planOf } from './pool-plan';

/**
 * Problems of pods that `podSpec` keeps to a part of a pool, one node or some zones, which has no room for all.
 *
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/assign-pod-node/
 */
export function* poolPartProblems(sets: readonly PodSet[]): Generator<Problem> {
  const kept = sets.filter(({ pod }) => pod.podSpec);
  for (const alike of groupedBy(kept, ({ pod }) => JSON.stringify([pod.podSpec, pod.labels])))
    yield* partProblems(alike);
}

/** Problems of pods with equal fields and labels. */
function* partProblems(demands: readonly PodSet[]): Generator<Problem> {
  const [first] = demands;
  if (!first) return;
  const { pod } = first;
  const areTogether = mustShareNode(pod);
  for (const gang of gangsOf(demands)) {
    const pools = byPool(gang);
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
  if (!needsMore(ofPool, nodes)) return;
  yield problem(
    'zone-capacity',
    'podSpec',
    `${podsText(demands)} need more nodes in ${usable.join(', ')} than the ${nodes} that ${poolText(pool)} has there`,
    `raise nodes to ${Math.ceil(nodesOf(demands) / usable.length) * zones.length}, or let the pods run in every zone`,
  );
}

function* sameNodeProblems(ofPool: PoolDemands): Generator<Problem> {
  if (!needsMore(ofPool, 1)) return;
  yield problem(
    'same-node',
    'podSpec',
    `podAffinity keeps ${podsText(ofPool.demands)} on one node, but a node of ${poolText(ofPool.pool)} has no room for all`,
    'run fewer pods, use a larger machine type, or leave podAffinity out',
  );
}

function severalPools(pools: readonly INodePool[]): Problem {
  const message = `podAffinity keeps all pods on one node, but they run on ${pools.map(poolText).join(' and ')}`;
  return problem('same-node', 'podSpec', message, 'use one pool, or leave podAffinity out');
}

/** True if the pods do not fit on so many nodes, but fit on the whole pool. */
function needsMore({ pool, demands }: PoolDemands, nodes: number): boolean {
  const plan = planOf(demands, nodes);
  return plan !== undefined && !canFit(plan) && canFit(plan, pool.maxNodes ?? Infinity);
}

function podsText(demands: readonly PodSet[]): string {
  return `${demands.reduce((sum, demand) => sum + requiredPods(demand), 0)} pods`;
}

/** True if the pods must share a node with pods of their own labels. */
function mustShareNode({ podSpec, labels }: PodOptions): boolean {
  const terms = podSpec?.affinity?.podAffinity?.requiredDuringSchedulingIgnoredDuringExecution ?? [];
  return terms.some((term) => selectsOwn(term, labels));
}
