import { problem, secondsProblems, withoutRepeats, type Problem } from '../core/problems';
import { podOptionProblems } from '../pods/pod-option-problems';
import { amountProblems } from '../pods/containers/quantity-problems';
import { replicaProblems } from './scaling/replicas';
import { workloadLabel } from '../kubernetes/workload-label';
import { nameProblems } from '../core/names/name';
import { OUTSIDE } from './exposure/exposure';
import { plannedTracks } from './rollout/planned-tracks';
import type { ServingOptions } from './serving-options';
import type { ServingFeature, ServingPlatform } from './serving-platform';
import { Duration } from 'cdk8s';
import type { DecidedServing, ResolvedServing, Track } from './serving';
import { fileAnnotations } from './server-files';
import { TRACK_LABEL } from './server-task';

export function* servingProblems(serving: DecidedServing): Generator<Problem> {
  const { server, tracks, resources, scaling } = serving;
  const [{ pod }] = tracks;
  yield* podOptionProblems(pod);
  yield* amountProblems({ name: 'replica', resources });
  yield* withoutRepeats(tracks.flatMap(({ model }) => [...server.problems(model, resources)]));
  yield* requestLogProblems(serving);
  yield* withoutRepeats(tracks.flatMap((track) => [...ownLabelProblems(serving.name, track)]));
  for (const { name, replicas } of tracks.filter((track) => track.name === 'canary')) {
    yield* replicaProblems(`${name}.replicas`, replicas);
    if (replicas <= scaling.least) continue;
    const message = `the ${name} has ${replicas} ${replicas === 1 ? 'replica' : 'replicas'}, but the usual version may have only ${scaling.least}, so most requests would go to the ${name}`;
    const fix =
      scaling.least > 0
        ? `set canary.replicas to ${scaling.least} or less`
        : `set min of replicas to ${replicas} or more, or leave canary out`;
    yield problem('canary-replicas', 'canary', message, fix);
  }
}

function* requestLogProblems({ server, tracks }: DecidedServing): Generator<Problem> {
  if (tracks[0].model.logRequests !== true || server.logsRequests === true) return;
  const fix = 'leave requestLog out, and log requests in the clients or in a proxy before the server';
  yield problem('request-log', 'requestLog', `${server.name} writes no log of its requests`, fix);
}

/** Problems of the user's labels and annotations: Services use labels, and config files are annotations. */
function* ownLabelProblems(name: string, { pod, container }: Track): Generator<Problem> {
  const own = {
    labels: { ...workloadLabel(name), [TRACK_LABEL]: '' },
    annotations: fileAnnotations(container.files ?? {}),
  };
  for (const property of ['labels', 'annotations'] as const) {
    for (const key of Object.keys(pod[property] ?? {})) {
      if (!Object.hasOwn(own[property], key)) continue;
      const message = `${property} have "${key}", which the library sets itself`;
      yield problem('server-labels', property, message, 'leave it out, or give it another name');
    }
  }
}

export function* serverNameProblems(name: string, options: ServingOptions): Generator<Problem> {
  const suffixes = plannedTracks(options).map(({ suffix }) => suffix);
  const ends = [...suffixes, ...(options.exposure?.way.kind === 'loadBalancer' ? [OUTSIDE] : [])];
  const longest = Math.max(...ends.map(({ length }) => length));
  yield* nameProblems({ what: 'serving', max: 63 - longest, property: 'servingName' }, name);
}

/** Kubernetes keeps sums of times in 32 bits. */
const TIME = { least: 1, most: Duration.days(365).toSeconds() };

export function* timeProblems(times: Readonly<Record<string, Duration | undefined>>): Generator<Problem> {
  yield* secondsProblems(times, TIME);
}

/** The prop that asks for a feature, the feature in words, and an alternative. */
const FEATURES: Readonly<Record<ServingFeature, readonly [property: string, text: string, fix: string]>> = {
  canary: ['canary', 'no canary', 'leave canary out'],
  blueGreen: ['rollout', 'no Rollout.blueGreen', 'use Rollout.rolling()'],
  inPlace: ['rollout', 'no Rollout.inPlace', 'use Rollout.rolling()'],
  surge: ['rollout', 'no surge of your choice', 'leave surge out'],
  loadBalancer: ['exposure', 'no load balancer', 'use Exposure.internal()'],
  sidecars: ['sidecars', 'no sidecars', "leave sidecars out, and set adminCalls: 'open' of a load balancer"],
  telemetry: ['telemetry', 'no telemetry by this library', 'use Telemetry.none()'],
};

/** Problems of features that a platform does not have. */
export function* platformProblems(serving: ResolvedServing, platform: ServingPlatform): Generator<Problem> {
  const lack = (property: string, text: string, fix: string) => {
    const message = `platform "${platform.name}" has ${text}`;
    const other = serving.machines > 1 ? '' : ', or use ServingPlatform.kubernetes()';
    return problem('platform-option', property, message, `${fix}${other}`);
  };
  for (const feature of featuresOf(serving)) {
    const reason = platform.lacks[feature];
    const [property, text, fix] = FEATURES[feature];
    if (reason !== undefined) yield lack(property, `${text}, because ${reason}`, fix);
  }
  const max = platform.longestName?.(serving);
  if (max !== undefined) yield* nameProblems({ what: platform.name, max, property: 'servingName' }, serving.name);
  if (serving.machines > 1 && platform.spansMachines !== true)
    yield lack('platform', 'no replicas of several machines', 'leave platform out');
  if (serving.scaling.way.kind === 'fixed' || platform.scaleTarget !== undefined) return;
  yield lack('replicas', 'no number of replicas that follows a metric', 'use Replicas.fixed(…)');
}

function featuresOf({ tracks, rollout: { way }, exposure, telemetry }: ResolvedServing): ServingFeature[] {
  return [
    ...(tracks.some(({ name }) => name === 'canary') ? (['canary'] as const) : []),
    ...(way.kind === 'rolling' ? [] : [way.kind]),
    ...(way.kind === 'rolling' && way.surge !== undefined ? (['surge'] as const) : []),
    ...(exposure.way.kind === 'internal' ? [] : [exposure.way.kind]),
    ...((tracks[0].pod.sidecars ?? []).length > 0 ? (['sidecars'] as const) : []),
    ...(telemetry.way.kind === 'none' ? [] : (['telemetry'] as const)),
  ];
}
