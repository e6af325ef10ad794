import { Duration, Size } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { accepted, refuses } from '../../core/problems/errors';
import { isStandIn, standIn } from '../../core/problems/stand-in';
import type { PodOptions } from '../pod/pod-options';
import { mebibytes } from '../pod/quantity';
import { resolveResources, type ResolvedResources, type ResourceOptions } from '../pod/resources';
import type { Sidecar } from '../pod/sidecar';
import { contractProblems } from './contract-problems';
import { defaultDrain } from './rollout/drain';
import { Exposure } from './exposure/exposure';
import { guardFor, withGuard } from './exposure/guard';
import type { ServedModel, ServerContainer } from './model-server';
import { locate, type ModelLocation } from './model/model-location';
import { modelProblems } from './model/model-problems';
import { fileMounts } from './server-files';
import { plannedTracks, type PlannedTrack } from './rollout/planned-tracks';
import { Rollout } from './rollout/rollout';
import { rolloutProblems } from './rollout/rollout-problems';
import { Scaling } from './scaling/scaling';
import type { DecidedServing, Track } from './serving';
import type { ServingOptions } from './serving-options';
import { servingProblems } from './serving-problems';
import { serverNameProblems, timeProblems } from './serving-values';
import { Telemetry } from './telemetry/telemetry';

/** A version of the model, and where its server finds it. */
interface FoundTrack extends PlannedTrack {
  readonly location: ModelLocation;
  readonly served: ServedModel;
}

/** Decides all that the options leave open. Refuses options that are wrong by themselves. */
export function resolveServing(where: IConstruct | string, name: string, options: ServingOptions): DecidedServing {
  const { pool, resources, server, model, canary, exposure, scaling, rollout, modelName = name, ...rest } = options;
  const { drain: asked, longestRequest = Duration.seconds(30), loadTime, ...others } = rest;
  const { telemetry, requestLog = false, mesh, ...settings } = others;
  const times = { drain: asked, longestRequest, loadTime };
  if ([pool, server, model, canary?.model, rollout, exposure, scaling, telemetry].some(isStandIn)) return standIn();
  if (refuses(where, [...serverNameProblems(name, options), ...timeProblems(times)])) return standIn();
  const planned = plannedTracks(options);
  const unreadable = planned.flatMap(({ source }) => [...modelProblems(source, server)]);
  if (refuses(where, unreadable)) return standIn();

  const loaded = rollout?.way.kind === 'inPlace' ? rollout.way.loaded : undefined;
  const found = planned.map((track): FoundTrack => {
    const location = locate(track.source, server);
    const { location: files, image, hub } = location;
    const { policy } = track.source;
    const served = { name: modelName, policy, location: files, image, hub, loaded, logRequests: requestLog };
    return { ...track, location, served };
  });
  const sized = (sidecars: readonly Sidecar[]) =>
    resourcesOf({ pool, resources, mounts: settings.mounts }, found, sidecars);
  const alone = sized(settings.sidecars ?? []);
  const containers = found.map(({ served }) => server.container(served, alone));
  const wrongReturns = found.map(({ served }, index) => contractProblems(server, containers[index], served, alone));
  if (refuses(where, ...wrongReturns)) return standIn();
  const [guard] = containers.map((container) => guardFor(exposure, container));
  const sidecars = [...(settings.sidecars ?? []), ...(guard ? [guard.sidecar] : [])];
  const resolved = guard ? sized(sidecars) : alone;

  const drain = asked ?? defaultDrain(exposure, containers);
  const terminationGracePeriod = Duration.seconds(drain.toSeconds() + longestRequest.toSeconds());
  const replicas = scaling ?? Scaling.fixed(1);
  const [first, ...further] = found.map((each, index): Track => {
    const known = guard ? undefined : containers[index];
    const container = known ?? withGuard(server.container(each.served, resolved), guard);
    return {
      name: each.track,
      objectName: `${name}${each.suffix}`,
      model: each.served,
      container,
      pod: { ...settings, sidecars, terminationGracePeriod, ...serverPod(name, container, each.location, settings) },
      replicas: each.track === 'canary' ? (canary?.replicas ?? 1) : replicas.most,
    };
  });
  if (!first) throw new TypeError('the usual version is always there');
  const serving: DecidedServing = {
    name,
    modelName,
    server,
    pool,
    resources: resolved,
    tracks: [first, ...further],
    scaling: replicas,
    rollout: rollout ?? Rollout.rolling(),
    exposure: exposure ?? Exposure.internal(),
    telemetry: telemetry ?? Telemetry.of(pool.cluster),
    mesh,
    drain,
    longestRequest,
    loadTime: loadTime ?? first.container.loadTime ?? Duration.minutes(10),
    bucketUses: found.flatMap(({ location }) => location.uses ?? []),
  };
  const wrong = [...servingProblems(serving), ...rolloutProblems(serving, { model, canary })];
  return accepted(where, [wrong], () => serving);
}

/** The requests of each pod. Files that a pod brings to its node's disk come on top of those of its program. */
function resourcesOf(
  { pool, resources, mounts = [] }: Pick<ServingOptions, 'pool' | 'resources' | 'mounts'>,
  found: readonly FoundTrack[],
  sidecars: readonly Sidecar[],
): ResolvedResources {
  return resolveResources({
    pool,
    accelerated: true,
    options: withStorage(
      resources,
      found.map(({ location }) => location),
    ),
    mounts: [...found.flatMap(({ location }) => location.mounts ?? []), ...mounts],
    sidecars,
  });
}

function withStorage(options: ResourceOptions | undefined, locations: readonly ModelLocation[]): ResourceOptions {
  const most = Math.max(...locations.map(({ storage }) => mebibytes(storage)));
  if (most === 0) return { ...options };
  const others = options?.ephemeralStorage ?? Size.gibibytes(1);
  return { ...options, ephemeralStorage: Size.mebibytes(mebibytes(others) + most) };
}

/** The part of a pod's options that its server and its model decide. */
function serverPod(
  servingName: string,
  container: ServerContainer,
  { mounts: ofModel = [], initContainers: ofFiles = [] }: ModelLocation,
  { mounts = [], initContainers = [] }: Pick<ServingOptions, 'mounts' | 'initContainers'>,
): Pick<PodOptions, 'image' | 'command' | 'args' | 'mounts' | 'initContainers'> {
  const { image, command, args, mounts: ofServer = [] } = container;
  return {
    image,
    command,
    args,
    mounts: [...fileMounts(servingName, container), ...ofModel, ...ofServer, ...mounts],
    initContainers: [...ofFiles, ...initContainers],
  };
}
