import { Duration, Size } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { POOL, type INodePool } from '../../core/contracts/node-pool';
import { accepted, refuses } from '../../core/problems/errors';
import { problem, withoutRepeats, type Problem } from '../../core/problems/problem';
import { DURATION, number, object, optional, text, type Rules } from '../../core/problems/rules';
import { isStandIn, standIn } from '../../core/problems/stand-in';
import type { BucketUse } from '../pod/bucket-uses';
import { CONTAINER_OPTIONS, podOptionProblems, SERVER_SETTINGS } from '../pod/pod-option-problems';
import type { ContainerOptions, PodOptions, PodSettings } from '../pod/pod-options';
import { mebibytes } from '../pod/quantity';
import { amountProblems } from '../pod/quantity-problems';
import { resolveResources, RESOURCES, type ResolvedResources, type ResourceOptions } from '../pod/resources';
import type { Sidecar } from '../pod/sidecar';
import { Exposure, EXPOSURE } from './exposure';
import { guardFor, withGuard } from './guard';
import { locate, type ModelLocation } from './model-location';
import { modelProblems } from './model-problems';
import { SERVER, type ModelServer, type ServedModel, type ServerContainer } from './model-server';
import { MODEL, type ModelSource } from './model-source';
import { plannedTracks } from './planned-tracks';
import { Rollout, ROLLOUT, type Colour } from './rollout';
import { rolloutProblems } from './rollout-problems';
import { defaultDrain } from './drain';
import { serverNameProblems, timeProblems } from './serving-values';
import { replicaProblems, Scaling, SCALING } from './scaling';

/** Options of a server for every platform. */
export interface ServingOptions
  extends
    Omit<PodSettings, 'terminationGracePeriod'>,
    Pick<ContainerOptions, 'env' | 'imagePullPolicy' | 'securityContext' | 'driverLibraryPath'> {
  /** Where the replicas run. */
  readonly pool: INodePool;
  /** The requests of each replica. @default - its share of a node with GPUs, fixed requests elsewhere: docs/resources.md */
  readonly resources?: ResourceOptions;
  /** The program that answers requests, such as `ModelServer.tensorFlowServing()`. */
  readonly server: ModelServer;
  /** The model and its version. Another version replaces the pods as `rollout` says. */
  readonly model: ModelSource;
  /** The name by which clients ask for the model. @default - the serving's name */
  readonly modelName?: string;
  /** The number of replicas. @default Scaling.fixed(1) */
  readonly scaling?: Scaling;
  /** How new pods take the place of old ones. @default Rollout.rolling() */
  readonly rollout?: Rollout;
  /** Another version that gets a share of the requests. @default - none */
  readonly canary?: CanaryOptions;
  /** Who can reach the server. @default Exposure.internal() */
  readonly exposure?: Exposure;
  /**
   * How long a pod that is to stop goes on as if nothing were, while the cluster learns to send it no more requests, and its
   * clients connect to other pods. Whole seconds.
   *
   * @default - as long as the server's connections live, and 5 s, behind a load balancer 30 s; 15 s at least
   */
  readonly drain?: Duration;
  /** The time that the longest request takes. A pod that is to stop gets it after `drain`. Whole seconds. @default Duration.seconds(30) */
  readonly longestRequest?: Duration;
  /**
   * The longest time from the start of the container to a loaded model, the pull of the image apart. A pod that takes longer is
   * started again. Whole seconds. @default - the server's own, such as Duration.minutes(10)
   */
  readonly loadTime?: Duration;
}

/** Another version of a model beside the usual one, behind the same address. */
export interface CanaryOptions {
  /** The model at another version. */
  readonly model: ModelSource;
  /** Its share of the requests is its share of all replicas. Refused above the fewest replicas of the usual version. @default 1 */
  readonly replicas?: number;
}

const CANARY: Rules<CanaryOptions> = { model: MODEL, replicas: optional(number('give a number, such as 1')) };

const { env, imagePullPolicy, securityContext, driverLibraryPath } = CONTAINER_OPTIONS;

export const SERVING: Rules<ServingOptions> = {
  ...SERVER_SETTINGS,
  env,
  imagePullPolicy,
  securityContext,
  driverLibraryPath,
  pool: POOL,
  resources: optional(object(RESOURCES, 'give { cpus: 2, memory: Size.gibibytes(4) }')),
  server: SERVER,
  model: MODEL,
  modelName: optional(text('give the name by which clients ask for it, such as "mnist"')),
  scaling: optional(SCALING),
  rollout: optional(ROLLOUT),
  canary: optional(object(CANARY, 'give { model: models.version(2) }')),
  exposure: optional(EXPOSURE),
  drain: optional(DURATION),
  longestRequest: optional(DURATION),
  loadTime: optional(DURATION),
};

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
  readonly modelName: string;
  readonly server: ModelServer;
  readonly pool: INodePool;
  readonly resources: ResolvedResources;
  /** The usual version comes first. */
  readonly tracks: readonly [Track, ...Track[]];
  readonly scaling: Scaling;
  readonly rollout: Rollout;
  readonly exposure: Exposure;
  readonly drain: Duration;
  readonly longestRequest: Duration;
  readonly loadTime: Duration;
  /** The replicas above the usual number during a roll-out. Known at synthesis, when all workloads of the pool are. */
  readonly surge: () => number;
  /** The buckets that the servers read themselves. */
  readonly bucketUses: readonly BucketUse[];
}

/** All but the surge, which depends on other workloads. */
export type DecidedServing = Omit<ResolvedServing, 'surge'>;

/** Decides all that the options leave open. Refuses options that are wrong by themselves. */
export function resolveServing(where: IConstruct | string, name: string, options: ServingOptions): DecidedServing {
  const { pool, resources, server, model, canary, exposure, scaling, rollout, modelName = name, ...rest } = options;
  const { drain: asked, longestRequest = Duration.seconds(30), loadTime, ...settings } = rest;
  const times = { drain: asked, longestRequest, loadTime };
  if ([pool, server, model, canary?.model, rollout, exposure].some(isStandIn)) return standIn();
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
  });
  const containers = found.map((each) => server.container(servedFrom(each), resolve(settings.sidecars ?? [])));
  const [guard] = containers.map((container) => guardFor(exposure, container));
  const drain = asked ?? defaultDrain(exposure, containers);
  const terminationGracePeriod = Duration.seconds(drain.toSeconds() + longestRequest.toSeconds());
  const sidecars = [...(settings.sidecars ?? []), ...(guard ? [guard.sidecar] : [])];
  const resolved = resolve(sidecars);
  const replicas = scaling ?? Scaling.fixed(1);
  const [stable, ...others] = found.map((each): Track => {
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
    tracks: [stable, ...others],
    scaling: replicas,
    rollout: rollout ?? Rollout.rolling(),
    exposure: exposure ?? Exposure.internal(),
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
  for (const { name, replicas } of tracks.filter((track) => track.name === 'canary')) {
    yield* replicaProblems(`${name}.replicas`, replicas);
    if (replicas <= scaling.least) continue;
    const message = `the ${name} has ${replicas} replicas, but the usual version may have only ${scaling.least}, so most requests would go to the ${name}`;
    yield problem('canary-replicas', 'canary', message, `set canary.replicas to ${scaling.least} or less`);
  }
}
