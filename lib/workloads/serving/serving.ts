import { Duration } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { POOL, type INodePool } from '../../core/contracts/node-pool';
import { nameProblems } from '../../core/names/name';
import { refuse } from '../../core/problems/errors';
import { problem, type Problem } from '../../core/problems/problem';
import { choice, DURATION, FLAG, number, object, optional, text, type Rules } from '../../core/problems/rules';
import { secondsProblems } from '../../core/problems/seconds-problems';
import type { BucketUse } from '../pod/bucket-uses';
import { CONTAINER_OPTIONS, podOptionProblems, SERVER_SETTINGS } from '../pod/pod-option-problems';
import type { ContainerOptions, PodOptions, PodSettings } from '../pod/pod-options';
import { amountProblems } from '../pod/quantity-problems';
import { resolveResources, RESOURCES, type ResolvedResources, type ResourceOptions } from '../pod/resources';
import { Exposure, EXPOSURE } from './exposure';
import { locate } from './model-location';
import { SERVER, type ModelServer, type ServedModel, type ServerContainer } from './model-server';
import { MODEL, type ModelSource } from './model-source';
import { Rollout, ROLLOUT } from './rollout';
import { replicaProblems, Scaling, SCALING } from './scaling';
import { Telemetry, TELEMETRY } from './telemetry';

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
  /** Who collects its metrics, and is told when it is not well. @default - managed Prometheus where the cluster has it, or else nobody */
  readonly telemetry?: Telemetry;
  /** Whether the server writes a line for each request into its log. Refused for servers that cannot. @default false */
  readonly requestLog?: boolean;
  /** Whether the proxy of a service mesh stands before the server. @default - as the mesh decides for the namespace */
  readonly mesh?: 'in' | 'out';
  /**
   * How long a pod that is to stop goes on as if nothing were, while the cluster learns to send it no more requests. Whole
   * seconds. @default Duration.seconds(15)
   */
  readonly drain?: Duration;
  /** The time that the longest request takes. A pod that is to stop gets it after `drain`. Whole seconds. @default Duration.seconds(30) */
  readonly longestRequest?: Duration;
  /**
   * The longest time from the start of the container to a loaded model, the pull of the image apart. A pod that takes longer is
   * started again. Whole seconds. @default Duration.minutes(10)
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
  telemetry: optional(TELEMETRY),
  requestLog: optional(FLAG),
  mesh: optional(choice('in', 'out')),
  drain: optional(DURATION),
  longestRequest: optional(DURATION),
  loadTime: optional(DURATION),
};

/** Equal replicas of one version. */
export interface Track {
  /** Tells its pods from those of other tracks. */
  readonly name: 'stable' | 'canary';
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
  const { drain = Duration.seconds(15), longestRequest = Duration.seconds(30), loadTime, ...others } = rest;
  const { telemetry, requestLog = false, mesh, ...settings } = others;
  const grace = { drain, longestRequest, loadTime: loadTime ?? Duration.minutes(10) };
  refuse(where, [...serverNameProblems(name, canary !== undefined), ...timeProblems(grace)]);
  const terminationGracePeriod = Duration.seconds(drain.toSeconds() + longestRequest.toSeconds());
  const found = [{ track: 'stable' as const, source: model }, ...canaryOf(canary)].map(({ track, source }) => ({
    track,
    source,
    location: locate(source, server),
  }));
  const [first] = found;
  const mounts = [...(first?.location.mounts ?? []), ...(settings.mounts ?? [])];
  const resolved = resolveResources({
    pool,
    accelerated: true,
    options: resources,
    mounts,
    sidecars: settings.sidecars,
  });
  const replicas = scaling ?? Scaling.fixed(1);
  const [stable, ...further] = found.map(({ track, source, location }): Track => {
    const served = {
      name: modelName,
      policy: source.policy,
      location: location.location,
      image: location.image,
      logRequests: requestLog,
    };
    const container = server.container(served, resolved);
    return {
      name: track,
      objectName: track === 'stable' ? name : `${name}-${track}`,
      model: served,
      container,
      pod: {
        ...settings,
        terminationGracePeriod,
        image: container.image,
        command: container.command,
        args: container.args,
        mounts: [...location.mounts, ...(container.mounts ?? []), ...(settings.mounts ?? [])],
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
    ...grace,
    bucketUses: found.flatMap(({ location }) => location.uses),
  };
  refuse(where, servingProblems(serving));
  return serving;
}

function canaryOf(canary: CanaryOptions | undefined) {
  return canary ? [{ track: 'canary' as const, source: canary.model }] : [];
}

/** Services have the strictest names. */
function* serverNameProblems(name: string, hasCanary: boolean): Generator<Problem> {
  yield* nameProblems({ what: 'serving', max: 63 - (hasCanary ? '-canary'.length : 0), property: 'servingName' }, name);
}

function* timeProblems(times: Pick<ResolvedServing, 'drain' | 'longestRequest' | 'loadTime'>): Generator<Problem> {
  for (const [property, time] of Object.entries(times)) yield* secondsProblems(property, time, 1);
}

function* servingProblems(serving: DecidedServing): Generator<Problem> {
  const { server, tracks, resources, scaling } = serving;
  const [{ pod }] = tracks;
  yield* podOptionProblems(pod);
  yield* amountProblems({ name: 'replica', resolved: resources });
  for (const { model } of tracks) yield* server.problems(model, resources);
  yield* requestLogProblems(serving);
  for (const { name, replicas } of tracks.slice(1)) {
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
