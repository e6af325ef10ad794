import type { Duration } from 'cdk8s';
import type { Advice } from '../../core/problems/check';
import type { Problem } from '../../core/problems/problem';
import { contract, FLAG, METHOD, optional, text, type Rules } from '../../core/problems/rules';
import type { EnvValue } from '../pod/env-value';
import type { Mount } from '../pod/mount';
import type { ResolvedResources } from '../pod/resources';
import type { HubModel } from './model/hub-model';
import type { ServerCheck } from './server-check';
import type { VersionPolicy } from './model/version-policy';

/**
 * A program that answers requests with a model: TensorFlow Serving, Triton. Pure: from a model to a container. It sees neither
 * the construct nor the platform that runs the container.
 */
export interface ModelServer {
  /** For messages: `TensorFlow Serving`. */
  readonly name: string;
  /** Whether it reads `gs://` itself. @default false */
  readonly readsBuckets?: boolean;
  /** Whether it can write a line for each request into its log. @default false */
  readonly logsRequests?: boolean;
  /** Whether it downloads models of Hugging Face itself. @default false */
  readonly readsHuggingFace?: boolean;
  /** Problems of a model for this server. */
  problems(model: ServedModel, resources: ResolvedResources): Iterable<Problem>;
  /** Advice about a model for this server. @default - none */
  advice?(model: ServedModel, resources: ResolvedResources): Iterable<Advice>;
  container(model: ServedModel, resources: ResolvedResources): ServerContainer;
}

const MODEL_SERVER: Rules<ModelServer> = {
  name: text('name it for messages'),
  readsBuckets: optional(FLAG),
  logsRequests: optional(FLAG),
  readsHuggingFace: optional(FLAG),
  problems: METHOD,
  advice: optional(METHOD),
  container: METHOD,
};

export const SERVER = contract('container', MODEL_SERVER, 'use ModelServer.tensorFlowServing() or another server');

/** The model of one pod, as its server finds it. */
export interface ServedModel {
  /** The name by which clients ask for it. */
  readonly name: string;
  /** The folder of its versions in the container, or their address: `gs://…`. */
  readonly location: string;
  readonly policy: VersionPolicy;
  /** The image that has the model in it. @default - the server's own image */
  readonly image?: string;
  /** The model of Hugging Face that the server downloads below `location`. @default - the files are there */
  readonly hub?: HubModel;
  /** The versions that running pods have loaded already, if they are changed without new pods. @default - each change starts new pods */
  readonly loaded?: readonly number[];
  /** Whether each request is to have a line in the server's log. @default false */
  readonly logRequests?: boolean;
}

/** The folder of a server's config files in its container. */
export const CONFIG_FOLDER = '/etc/serving';

/** The folder of the config files that change while a server runs. */
export const LIVE_FOLDER = '/etc/serving-live';

/** How a server takes other versions while it runs. */
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
  /** Whether clients speak TLS there, which no proxy of the pod does. @default false */
  readonly tls?: boolean;
  /** What else than inference clients can do there, such as "load other models". @default - nothing */
  readonly admin?: string;
  /** How the paths of the calls begin that clients need, such as `/tensorflow.serving.PredictionService/`. @default - not known */
  readonly clientPaths?: readonly string[];
}

/** A counter of Prometheus, or some of its series. */
export interface ServerCounter {
  /** As the server writes it. A colon at its beginning is taken off when it is collected. */
  readonly name: string;
  /** What its series have, in the words of Prometheus: `status!="OK"`. @default - all of its series */
  readonly match?: string;
}

/** How a server tells the time that its requests take. */
export interface ServerLatency {
  /** A histogram, without `_bucket`; or two counters, of which only the mean is known. */
  readonly of: { readonly histogram: string } | { readonly sum: ServerCounter; readonly count: ServerCounter };
  readonly unit: 'microseconds' | 'seconds';
}

/** The metrics of a server. Rules and scalers are made of those that it names. */
export interface ServerMetrics {
  /** The name of the port. */
  readonly port: string;
  readonly path: string;
  /** The counters that together count all requests. Replicas follow the first. @default - requests are not counted */
  readonly requests?: readonly [ServerCounter, ...ServerCounter[]];
  /** Those of them that failed by the server's fault. @default - not counted */
  readonly failures?: ServerCounter;
  /** @default - not told */
  readonly latency?: ServerLatency;
  /** Models that could not be loaded while the server ran. @default - not counted */
  readonly failedLoads?: ServerCounter;
}

/** The container of one server. */
export interface ServerContainer {
  readonly image: string;
  /** @default - the image's */
  readonly command?: readonly string[];
  /** @default - the image's */
  readonly args?: readonly string[];
  /** Its variables; those of the user go before them. @default {} */
  readonly env?: Readonly<Record<string, string | EnvValue>>;
  /** The port for most clients comes first. */
  readonly ports: readonly [ServerPort, ...ServerPort[]];
  /** Answered when the model is loaded, not before. */
  readonly ready: ServerCheck;
  /** Answered as long as the program runs. @default - not asked */
  readonly alive?: ServerCheck;
  /** Texts by their names in `CONFIG_FOLDER`. @default {} */
  readonly files?: Readonly<Record<string, string>>;
  /** What changes while it runs, if the model is changed without new pods. Nothing else of the container depends on the versions then. @default - nothing */
  readonly live?: LiveConfig;
  /** Further mounts that it needs. @default [] */
  readonly mounts?: readonly Mount[];
  /** @default - it has none */
  readonly metrics?: ServerMetrics;
  /**
   * What it does after SIGTERM. `serves`: it goes on until it is killed at the end of the grace period. `finishes`: it ends the
   * requests that run and takes no more. `aborts`: it ends at once, so the pod waits for the longest request before.
   */
  readonly afterTerm: 'serves' | 'finishes' | 'aborts';
  /** The longest time from its start to a loaded model, if a serving says nothing else. @default Duration.minutes(10) */
  readonly loadTime?: Duration;
  /** How long a client keeps one connection, and so one pod. @default - as long as it likes */
  readonly connectionAge?: Duration;
}
