import { Duration, Size } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { gpusPerNode, type INodePool } from '../core/contracts/node-pool';
import { accepted, isStandIn, refuses, standIn } from '../core/problems';
import type { PodOptions } from '../pods/pod-options';
import { mebibytes } from '../core/mebibytes';
import { proxyRequests } from '../pods/containers/mesh-proxy';
import { resolveResources, type ResolvedResources, type ResourceOptions } from '../pods/containers/resources';
import type { Sidecar } from '../pods/containers/sidecar';
import { containerProblems } from './server-problems';
import { defaultDrain } from './rollout/drain';
import { Exposure } from './exposure/exposure';
import { guardFor, withGuard } from './exposure/guard';
import type { ServerContainer } from './model-server';
import type { ServedModel } from '../model/served-model';
import { locate, type ModelLocation } from '../model/model-location';
import { modelProblems } from '../model/model-problems';
import { fileMounts } from './server-files';
import { SERVER_CONTAINER } from './server-task';
import { plannedTracks, type PlannedTrack } from './rollout/planned-tracks';
import { Rollout } from './rollout/rollout';
import { rolloutProblems } from './rollout/rollout-problems';
import { Replicas } from './scaling/replicas';
import type { DecidedServing, Track } from './serving';
import type { ServingOptions } from './serving-options';
import { serverNameProblems, servingProblems, timeProblems } from './serving-problems';
import { Telemetry } from './telemetry/telemetry';

/** The MiB of local disk that is left for sidecars: the one of buckets has 5 GiB. */
const SIDECARS = 8192;

/** A version of the model, and its location for the server. */
interface FoundTrack extends PlannedTrack {
  readonly location: ModelLocation;
  readonly served: ServedModel;
}

/** Fills in the defaults of a server. Refuses options that are wrong by themselves. */
export function resolveServing(where: IConstruct | string, name: string, options: ServingOptions): DecidedServing {
  const { pool, resources, server, model, canary, exposure, rollout, modelName = name, ...rest } = options;
  const { replicas = Replicas.fixed(1), requestTimeout: longest, startupTimeout, ...others } = rest;
  const { preStopDelay: asked, telemetry, requestLog = false, mesh, platform, ...remaining } = others;
  const { endpointPicker, reachableFrom, ...settings } = remaining;
  const times = { preStopDelay: asked, requestTimeout: longest, startupTimeout };
  if ([pool, server, model, canary?.model, rollout, exposure, replicas, telemetry, platform].some(isStandIn))
    return standIn();
  if (refuses(where, [...serverNameProblems(name, options), ...timeProblems(times)])) return standIn();
  const requestTimeout = longest ?? server.requestTimeout ?? Duration.seconds(30);
  const planned = plannedTracks(options);
  const reader = platform?.modelReader ?? server;
  const unreadable = planned.flatMap(({ source }) => [...modelProblems(source, reader)]);
  if (refuses(where, unreadable)) return standIn();

  const loaded = rollout?.way.kind === 'inPlace' ? rollout.way.loaded : undefined;
  const found = planned.map((track): FoundTrack => {
    const location = locate(track.source, reader, roomFor(pool, resources));
    const { location: files, image, hub } = location;
    const { policy } = track.source;
    const own = { name: modelName, policy, loaded, logRequests: requestLog, requestTimeout };
    const served = { ...own, location: files, image, hub };
    return { ...track, location, served };
  });
  const { machines = 1 } = server;
  const all = machines > 1 ? gpusPerNode(pool) : undefined;
  const sized = (sidecars: readonly Sidecar[]) =>
    resourcesOf({ ...settings, pool, resources: { gpus: all, ...resources }, mesh }, found, sidecars);
  const alone = sized(settings.sidecars ?? []);
  const containers = found.map(({ served }) => server.container(served, alone));
  if (refuses(where, ...containers.map((container) => containerProblems(server.name, container)))) return standIn();
  const [guard] = containers.map((container) => guardFor(exposure, container, requestTimeout));
  const sidecars = [...(settings.sidecars ?? []), ...(guard ? [guard.sidecar] : [])];
  const resolved = guard ? sized(sidecars) : alone;

  const preStopDelay = asked ?? defaultDrain(exposure, containers);
  const terminationGracePeriod = Duration.seconds(preStopDelay.toSeconds() + requestTimeout.toSeconds());
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
    machines,
    tracks: [first, ...further],
    scaling: replicas,
    rollout: rollout ?? Rollout.rolling(),
    exposure: exposure ?? Exposure.internal(),
    endpointPicker,
    reachableFrom,
    telemetry: telemetry ?? (platform?.lacks.telemetry === undefined ? Telemetry.of(pool.cluster) : Telemetry.none()),
    mesh,
    entry: platform?.entry?.(name),
    containerName: platform?.containerName ?? SERVER_CONTAINER,
    preStopDelay,
    requestTimeout,
    startupTimeout: startupTimeout ?? first.container.startupTimeout ?? Duration.minutes(10),
    bucketUses: found.flatMap(({ location }) => location.uses ?? []),
  };
  const wrong = [...servingProblems(serving), ...rolloutProblems(serving, { model, canary })];
  return accepted(where, [wrong], () => serving);
}

type ServerPods = Pick<ServingOptions, 'pool' | 'resources' | 'mounts' | 'annotations' | 'sharedMemorySize' | 'mesh'>;

/** The requests of each pod. Files that it copies or downloads to its disk come on top of those of its program. */
function resourcesOf(
  { pool, resources, mounts = [], annotations, sharedMemorySize, mesh }: ServerPods,
  found: readonly FoundTrack[],
  sidecars: readonly Sidecar[],
): ResolvedResources {
  const files = Math.max(...found.map(({ location }) => mebibytes(location.storage)));
  const resolved = resolveResources({
    pool,
    accelerated: true,
    options: withStorage(resources, files),
    mounts: [...found.flatMap(({ location }) => location.mounts ?? []), ...mounts],
    annotations,
    sharedMemorySize,
    sidecars,
    added: proxyRequests(pool.cluster, mesh ?? 'any'),
  });
  return files === 0 ? resolved : { ...resolved, modelFiles: Size.mebibytes(files) };
}

function withStorage(options: ResourceOptions | undefined, most: number): ResourceOptions {
  if (most === 0) return { ...options };
  return { ...options, ephemeralStorage: Size.mebibytes(othersOf(options) + most) };
}

/** The MiB of local disk that a program with downloaded files has beside them. */
function othersOf(options: ResourceOptions | undefined): number {
  return mebibytes(options?.ephemeralStorage ?? Size.gibibytes(1));
}

/** The MiB of local disk that a node has for the files of a model. Sidecars of the pod may have some of it. */
function roomFor({ allocatable }: INodePool, options: ResourceOptions | undefined): number | undefined {
  if (!allocatable?.ephemeralStorage) return undefined;
  return mebibytes(allocatable.ephemeralStorage) - othersOf(options) - SIDECARS;
}

/** The part of a pod's options that its server and its model decide. */
function serverPod(
  servingName: string,
  container: ServerContainer,
  { mounts: ofModel = [], initContainers: ofFiles = [], labels: ofVersion }: ModelLocation,
  { mounts = [], initContainers = [], labels }: Pick<ServingOptions, 'mounts' | 'initContainers' | 'labels'>,
): Pick<PodOptions, 'image' | 'command' | 'args' | 'mounts' | 'initContainers' | 'labels'> {
  const { image, command, args, mounts: ofServer = [] } = container;
  return {
    image,
    command,
    args,
    mounts: [...fileMounts(servingName, container), ...ofModel, ...ofServer, ...mounts],
    initContainers: [...ofFiles, ...initContainers],
    labels: { ...ofVersion, ...labels },
  };
}
