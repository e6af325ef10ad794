import { Duration, Size } from 'cdk8s';
import type { IConstruct } from 'constructs';
import type { INodePool } from '../../core/contracts/node-pool';
import { accepted, refuses } from '../../core/problems/errors';
import { problem, withoutRepeats, type Problem } from '../../core/problems/problem';
import { isStandIn, standIn } from '../../core/problems/stand-in';
import type { BucketUse } from '../pod/bucket-uses';
import { podOptionProblems } from '../pod/pod-option-problems';
import type { PodOptions } from '../pod/pod-options';
import { mebibytes } from '../pod/quantity';
import { amountProblems } from '../pod/quantity-problems';
import { resolveResources, type ResolvedResources, type ResourceOptions } from '../pod/resources';
import type { Sidecar } from '../pod/sidecar';
import { Exposure } from './exposure';
import { guardFor, withGuard } from './guard';
import { locate, type ModelLocation } from './model-location';
import { modelProblems } from './model-problems';
import type { ModelServer, ServedModel, ServerContainer } from './model-server';
import { plannedTracks } from './planned-tracks';
import { Rollout, type Colour } from './rollout';
import { rolloutProblems } from './rollout-problems';
import { defaultDrain } from './drain';
import { replicaProblems, Scaling } from './scaling';
import type { ServingOptions } from './serving-options';
import { serverNameProblems, timeProblems } from './serving-values';
import { Telemetry } from './telemetry';

/** Tells the pods of versions apart that run at once. */
export type TrackName = 'stable' | 'canary' | Colour;

/** Equal replicas of one version. */
export interface Track {
  readonly name: TrackName;
  /** The name of the object that runs its pods. */
  readonly objectName: string;
  readonly model: ServedModel;
  readonly container: ServerContainer;
  /** The pods' options, with the image and the mounts of this version. */
  readonly pod: PodOptions;
  /** The most replicas. */
  readonly replicas: number;
}

/** A server with nothing left to decide: the input of platforms. */
export interface ResolvedServing {
  readonly name: string;
  readonly namespace: string;
  readonly modelName: string;
  readonly server: ModelServer;
  readonly pool: INodePool;
  readonly resources: ResolvedResources;
  /** The usual version comes first. */
  readonly tracks: readonly [Track, ...Track[]];
  readonly scaling: Scaling;
  readonly rollout: Rollout;
  readonly exposure: Exposure;
  readonly telemetry: Telemetry;
  readonly mesh?: 'in' | 'out';
  readonly drain: Duration;
  readonly longestRequest: Duration;
  readonly loadTime: Duration;
  /** The replicas above the usual number during a roll-out. Known at synthesis, when all workloads of the pool are. */
  readonly surge: () => number;
  /** The buckets that the servers read themselves. */
  readonly bucketUses: readonly BucketUse[];
}

/** All but what the construct tells: its namespace, and the surge, which depends on other workloads. */
export type DecidedServing = Omit<ResolvedServing, 'surge' | 'namespace'>;

/** Decides all that the options leave open. Refuses options that are wrong by themselves. */
export function resolveServing(where: IConstruct | string, name: string, options: ServingOptions): DecidedServing {
  const { pool, resources, server, model, canary, exposure, scaling, rollout, modelName = name, ...rest } = options;
  const { drain: asked, longestRequest = Duration.seconds(30), loadTime, ...others } = rest;
  const { telemetry, requestLog = false, mesh, ...settings } = others;
  const times = { drain: asked, longestRequest, loadTime };
  if ([pool, server, model, canary?.model, rollout, exposure, scaling, telemetry].some(isStandIn)) return standIn();
  if (refuses(where, [...serverNameProblems(name, options), ...timeProblems(times)])) return standIn();
  const found = plannedTracks({ model, canary, rollout }).map((each) => ({
    ...each,
    location: locate(each.source, server),
  }));
  const ofModels = found.flatMap(({ source }) => [...modelProblems(source, server)]);
  if (refuses(where, ofModels)) return standIn();
  const locations = found.map(({ location }) => location);
  const resolve = (sidecars: readonly Sidecar[]) =>
    resolveResources({
      pool,
      accelerated: true,
      options: withStorage(resources, locations),
      mounts: [...locations.flatMap(({ mounts = [] }) => mounts), ...(settings.mounts ?? [])],
      sidecars,
    });
  const servedFrom = ({ source, location }: (typeof found)[number]): ServedModel => ({
    name: modelName,
    policy: source.policy,
    location: location.location,
    image: location.image,
    hub: location.hub,
    loaded: rollout?.way.kind === 'inPlace' ? rollout.way.loaded : undefined,
    logRequests: requestLog,
  });
  const containers = found.map((each) => server.container(servedFrom(each), resolve(settings.sidecars ?? [])));
  const [guard] = containers.map((container) => guardFor(exposure, container));
  const drain = asked ?? defaultDrain(exposure, containers);
  const terminationGracePeriod = Duration.seconds(drain.toSeconds() + longestRequest.toSeconds());
  const sidecars = [...(settings.sidecars ?? []), ...(guard ? [guard.sidecar] : [])];
  const resolved = resolve(sidecars);
  const replicas = scaling ?? Scaling.fixed(1);
  const [stable, ...further] = found.map((each): Track => {
    const { track, suffix, location } = each;
    const { mounts = [], initContainers = [] } = location;
    const served = servedFrom(each);
    const container = withGuard(server.container(served, resolved), guard);
    return {
      name: track,
      objectName: `${name}${suffix}`,
      model: served,
      container,
      pod: {
        ...settings,
        sidecars,
        terminationGracePeriod,
        image: container.image,
        command: container.command,
        args: container.args,
        mounts: [...mounts, ...(container.mounts ?? []), ...(settings.mounts ?? [])],
        initContainers: [...initContainers, ...(settings.initContainers ?? [])],
      },
      replicas: track === 'canary' ? (canary?.replicas ?? 1) : replicas.most,
    };
  });
  if (!stable) throw new TypeError('the usual version is always there');
  const serving: DecidedServing = {
    name,
    modelName,
    server,
    pool,
    resources: resolved,
    tracks: [stable, ...further],
    scaling: replicas,
    rollout: rollout ?? Rollout.rolling(),
    exposure: exposure ?? Exposure.internal(),
    telemetry: telemetry ?? Telemetry.of(pool.cluster),
    mesh,
    drain,
    longestRequest,
    loadTime: loadTime ?? stable.container.loadTime ?? Duration.minutes(10),
    bucketUses: locations.flatMap(({ uses = [] }) => uses),
  };
  const wrong = [...servingProblems(serving), ...rolloutProblems(serving, { model, canary })];
  return accepted(where, [wrong], () => serving);
}

/** The files of a model that a pod brings to its node's disk, beside those of its program. */
function withStorage(options: ResourceOptions | undefined, locations: readonly ModelLocation[]): ResourceOptions {
  const most = Math.max(...locations.map(({ storage }) => mebibytes(storage)));
  if (most === 0) return { ...options };
  const others = options?.ephemeralStorage ?? Size.gibibytes(1);
  return { ...options, ephemeralStorage: Size.mebibytes(mebibytes(others) + most) };
}

function* servingProblems(serving: DecidedServing): Generator<Problem> {
  const { server, tracks, resources, scaling } = serving;
  const [{ pod }] = tracks;
  yield* podOptionProblems(pod);
  yield* amountProblems({ name: 'replica', resolved: resources });
  yield* withoutRepeats(tracks.flatMap(({ model }) => [...server.problems(model, resources)]));
  yield* requestLogProblems(serving);
  for (const { name, replicas } of tracks.filter((track) => track.name === 'canary')) {
    yield* replicaProblems(`${name}.replicas`, replicas);
    if (replicas <= scaling.least) continue;
    const message = `the ${name} has ${replicas} replicas, but the usual version may have only ${scaling.least}, so most requests would go to the ${name}`;
    yield problem('canary-replicas', 'canary', message, `set canary.replicas to ${scaling.least} or less`);
  }
}

function* requestLogProblems({ server, tracks }: DecidedServing): Generator<Problem> {
  if (tracks[0].model.logRequests !== true || server.logsRequests === true) return;
  const fix = 'leave requestLog out, and log requests in the clients or in a proxy before the server';
  yield problem('request-log', 'requestLog', `${server.name} writes no log of its requests`, fix);
}
