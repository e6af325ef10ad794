import type { Construct } from 'constructs';
import { poolText } from '../../../core/contracts/node-pool';
import type { Advice } from '../../../core/problems/check';
import { problem, type Problem } from '../../../core/problems/problem';
import type { PodDemand } from '../../pod/pool-demand';
import { areApart } from '../../pod/pod-spec-problems';
import { hasRoom } from '../../pod/shared-pools';
import { workloadLabel } from '../../pod/workload-label';
import { TRACK_LABEL } from '../server-task';
import type { ResolvedServing, Track } from '../serving';

/** What the replicas of one version ask for. */
export function demandOf(
  { pool, resources, tracks, scaling }: ResolvedServing,
  { name, replicas, container }: Track,
): PodDemand {
  return {
    name: tracks.length === 1 ? 'replica' : `${name} replica`,
    ...(scaling.way.kind === 'scaled' && name !== 'canary' && { lowered: 'max of scaling' }),
    replicas,
    pool,
    port: container.ports[0].port,
    resolved: resources,
  };
}

/** The replicas above the usual number during a roll-out: of each version one, if it can run beside the old ones. */
export function surgeOf(owner: Construct, serving: ResolvedServing): number {
  const waits = volumeOfOneNode(serving) !== undefined || hasRoomFor(owner, serving, 1) === false;
  return givenSurge(serving) ?? (waits ? 0 : 1);
}

function givenSurge({ rollout: { way } }: ResolvedServing): number | undefined {
  return way.kind === 'rolling' ? way.surge : undefined;
}

/**
 * Versions, and servers on one pool, roll out one after the other where there is room for one of them alone: a new replica
 * waits until another has taken the place of an old one. So each needs room by itself. A version never has more new replicas
 * than it has replicas.
 */
function hasRoomFor(owner: Construct, serving: ResolvedServing, surge: number): boolean | undefined {
  if (!hasNodesFor(serving, surge)) return false;
  const rooms = serving.tracks.map((track) =>
    hasRoom(owner, { ...demandOf(serving, track), name: 'new replica', replicas: Math.min(surge, track.replicas) }),
  );
  return rooms.includes(false) ? false : rooms.includes(undefined) ? undefined : true;
}

/** Whether there are nodes for replicas that do not share one: those kept apart by affinity, or in the network of their node. */
function hasNodesFor({ name, tracks, pool: { maxNodes = Infinity } }: ResolvedServing, surge: number): boolean {
  const apart = tracks.filter(({ name: track, pod: { podSpec, labels } }) => {
    const all = { ...labels, ...workloadLabel(name), [TRACK_LABEL]: track };
    return podSpec?.hostNetwork === true || areApart({ podSpec, labels: all });
  });
  return apart.length === 0 || apart.reduce((sum, { replicas }) => sum + replicas, surge) <= maxNodes;
}

/** A mounted volume that an old and a new replica could not both have, as they may be on two nodes. */
function volumeOfOneNode({ pool, tracks }: ResolvedServing): string | undefined {
  if ((pool.maxNodes ?? 1) <= 1) return undefined;
  const claims = tracks
    .flatMap(({ pod }) => pod.mounts ?? [])
    .flatMap(({ source }) => (source.kind === 'claim' ? [source] : []));
  return claims.find(({ place }) => place?.accessMode === 'ReadWriteOnce')?.claimName;
}

export function* surgeProblems(owner: Construct, serving: ResolvedServing): Generator<Problem> {
  const surge = givenSurge(serving) ?? 0;
  if (surge === 0) return;
  const more = `a roll-out starts ${surge} more ${surge === 1 ? 'replica' : 'replicas'} before it stops an old one`;
  const volume = volumeOfOneNode(serving);
  if (volume !== undefined) {
    const message = `${more}, but volume "${volume}" is ReadWriteOnce, so one on another node would wait without end`;
    yield problem('rollout-surge', 'rollout', message, 'leave surge out, or use a volume with ReadWriteMany');
    return;
  }
  if (hasRoomFor(owner, serving, surge) !== false) return;
  const pool = poolText(serving.pool);
  if (surge > 1 && hasRoomFor(owner, serving, 1) === true) {
    const message = `${more}, but ${pool} has no room for so many`;
    yield problem('rollout-surge', 'rollout', message, 'lower surge to 1, or raise nodes of the pool');
    return;
  }
  yield problem(
    'rollout-surge',
    'rollout',
    `${more}, but ${pool} has no room for that, so it would wait without end`,
    'raise nodes of the pool, or leave surge out, which stops an old replica first where there is no room',
  );
}

/** A single replica without another beside it is away during each roll-out. */
export function* outageAdvice(serving: ResolvedServing): Generator<Advice> {
  if (serving.scaling.least > 1 || serving.surge() > 0 || serving.rollout.way.kind !== 'rolling') return;
  const { why, change } = aloneBecause(serving);
  yield problem(
    'rollout-outage',
    'scaling',
    `${why}, so each roll-out stops the only one before the next has loaded the model`,
    `${change}, or acknowledge this if requests may fail meanwhile`,
  );
}

/** Why no replica starts beside the one that runs, and what changes that. */
function aloneBecause(serving: ResolvedServing): { readonly why: string; readonly change: string } {
  const volume = volumeOfOneNode(serving);
  if (volume !== undefined)
    return { why: `volume "${volume}" is ReadWriteOnce`, change: 'use a volume with ReadWriteMany' };
  if (givenSurge(serving) !== undefined) return { why: 'surge is 0', change: 'leave surge out' };
  return { why: `${poolText(serving.pool)} has no room for a second replica`, change: 'raise nodes of the pool' };
}
