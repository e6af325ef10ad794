import { poolText } from '../../core/contracts/node-pool';
import { problem, type Problem } from '../../core/problems';
import { objectOf } from '../../kubernetes/kinds/kind';
import { SELDON_DEPLOYMENT } from '../../kubernetes/kinds/serving';
import { listIn, type JsonObject } from '../../kubernetes/manifest';
import { Operator } from '../../operators/operator';
import { podPartsOf } from '../../pods/pod-template';
import { SERVER_CONTAINER, serverTask } from '../server-task';
import type { ResolvedServing, Track } from '../serving';
import type { ServingPlatform } from '../serving-platform';
import { deploymentTarget, writtenReplicas } from './kubernetes';
import { serverObjects } from './server-objects';

/**
 * Seldon Core 1: one SeldonDeployment with a predictor for each version. Its orchestrator is left out, so our server answers its clients.
 *
 * @see https://docs.seldon.io/projects/seldon-core/en/v1.17.1/
 */
export const SELDON_CORE: ServingPlatform = {
  name: 'SeldonDeployment',
  kind: SELDON_DEPLOYMENT,
  operator: Operator.SELDON_CORE,
  lacks: {
    blueGreen: 'Seldon makes the pods later, and nothing can wait for those of a color',
    sidecars: 'Seldon drops their restartPolicy, and each pod would wait without end for the first to finish',
    surge: 'Seldon always starts a quarter more replicas',
  },
  problems: roomProblems,
  // Seldon names Deployments `<name>-canary-0-server`, and by a hash beyond 63 characters.
  longestName: () => 47,
  scaleTarget: ({ objectName, name }) => deploymentTarget(`${objectName}-${name}-0-${SERVER_CONTAINER}`),
  render(serving) {
    const { name, tracks } = serving;
    const main = objectOf(SELDON_DEPLOYMENT, name, {
      predictors: tracks.map((track) => ({
        name: track.name,
        annotations: { 'seldon.io/no-engine': 'true' },
        ...(tracks.length > 1 && { traffic: shareOf(track, tracks) }),
        graph: { name: SERVER_CONTAINER, type: 'MODEL' },
        componentSpecs: [componentOf(serving, track)],
      })),
    });
    return { before: serverObjects(serving), main };
  },
};

/** The pods of one version. Seldon's definition has the pods of Kubernetes 1.26. */
export function componentOf(serving: ResolvedServing, track: Track): JsonObject {
  const { metadata, container, rest } = podPartsOf(serverTask(serving, track));
  const spread = listIn(rest, 'topologySpreadConstraints').map((each) => ({ ...each, matchLabelKeys: undefined }));
  const spec = { ...rest, ...(spread.length > 0 && { topologySpreadConstraints: spread }), containers: [container] };
  return { metadata, replicas: writtenReplicas(serving, track), spec };
}

/** The percentage of requests that gives each replica equally many. Those of all versions are together 100. */
export function shareOf(track: Track, [stable, ...others]: ResolvedServing['tracks']): number {
  const all = others.reduce((sum, { replicas }) => sum + replicas, stable.replicas);
  const percent = ({ replicas }: Track) => Math.round((100 * replicas) / all);
  return track === stable ? others.reduce((rest, each) => rest - percent(each), 100) : percent(track);
}

function* roomProblems({ surge, pool }: ResolvedServing): Generator<Problem> {
  if (surge() > 0) return;
  const message = `Seldon Core starts a new replica before it stops an old one, but ${poolText(pool)} has no room for one more, so a roll-out would wait without end`;
  yield problem('platform-option', 'pool', message, 'raise nodes of the pool, or use ServingPlatform.kubernetes()');
}
