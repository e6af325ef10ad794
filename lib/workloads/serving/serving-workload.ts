import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { adviseAtSynth, checkAtSynth, type Advice } from '../../core/problems/check';
import { problem, type Problem } from '../../core/problems/problem';
import { poolText } from '../../core/contracts/node-pool';
import type { PodDemand } from '../pod/pool-demand';
import { hasRoom } from '../pod/shared-pools';
import type { PodWorkload } from '../pod/workload';
import { exposureAdvice, exposureProblems } from './exposure-problems';
import { KubernetesServing } from './platforms/kubernetes';
import { SERVER_CONTAINER } from './server-task';
import type { ServingPlatform } from './serving-platform';
import { telemetryObjects } from './telemetry/telemetry-objects';
import { telemetryProblems } from './telemetry/telemetry-problems';
import { resolveServing, type ResolvedServing, type Track } from './serving';
import type { ServingOptions } from './serving-options';

/** A server apart from the construct that emits it. */
export interface ServingWorkload {
  readonly serving: ResolvedServing;
  /** The argument of `addWorkload`. */
  readonly workload: PodWorkload;
}

/** Decides what a server is and who runs it, and registers its checks with the construct that it belongs to. */
export function servingWorkload(owner: Construct, name: string, options: ServingOptions): ServingWorkload {
  const surge = () => surgeOf(owner, serving);
  const namespace = Chart.of(owner).namespace ?? 'default';
  const serving: ResolvedServing = { ...resolveServing(owner, name, options), namespace, surge };
  const platform: ServingPlatform = new KubernetesServing();
  const rendered = platform.render(serving);
  const [{ pod }] = serving.tracks;
  checkAtSynth(owner, function* () {
    yield* platform.problems(serving);
    yield* telemetryProblems(serving);
    yield* surgeProblems(owner, serving);
    yield* exposureProblems(serving);
  });
  adviseAtSynth(owner, function* () {
    yield* rolloutAdvice(serving);
    yield* exposureAdvice(serving);
    for (const { model } of serving.tracks) yield* serving.server.advice?.(model, serving.resources) ?? [];
  });
  return {
    serving,
    workload: {
      base: name,
      pod,
      demands: serving.tracks.map((track) => demandOf(serving, track)),
      containerName: SERVER_CONTAINER,
      limited: false,
      stays: true,
      bucketUses: serving.bucketUses,
      needs: [...(rendered.needs ?? []), ...telemetryObjects(serving)],
      object: rendered.object,
      beside: rendered.beside,
    },
  };
}

function demandOf({ pool, resources, tracks, scaling }: ResolvedServing, { name, replicas }: Track): PodDemand {
  return {
    name: tracks.length === 1 ? 'replica' : `${name} replica`,
    ...(scaling.way.kind === 'scaled' && name !== 'canary' && { lowered: 'max of scaling' }),
    replicas,
    pool,
    resolved: resources,
  };
}

/** The replicas above the usual number during a roll-out: of each version one, if the pool has room for them. */
function surgeOf(owner: Construct, serving: ResolvedServing): number {
  const { surge } = serving.rollout.way;
  return surge ?? (hasRoomFor(owner, serving, 1) === false ? 0 : 1);
}

function hasRoomFor(owner: Construct, serving: ResolvedServing, surge: number): boolean | undefined {
  return hasRoom(
    owner,
    serving.tracks.map((track) => ({ ...demandOf(serving, track), name: 'new replica', replicas: surge })),
  );
}

function* surgeProblems(owner: Construct, serving: ResolvedServing): Generator<Problem> {
  const { surge = 0 } = serving.rollout.way;
  if (surge === 0 || hasRoomFor(owner, serving, surge) !== false) return;
  yield problem(
    'rollout-surge',
    'rollout',
    `a roll-out starts ${surge} more ${surge === 1 ? 'replica' : 'replicas'} before it stops an old one, but ${poolText(serving.pool)} has no room for that, so it would wait without end`,
    'raise nodes of the pool, or leave surge out, which stops an old replica first where there is no room',
  );
}

/** A single replica without room for another is away during each roll-out. */
function* rolloutAdvice(serving: ResolvedServing): Generator<Advice> {
  if (serving.scaling.least > 1 || serving.surge() > 0) return;
  yield problem(
    'rollout-outage',
    'scaling',
    `${poolText(serving.pool)} has no room for a second replica, so each roll-out stops the only one before the next has loaded the model`,
    'raise nodes of the pool, or acknowledge this if requests may fail meanwhile',
  );
}
