import { Chart } from 'cdk8s';
import type { Construct } from 'constructs';
import { guideAtSynth } from '../../core/contracts/deploy-guide';
import { adviseAtSynth, checkAtSynth } from '../../core/problems/check';
import { withoutRepeats } from '../../core/problems/problem';
import { isStandIn, standIn } from '../../core/problems/stand-in';
import type { PodOptions } from '../pod/pod-options';
import type { PodWorkload } from '../pod/workload';
import { workloadLabel } from '../pod/workload-label';
import { drainAdvice } from './rollout/drain';
import { exposureAdvice, exposureProblems } from './exposure/exposure-problems';
import { takeAddress } from './exposure/taken-addresses';
import { KubernetesServing } from './platforms/kubernetes';
import { modelAdvice } from './model/model-problems';
import { leftoverSteps } from './rollout/leftover-guide';
import { rolloutSteps } from './rollout/rollout-guide';
import { labelAdvice } from './rollout/rollout-problems';
import { secretSteps } from './secret-guide';
import { SERVER_CONTAINER } from './server-task';
import type { ServingPlatform } from './serving-platform';
import { telemetryObjects } from './telemetry/telemetry-objects';
import { telemetryAdvice, telemetryProblems } from './telemetry/telemetry-problems';
import { resolveServing } from './resolve-serving';
import type { ResolvedServing, Track } from './serving';
import type { ServingOptions } from './serving-options';
import { demandOf, outageAdvice, surgeOf, surgeProblems } from './rollout/surge';

/** A server apart from the construct that emits it. */
export interface ServingWorkload {
  readonly serving: ResolvedServing;
  /** The argument of `addWorkload`. */
  readonly workload: PodWorkload;
}

/** Decides what a server is and who runs it, and registers its checks with the construct that it belongs to. */
export function servingWorkload(owner: Construct, name: string, options: ServingOptions): ServingWorkload {
  const decided = resolveServing(owner, name, options);
  if (isStandIn(decided)) return standIn();
  const namespace = Chart.of(owner).namespace ?? 'default';
  const serving: ResolvedServing = { ...decided, namespace, surge: () => surgeOf(owner, serving) };
  const platform: ServingPlatform = new KubernetesServing();
  const rendered = platform.render(serving);
  const [stable, ...others] = serving.tracks;
  guideAtSynth(owner, () => [
    ...secretSteps(serving, namespace),
    ...rolloutSteps(serving, rendered, namespace),
    ...leftoverSteps(serving, namespace),
  ]);
  takeAddress(owner, serving);
  checkAtSynth(owner, function* () {
    yield* platform.problems(serving);
    yield* telemetryProblems(serving);
    yield* surgeProblems(owner, serving);
    yield* exposureProblems(serving);
  });
  adviseAtSynth(owner, function* () {
    yield* outageAdvice(serving);
    yield* labelAdvice(serving);
    yield* exposureAdvice(serving);
    yield* drainAdvice(serving);
    yield* telemetryAdvice(serving, options.telemetry);
    const { server, tracks, resources } = serving;
    const each = tracks.flatMap(({ model }) => [...modelAdvice(model), ...(server.advice?.(model, resources) ?? [])]);
    yield* withoutRepeats(each);
  });
  return {
    serving,
    workload: {
      base: name,
      pod: checkedPod(name, stable),
      otherPods: others.map((track) => checkedPod(name, track)),
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

/** A pod as checks see it: its affinity may name the label that all pods of a serving have. */
function checkedPod(name: string, { pod }: Track): PodOptions {
  return { ...pod, labels: { ...pod.labels, ...workloadLabel(name) } };
}
