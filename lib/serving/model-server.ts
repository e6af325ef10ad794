import type { Duration, Size } from 'cdk8s';
import type { Advice, Problem } from '../core/problems';
import type { EnvValue } from '../pods/containers/env-value';
import type { Mount } from '../pods/mounts/mount';
import type { ResolvedResources } from '../pods/containers/resources';
import type { ModelReader, ServedModel } from '../model/served-model';
import type { ServerCheck } from './server-check';

/**
 * A program that answers requests with a model: TensorFlow Serving, Triton. Pure: from a model to a container. It sees neither
 * the construct nor the platform that runs the container.
 */
export interface ModelServer extends ModelReader {
  /** Support for a line in its log for each request. @default false */
  readonly logsRequests?: boolean;
  /** The longest time of a request, if the serving sets none. Servers whose answers are streams have minutes. @default Duration.seconds(30) */
  readonly requestTimeout?: Duration;
  /** The machines of each replica. A pod on each of them runs a part of the model, and the first one, the leader, answers. @default 1 */
  readonly machines?: number;
  /** The memory that the weights take, if the program says it. @default - the name of the model may tell it */
  readonly weights?: Size;
  /** Problems of a model for this server. */
  problems(model: ServedModel, resources: ResolvedResources): Iterable<Problem>;
  /** Advice about a model for this server. @default - none */
  advice?(model: ServedModel, resources: ResolvedResources): Iterable<Advice>;
  container(model: ServedModel, resources: ResolvedResources): ServerContainer;
}

/** The folder of a server's config files in its container. */
export const CONFIG_FOLDER = '/etc/serving';

/** The folder of the config files that change while a server runs. */
export const LIVE_FOLDER = '/etc/serving-live';

/** The files by which a server takes other versions while it runs, and a check of them. */
export interface LiveConfig {
  /** Texts by their names in `LIVE_FOLDER`, which the server reads again after a change. */
  readonly files: Readonly<Record<string, string>>;
  /** The name of the port that tells which versions are loaded. */
  readonly port: string;
  /** The path that is answered with success if a version is loaded, and with an error if it is not. */
  readonly loadedPath: (version: number) => string;
}

/** A port where a server listens. */
export interface ServerPort {
  /** `grpc`, `http`: its name in the pod and in the Service. */
  readonly name: string;
  readonly port: number;
  readonly protocol: 'grpc' | 'http';
  /** True if clients speak TLS there, which no proxy of the pod does. @default false */
  readonly tls?: boolean;
  /** The calls there that are not for inference clients, such as "load other models". @default - none */
  readonly admin?: string;
  /** The beginnings of the paths that clients call, such as `/tensorflow.serving.PredictionService/`. @default - not known */
  readonly clientPaths?: readonly string[];
}

/** A counter of Prometheus, or some of its series. */
export interface ServerCounter {
  /** The name that the server writes. A colon at its beginning is removed by the collection. */
  readonly name: string;
  /** A selector of its series, in the words of Prometheus: `status!="OK"`. @default - all of its series */
  readonly match?: string;
}

/** The metrics of the time that requests take. */
export interface ServerLatency {
  /** A histogram, without `_bucket`; or two counters, of which only the mean is known. */
  readonly of: { readonly histogram: string } | { readonly sum: ServerCounter; readonly count: ServerCounter };
  readonly unit: 'microseconds' | 'seconds';
}

/** The metrics of a server. Rules and scalers use those that it names. */
export interface ServerMetrics {
  /** The name of the port. */
  readonly port: string;
  readonly path: string;
  /** The counters that together count all requests. Replicas follow the first. @default - requests are not counted */
  readonly requests?: readonly [ServerCounter, ...ServerCounter[]];
  /** The counter of requests that failed by the server's fault. @default - not counted */
  readonly failures?: ServerCounter;
  /** @default - not known */
  readonly latency?: ServerLatency;
  /** The counter of models that could not be loaded while the server ran. @default - not counted */
  readonly failedLoads?: ServerCounter;
}

/** A call by HTTP, and the protocol of its request and its answer. */
export interface ServerPredict {
  readonly path: string;
  /** `v1`: `instances` and `predictions`, as TensorFlow Serving has them. `v2`: `inputs` and `outputs`, the Open Inference Protocol. */
  readonly protocol: 'v1' | 'v2';
}

/** The container of one server. */
export interface ServerContainer {
  readonly image: string;
  /** @default - the image's */
  readonly command?: readonly string[];
  /** @default - the image's */
  readonly args?: readonly string[];
  /** The arguments after `args` on the machines of a replica that do not answer. @default [] */
  readonly workerArgs?: readonly string[];
  /** Its environment variables, after the user's. @default {} */
  readonly env?: Readonly<Record<string, string | EnvValue>>;
  /** The port for most clients comes first. */
  readonly ports: readonly [ServerPort, ...ServerPort[]];
  /** A check that succeeds when the model is loaded, not before. */
  readonly ready: ServerCheck;
  /** A check that succeeds as long as the program runs. @default - none */
  readonly alive?: ServerCheck;
  /** The variable with a key that clients show if it is set. A load balancer for everyone needs it, by a Secret. @default - none */
  readonly keyVariable?: string;
  /** Texts by their names in `CONFIG_FOLDER`. @default {} */
  readonly files?: Readonly<Record<string, string>>;
  /** The files that change while it runs, for new versions without new pods. Nothing else of the container depends on the versions then. @default - none */
  readonly live?: LiveConfig;
  /** Further mounts that it needs. @default [] */
  readonly mounts?: readonly Mount[];
  /** @default - it has none */
  readonly metrics?: ServerMetrics;
  /** The call by which a graph asks for predictions, at its first port with HTTP. @default - not known: no graph can have it */
  readonly predict?: ServerPredict;
  /**
   * The reaction to SIGTERM. `serves`: it serves until it is killed after the grace period. `finishes`: it ends its
   * requests and takes no more. `aborts`: it ends at once, so SIGTERM comes after the time of the longest request.
   */
  readonly afterTerm: 'serves' | 'finishes' | 'aborts';
  /** The longest time from its start to a loaded model, if the serving sets none. @default Duration.minutes(10) */
  readonly startupTimeout?: Duration;
  /** The longest time that a client keeps one connection, and so one pod. @default - no limit */
  readonly connectionAge?: Duration;
}
