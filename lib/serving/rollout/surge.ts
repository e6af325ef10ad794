import type { Construct } from 'constructs';
import { poolText } from '../../core/contracts/node-pool';
import { problem, type Advice, type Problem } from '../../core/problems';
import type { PodSet } from '../../pods/pod-set';
import { areApart } from '../../pods/placement/pod-spec-problems';
import { hasNoRoom, hasRoom } from '../../workload/shared-pools';
import { workloadLabel } from '../../kubernetes/workload-label';
import { podSetOf, TRACK_LABEL } from '../server-task';
import type { ResolvedServing } from '../serving';

/** The replicas above the usual number during a roll-out: of each version one, if it can run beside the old ones. */
export function surgeOf(owner: Construct, serving: ResolvedServing): number {
  const waits = volumeOfOneNode(serving) !== undefined || hasRoomFor(owner, serving, 1) === false;
  return givenSurge(serving) ?? (waits ? 0 : 1);
}

function givenSurge({ rollout: { way } }: ResolvedServing): number | undefined {
  return way.kind === 'rolling' ? way.surge : undefined;
}

/**
 * Versions and servers on one pool can roll out one after the other, because a new replica waits until there is room.
 * So each needs room by itself only. A version never has more new replicas than it has replicas.
 */
function hasRoomFor(owner: Construct, serving: ResolvedServing, surge: number): boolean | undefined {
  if (!hasNodesFor(serving, surge)) return false;
  const rooms = moreOf(serving, surge).map((more) => hasRoom(owner, more));
  return rooms.includes(false) ? false : rooms.includes(undefined) ? undefined : true;
}

/** True if the new replicas of a version find no place, in whatever order. */
function hasNoRoomFor(owner: Construct, serving: ResolvedServing, surge: number): boolean {
  return !hasNodesFor(serving, surge) || moreOf(serving, surge).some((more) => hasNoRoom(owner, more));
}

/** The new replicas of each version. */
function moreOf(serving: ResolvedServing, surge: number): PodSet[] {
  return serving.tracks.map((track) => ({
    ...podSetOf(serving, track),
    name: 'new replica',
    replicas: Math.min(surge, track.replicas),
  }));
}

/** True if there are nodes for replicas that cannot share one, by affinity or in the network of their node. */
function hasNodesFor({ name, machines, tracks, pool }: ResolvedServing, surge: number): boolean {
  const { maxNodes = Infinity } = pool;
  const apart = tracks.filter(({ name: track, pod: { podSpec, labels } }) => {
    const all = { ...labels, ...workloadLabel(name), [TRACK_LABEL]: track };
    return podSpec?.hostNetwork === true || areApart({ podSpec, labels: all });
  });
  return apart.length === 0 || apart.reduce((sum, { replicas }) => sum + replicas, surge) * machines <= maxNodes;
}

/** The name of a mounted volume that an old and a new replica cannot both mount, because they may be on two nodes. */
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
  const volume = volumeOfOneNode(serving);
  if (volume !== undefined) {
    const message = `${moreText(surge)}, but volume "${volume}" is ReadWriteOnce, so one on another node would wait without end`;
    yield problem('rollout-surge', 'rollout', message, 'leave surge out, or use a volume with ReadWriteMany');
    return;
  }
  if (!hasNoRoomFor(owner, serving, surge)) return;
  const pool = poolText(serving.pool);
  if (surge > 1 && hasRoomFor(owner, serving, 1) === true) {
    const message = `${moreText(surge)}, but ${pool} has no room for so many`;
    yield problem('rollout-surge', 'rollout', message, 'lower surge to 1, or raise nodes of the pool');
    return;
  }
  yield problem(
    'rollout-surge',
    'rollout',
    `${moreText(surge)}, but ${pool} has no room for that, so it would wait without end`,
    'raise nodes of the pool, or leave surge out, which stops an old replica first where there is no room',
  );
}

function moreText(surge: number): string {
  return `a roll-out starts ${surge} more ${surge === 1 ? 'replica' : 'replicas'} before it stops an old one`;
}

/** Advice about a surge that finds a place in some orders of the pods, but perhaps not in all. */
export function* surgeAdvice(owner: Construct, serving: ResolvedServing): Generator<Advice> {
  const surge = givenSurge(serving) ?? 0;
  if (surge === 0 || hasRoomFor(owner, serving, surge) !== false || hasNoRoomFor(owner, serving, surge)) return;
  yield problem(
    'pool-order',
    'rollout',
    `${moreText(surge)}, which may find no place on ${poolText(serving.pool)}: it depends on the pods that are there`,
    'raise nodes of the pool, or leave surge out, which stops an old replica first where there may be no room',
  );
}

/** Advice about a single replica, which is away during each roll-out if no other starts beside it. */
export function* outageAdvice(serving: ResolvedServing): Generator<Advice> {
  if (serving.scaling.least > 1 || serving.surge() > 0 || serving.rollout.way.kind !== 'rolling') return;
  const { why, change } = aloneBecause(serving);
  const stops = serving.scaling.most > 1 ? 'of a single replica stops it' : 'stops the only one';
  yield problem(
    'rollout-outage',
    'replicas',
    `${why}, so each roll-out ${stops} before the next has loaded the model`,
    `${change}, or acknowledge this if requests may fail meanwhile`,
  );
}

/** The reason why no replica starts beside the running one, and the change that helps. */
function aloneBecause(serving: ResolvedServing): { readonly why: string; readonly change: string } {
  const volume = volumeOfOneNode(serving);
  if (volume !== undefined)
    return { why: `volume "${volume}" is ReadWriteOnce`, change: 'use a volume with ReadWriteMany' };
  if (givenSurge(serving) !== undefined) return { why: 'surge is 0', change: 'leave surge out' };
  const pool = poolText(serving.pool);
  const { most } = serving.scaling;
  // The number of new replicas of a roll-out is the same at every scale.
  return most > 1
    ? {
        why: `${pool} has no room for one more beside ${most} replicas`,
        change: 'raise nodes, or min of replicas to 2',
      }
    : { why: `${pool} has no room for a second replica`, change: 'raise nodes of the pool' };
}
