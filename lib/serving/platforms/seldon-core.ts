import { poolText } from '../../core/contracts/node-pool';
import { nameProblems } from '../../core/names/name';
import { problem, type Problem } from '../../core/problems/problem';
import { objectOf } from '../../kubernetes/kinds/kind';
import { SELDON_DEPLOYMENT } from '../../kubernetes/kinds/serving';
import { listIn, type JsonObject } from '../../kubernetes/manifest';
import { Operator } from '../../operators/operator';
import { podPartsOf } from '../../pods/pod-template';
import type { Rendered } from '../../workload/rendered';
import { SERVER_CONTAINER, serverTask } from '../server-task';
import type { ResolvedServing, Track } from '../serving';
import type { ScaleTarget, ServingPlatform } from '../serving-platform';
import { deploymentTarget, writtenReplicas } from './kubernetes';
import { serverObjects } from './server-objects';

/** Without Seldon's orchestrator in the pod, our server answers its clients itself. */
const NO_ORCHESTRATOR = { 'seldon.io/no-engine': 'true' };

/**
 * Seldon Core 1: one SeldonDeployment with a predictor for each version.
 *
 * @see https://docs.seldon.io/projects/seldon-core/en/v1.17.1/
 */
export class SeldonCore implements ServingPlatform {
  readonly name = 'SeldonDeployment';
  readonly kind = SELDON_DEPLOYMENT;
  readonly operator = Operator.SELDON_CORE;
  readonly features = ['canary', 'inPlace', 'loadBalancer'] as const;
  readonly reasons = { blueGreen: 'Seldon makes the pods later, so nothing can wait for the other color' };

  constructor(readonly containerName: string = SERVER_CONTAINER) {}

  /** Beyond 63 characters Seldon names its Deployments by a hash, `<name>-canary-0-server` otherwise. */
  *problems(serving: ResolvedServing): Generator<Problem> {
    yield* nameProblems({ what: 'SeldonDeployment', max: 47, property: 'servingName' }, serving.name);
    yield* podProblems(serving);
  }

  scaleTarget({ objectName, name }: Track): ScaleTarget {
    return deploymentTarget(`${objectName}-${name}-0-${this.containerName}`);
  }

  render(serving: ResolvedServing): Rendered {
    const { name, tracks, containerName } = serving;
    const main = objectOf(SELDON_DEPLOYMENT, name, {
      predictors: tracks.map((track) => ({
        name: track.name,
        annotations: NO_ORCHESTRATOR,
        ...(tracks.length > 1 && { traffic: shareOf(track, tracks) }),
        graph: { name: containerName, type: 'MODEL' },
        componentSpecs: [componentOf(serving, track)],
      })),
    });
    return { before: serverObjects(serving), main };
  }
}

/** The pods of one version. */
export function componentOf(serving: ResolvedServing, track: Track): JsonObject {
  const { metadata, container, rest } = podPartsOf(serverTask(serving, track));
  // Its definition has the pods of Kubernetes 1.26.
  const spread = listIn(rest, 'topologySpreadConstraints').map(({ matchLabelKeys: _, ...others }) => others);
  return {
    metadata,
    replicas: writtenReplicas(serving, track),
    spec: { ...rest, ...(spread.length > 0 && { topologySpreadConstraints: spread }), containers: [container] },
  };
}

/** The percentage of requests that goes to a version where its replicas get equally many; all versions together have 100. */
export function shareOf(track: Track, [stable, ...others]: ResolvedServing['tracks']): number {
  const all = [stable, ...others].reduce((sum, { replicas }) => sum + replicas, 0);
  const percent = ({ replicas }: Track) => Math.round((100 * replicas) / all);
  return track === stable ? 100 - others.reduce((sum, each) => sum + percent(each), 0) : percent(track);
}

/** Problems of pods that Seldon would make in another way, without a word. */
export function* podProblems({ tracks, rollout: { way }, surge, pool }: ResolvedServing): Generator<Problem> {
  const elsewhere = 'or use ServingPlatform.kserve() or kubernetes()';
  for (const { name } of tracks[0].pod.sidecars ?? []) {
    const message = `Seldon Core drops restartPolicy of containers, so sidecar "${name}" would hold up the start of each pod without end`;
    const own = name === 'guard' ? "set adminCalls: 'open' of the load balancer" : 'leave it out';
    yield problem('platform-option', 'sidecars', message, `${own}, ${elsewhere}`);
  }
  if (way.kind === 'rolling' && way.surge !== undefined) {
    const message = `Seldon Core starts a quarter more replicas in each roll-out, and not ${way.surge}`;
    yield problem('platform-option', 'rollout', message, `leave surge out, ${elsewhere}`);
  } else if (surge() === 0) {
    const message = `Seldon Core starts a new replica before it stops an old one, but ${poolText(pool)} has no room for one more, so a roll-out would wait without end`;
    yield problem('platform-option', 'pool', message, `raise nodes of the pool, ${elsewhere}`);
  }
}
