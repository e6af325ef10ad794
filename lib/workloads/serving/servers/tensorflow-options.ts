import type { Duration } from 'cdk8s';
import { objectName, objectNameProblems, isDataKey } from '../../../core/names/kubernetes-name';
import type { Advice } from '../../../core/problems/check';
import { problem, type Problem } from '../../../core/problems/problem';
import { DURATION, number, object, optional, text, type Rules } from '../../../core/problems/rules';
import { secondsProblems } from '../../../core/problems/seconds-problems';
import {
  EXTRA_ARGS,
  flagOf,
  memoryFractionProblems,
  nearestFlag,
  ownedArgProblems,
  PORT,
  portProblems,
} from './server-options';
import { BATCHING, batchingProblems, type BatchingOptions } from './tensorflow-batching';
import { isBefore, isVersion, releaseIn, type Release } from './release';
import { FLAGS, OLDEST } from './tensorflow-flags';

/** The threads of TensorFlow's sessions. `session` excludes the other two. */
export interface ThreadOptions {
  /** The threads of each of both pools. @default - as many as the node has processors */
  readonly session?: number;
  /** The threads that compute one operation together. @default - as many as the node has processors */
  readonly intraOp?: number;
  /** The operations that are computed at once. @default - as many as the node has processors */
  readonly interOp?: number;
}

/** How versions are loaded. */
export interface LoadingOptions {
  /** The versions that are loaded at once. 0: one after the other, by the thread that manages them. @default 0 */
  readonly threads?: number;
  /** The same for those that are unloaded. @default 0 */
  readonly unloadThreads?: number;
  /** How often a load that fails is tried again. Then a server that starts ends, and one that runs gives the version up. @default 5 */
  readonly retries?: number;
  /** The time between two tries. @default Duration.minutes(1) */
  readonly retryInterval?: Duration;
}

/** A Secret with the keys of a server. */
export interface TlsOptions {
  /** A Secret of the namespace. It is not made here. */
  readonly secretName: string;
  /** Its key with an SSLConfig in the text form of protocol buffers: `server_key`, `server_cert`, perhaps `custom_ca` and `client_verify`. @default 'ssl.config' */
  readonly key?: string;
}

/** Options of TensorFlow Serving. */
export interface TensorFlowServingOptions {
  /**
   * The version of its image `tensorflow/serving`, or of the server in another `image`. Flags that it does not have are left out; options that
   * need a newer one are refused. The oldest is 1.8.0.
   *
   * @default - the release in the tag of `image`, if that is a `tensorflow/serving`; or else 2.20.0
   */
  readonly version?: string;
  /** Its image. @default - `tensorflow/serving` of `version`, and with `-gpu` for pods with GPUs */
  readonly image?: string;
  /** The port for gRPC. @default 8500 */
  readonly grpcPort?: number;
  /** The port for REST, and for metrics. @default 8501 */
  readonly restPort?: number;
  /** The time after which REST gives up a request. @default - the server's own: 30 s */
  readonly restTimeout?: Duration;
  /** TLS for gRPC, by PEM texts in a Secret. REST stays without, for checks and metrics. @default - none */
  readonly tls?: TlsOptions;
  /** Requests of several clients are computed together. @default - each alone */
  readonly batching?: BatchingOptions;
  /**
   * How often each request in `assets.extra/tf_serving_warmup_requests` of a version is computed while it loads, so that first requests
   * are not slow. 0 turns it off. A version without such a file is not warmed up.
   *
   * @default 1
   * @see https://www.tensorflow.org/tfx/serving/saved_model_warmup
   */
  readonly warmupIterations?: number;
  /** The share of a GPU's memory that it may take, above 0 and up to 1. @default - it grows as it needs */
  readonly gpuMemoryFraction?: number;
  /** The threads that compute. @default - TensorFlow's own */
  readonly threads?: ThreadOptions;
  /** How versions are loaded. @default - one after the other, five tries more */
  readonly loading?: LoadingOptions;
  /**
   * How long a connection of gRPC lives. Its client then connects anew, perhaps to another pod. Otherwise new pods get no
   * requests of clients that are there already, and a pod that stops has to wait for them: `drain` is as long as connections live.
   * Whole seconds.
   *
   * @default Duration.seconds(30)
   * @see https://github.com/grpc/proposal/blob/master/A9-server-side-conn-mgt.md
   */
  readonly maxConnectionAge?: Duration;
  /**
   * How often it looks for new versions. Give it for versions that are named by their numbers too, if they may come after the
   * server: it waits for them, and would else look only once.
   *
   * @default - for named versions once; else Duration.seconds(5), and 60 for models in buckets
   */
  readonly pollInterval?: Duration;
  /** Further flags, such as `['--mixed_precision=bfloat16']`. Those that options or the library set are refused. @default [] */
  readonly extraArgs?: readonly string[];
}

const COUNT = number('give a number, such as 2');
const THREADS: Rules<ThreadOptions> = { session: optional(COUNT), intraOp: optional(COUNT), interOp: optional(COUNT) };
const LOADING: Rules<LoadingOptions> = {
  threads: optional(COUNT),
  unloadThreads: optional(COUNT),
  retries: optional(COUNT),
  retryInterval: optional(DURATION),
};
const TLS: Rules<TlsOptions> = {
  secretName: objectName('Secret'),
  key: optional(text('name the key, such as "ssl.config"')),
};

export const TENSORFLOW_SERVING: Rules<TensorFlowServingOptions> = {
  version: optional(text('give the version, such as "2.20.0"')),
  image: optional(text('name the image, with a tag')),
  grpcPort: optional(PORT),
  restPort: optional(PORT),
  restTimeout: optional(DURATION),
  tls: optional(object(TLS, "give { secretName: 'mnist-tls' }")),
  batching: optional(object(BATCHING, 'give { maxBatchSize: 32 }')),
  warmupIterations: optional(COUNT),
  gpuMemoryFraction: optional(number('give a number, such as 0.5')),
  threads: optional(object(THREADS, 'give { intraOp: 2, interOp: 2 }')),
  loading: optional(object(LOADING, 'give { threads: 2 }')),
  maxConnectionAge: optional(DURATION),
  pollInterval: optional(DURATION),
  extraArgs: optional(EXTRA_ARGS),
};

const VERSION: Release = '2.20.0';

/** The release whose flags are written. A version that is none was refused before. */
export function releaseOf({
  image,
  version = releaseIn(image, 'tensorflow/serving') ?? VERSION,
}: TensorFlowServingOptions): Release {
  return isVersion(version) ? version : VERSION;
}

/** Problems of options by themselves. */
export function* tensorflowProblems(options: TensorFlowServingOptions): Generator<Problem> {
  const { grpcPort = 8500, restPort = 8501, version = releaseOf(options), batching, tls, extraArgs = [] } = options;
  yield* portProblems({ grpcPort, restPort });
  yield* memoryFractionProblems(options.gpuMemoryFraction);
  if (batching) yield* batchingProblems(batching);
  yield* countProblems(options);
  yield* secondsProblems('pollInterval', options.pollInterval, 0);
  yield* secondsProblems('maxConnectionAge', options.maxConnectionAge, 1);
  if (tls) yield* tlsProblems(tls);
  yield* ownedArgProblems(extraArgs, OWNED);
  if (tls && extraArgs.some((arg) => flagOf(arg) === 'use_alts_credentials')) {
    const message = 'tls and --use_alts_credentials both set the keys of gRPC, and the server takes one of them';
    yield problem('server-arg', 'extraArgs', message, 'leave one of the two out');
  }
  if (!isVersion(version)) {
    const message = `${JSON.stringify(version)} is not a version of TensorFlow Serving`;
    yield problem('server-version', 'version', message, `give three numbers, such as "${VERSION}"`);
  } else yield* versionProblems(options, version);
}

const OWNED = Object.fromEntries(
  Object.entries(FLAGS).flatMap(([name, { by }]) =>
    by === undefined ? [] : [[name, by === 'library' ? undefined : by]],
  ),
);

/** Problems of options that a release does not have. */
function* versionProblems(options: TensorFlowServingOptions, version: Release): Generator<Problem> {
  if (isBefore(version, OLDEST)) {
    const message = `version ${version} has neither REST, by which it says that it is ready, nor an image`;
    yield problem('server-version', 'version', message, `raise version to ${OLDEST} or newer`);
    return;
  }
  const { threads = {}, loading = {}, tls, warmupIterations = 1, extraArgs = [] } = options;
  const needed: Readonly<Record<string, boolean>> = {
    ssl_config_file: tls !== undefined,
    enable_model_warmup: warmupIterations === 0,
    num_request_iterations_for_warmup: warmupIterations > 1,
    tensorflow_intra_op_parallelism: threads.intraOp !== undefined,
    tensorflow_inter_op_parallelism: threads.interOp !== undefined,
    num_load_threads: loading.threads !== undefined,
    num_unload_threads: loading.unloadThreads !== undefined,
    max_num_load_retries: loading.retries !== undefined,
    load_retry_interval_micros: loading.retryInterval !== undefined,
    ...Object.fromEntries(extraArgs.map((arg) => [flagOf(arg) ?? '', true])),
  };
  for (const [name, isNeeded] of Object.entries(needed)) {
    const { since, by = `--${name}` } = FLAGS[name] ?? {};
    if (!isNeeded || since === undefined || !isBefore(version, since)) continue;
    const message = `${by} needs version ${since} of TensorFlow Serving, but version is ${version}`;
    yield problem('server-version', 'version', message, `raise version to ${since}, or leave ${by} out`);
  }
}

/** The server keeps numbers in 32 bits. */
const MOST = 2 ** 31 - 1;

function* countProblems({
  threads = {},
  loading = {},
  warmupIterations,
  restTimeout,
}: TensorFlowServingOptions): Generator<Problem> {
  const { session, intraOp, interOp } = threads;
  const counts = {
    'threads.session': [session, 1],
    'threads.intraOp': [intraOp, 1],
    'threads.interOp': [interOp, 1],
    'loading.threads': [loading.threads, 0],
    'loading.unloadThreads': [loading.unloadThreads, 0],
    'loading.retries': [loading.retries, 0],
    warmupIterations: [warmupIterations, 0],
    'restTimeout in milliseconds': [restTimeout?.toMilliseconds({ integral: false }), 1],
    'loading.retryInterval in seconds': [loading.retryInterval?.toSeconds({ integral: false }), 0],
  } as const;
  for (const [property, [count, least]] of Object.entries(counts)) {
    if (count === undefined || (Number.isInteger(count) && count >= least && count <= MOST)) continue;
    const fix = count > MOST ? `use ${MOST} or less` : `use a whole number of ${least} or more`;
    yield problem('server-count', property, `${property} cannot be ${count}`, fix);
  }
  if (session === undefined || (intraOp === undefined && interOp === undefined)) return;
  const message = 'threads.session sets both pools of threads, and so do threads.intraOp and threads.interOp';
  yield problem('server-threads', 'threads', message, 'leave session out, or leave intraOp and interOp out');
}

function* tlsProblems({ secretName, key }: TlsOptions): Generator<Problem> {
  yield* objectNameProblems('Secret', 'tls.secretName', secretName);
  if (key === undefined || isDataKey(key)) return;
  const message = `${JSON.stringify(key)} cannot be the key of a Secret`;
  yield problem('name', 'tls.key', message, 'use letters, digits, "-", "_" and "." only, 253 at most');
}

/** Advice on flags that no release is known to have. */
export function* unknownFlags({ extraArgs = [] }: TensorFlowServingOptions): Generator<Advice> {
  const known = Object.keys(FLAGS);
  for (const arg of extraArgs) {
    const flag = flagOf(arg);
    if (flag === undefined || Object.hasOwn(FLAGS, flag)) continue;
    const near = nearestFlag(flag, known);
    const fix = near === undefined ? 'leave it out' : `write --${near}`;
    const message = `TensorFlow Serving up to ${VERSION} has no flag --${flag}`;
    yield problem('server-arg-unknown', 'extraArgs', message, `${fix}, or acknowledge this if a newer server has it`);
  }
}
