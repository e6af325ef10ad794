import type { Construct } from 'constructs';
import { poolText } from '../../../core/contracts/node-pool';
import type { Advice } from '../../../core/problems/check';
import { problem, type Problem } from '../../../core/problems/problem';
import type { PodDemand } from '../../pod/pool-demand';
import { hasRoom } from '../../pod/shared-pools';
import type { ResolvedServing, Track } from '../serving';

/** What the replicas of one version ask for. */
export function demandOf({ pool, resources, tracks, scaling }: ResolvedServing, { name, replicas }: Track): PodDemand {
  return {
    name: tracks.length === 1 ? 'replica' : `${name} replica`,
    ...(scaling.way.kind === 'scaled' && name !== 'canary' && { lowered: 'max of scaling' }),
    replicas,
    pool,
    resolved: resources,
  };
}

/** The replicas above the usual number during a roll-out: of each version one, if the pool has room for them. */
export function surgeOf(owner: Construct, serving: ResolvedServing): number {
  return givenSurge(serving) ?? (hasRoomFor(owner, serving, 1) === false ? 0 : 1);
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
  const rooms = serving.tracks.map((track) =>
    hasRoom(owner, [{ ...demandOf(serving, track), name: 'new replica', replicas: Math.min(surge, track.replicas) }]),
  );
  return rooms.includes(false) ? false : rooms.includes(undefined) ? undefined : true;
}

export function* surgeProblems(owner: Construct, serving: ResolvedServing): Generator<Problem> {
  const surge = givenSurge(serving) ?? 0;
  if (surge === 0 || hasRoomFor(owner, serving, surge) !== false) return;
  const more = `a roll-out starts ${surge} more ${surge === 1 ? 'replica' : 'replicas'} before it stops an old one`;
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
  const isGiven = givenSurge(serving) !== undefined;
  const why = isGiven ? 'surge is 0' : `${poolText(serving.pool)} has no room for a second replica`;
  yield problem(
    'rollout-outage',
    'scaling',
    `${why}, so each roll-out stops the only one before the next has loaded the model`,
    `${isGiven ? 'leave surge out' : 'raise nodes of the pool'}, or acknowledge this if requests may fail meanwhile`,
  );
}
