import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { guideAtSynth } from '../core/contracts/guide';
import type { Caller } from '../core/contracts/mesh';
import { adviseAtSynth, checkAtSynth, isStandIn, standIn, withoutRepeats } from '../core/problems';
import { withDeploymentLabels } from '../kubernetes/standard-labels';
import { operatorProblems } from '../workload/backend';
import type { PodWorkload } from '../workload/workload';
import { drainAdvice } from './rollout/drain';
import { exposureAdvice, exposureProblems, takeAddress } from './exposure/exposure-problems';
import { inferencePoolOf, pickerProblems } from './exposure/inference-pool';
import { meshPolicies, meshProblems } from './exposure/mesh-policies';
import { hubAdvice } from './model-advice';
import { modelAdvice } from '../model/model-problems';
import { platformProblems } from './serving-problems';
import { labelAdvice, sameVersionAdvice } from './rollout/rollout-problems';
import { servingSteps } from './serving-guide';
import { liveConfigOf } from './server-files';
import { ServingPlatform } from './serving-platforms';
import { scalerObjects } from './scaling/scaler';
import { scalerProblems } from './scaling/scaler-problems';
import { telemetryObjects } from './telemetry/telemetry-objects';
import { telemetryAdvice, telemetryProblems } from './telemetry/telemetry-problems';
import { resolveServing } from './resolve-serving';
import type { ResolvedServing } from './serving';
import type { ServingOptions } from './serving-options';
import { outageAdvice, surgeAdvice, surgeOf, surgeProblems } from './rollout/surge';
import { podSetOf } from './server-task';

/** A server without the construct that emits it. */
export interface ServingWorkload {
  readonly serving: ResolvedServing;
  /** The argument of `addWorkload`. */
  readonly workload: PodWorkload;
}

/** Resolves a server and its platform, and registers their checks with the construct that the server belongs to. */
export function servingWorkload(
  owner: Construct,
  name: string,
  options: ServingOptions,
  callers: readonly Caller[] = [],
): ServingWorkload {
  const decided = resolveServing(owner, name, withDeploymentLabels(owner, options));
  if (isStandIn(decided)) return standIn();
  const namespace = Chart.of(owner).namespace ?? 'default';
  const serving: ResolvedServing = { ...decided, namespace, callers, surge: () => surgeOf(owner, serving) };
  const usual = serving.machines > 1 ? ServingPlatform.leaderWorkerSet() : ServingPlatform.kubernetes();
  const { platform = usual } = options;
  const rendered = platform.render(serving);
  guideAtSynth(owner, () => [...servingSteps(serving), ...(platform.guide?.(serving, rendered) ?? [])]);
  takeAddress(owner, serving);
  checkAtSynth(owner, function* () {
    yield* operatorProblems('platform', platform, serving.pool.cluster);
    yield* pickerProblems(serving);
    yield* platformProblems(serving, platform);
    yield* platform.problems(serving);
    yield* scalerProblems(serving);
    yield* telemetryProblems(serving);
    yield* surgeProblems(owner, serving);
    yield* exposureProblems(serving);
    yield* meshProblems(serving);
  });
  adviseAtSynth(owner, function* () {
    yield* platform.advice?.(serving) ?? [];
    yield* surgeAdvice(owner, serving);
    yield* outageAdvice(serving);
    yield* labelAdvice(serving);
    yield* sameVersionAdvice(options);
    yield* exposureAdvice(serving);
    yield* drainAdvice(serving);
    yield* telemetryAdvice(serving, options.telemetry);
    const { server, tracks, resources } = serving;
    const each = tracks.flatMap(({ model }) => [...modelAdvice(model), ...(server.advice?.(model, resources) ?? [])]);
    yield* withoutRepeats([...each, ...tracks.flatMap((track) => [...hubAdvice(serving, track)])]);
  });
  return {
    serving,
    workload: {
      base: name,
      pods: serving.tracks.map((track) => podSetOf(serving, track)),
      limited: false,
      stays: true,
      rendered: {
        before: [
          ...liveConfigOf(serving),
          ...(rendered.before ?? []),
          ...inferencePoolOf(serving),
          ...meshPolicies(serving),
          ...telemetryObjects(serving),
        ],
        main: rendered.main,
        beside: [...(rendered.beside ?? []), ...scalerObjects(serving, platform)],
      },
      kind: platform.kind,
    },
  };
}
