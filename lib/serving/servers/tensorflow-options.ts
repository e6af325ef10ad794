import { boundsProblems, nearestTo, problem, secondsProblems, type Advice, type Problem } from '../../core/problems';
import type { Duration } from 'cdk8s';
import { objectNameProblems, isDataKey } from '../../core/names/kubernetes-name';
import { flagOf, memoryFractionProblems, ownedArgProblems, portProblems } from './server-options';
import { batchingProblems, type BatchingOptions } from './tensorflow-batching';
import { isBefore, isVersion, releaseIn, type Release } from './release';
import { FLAGS, OLDEST, OWNED, SINCE } from './tensorflow-flags';

/** The threads of TensorFlow's sessions. `session` excludes the other two. */
export interface ThreadOptions {
  /** The threads of each of the two pools. @default - as many as the node has processors */
  readonly session?: number;
  /** The threads that compute one operation together. @default - as many as the node has processors */
  readonly intraOp?: number;
  /** The operations that are computed at once. @default - as many as the node has processors */
  readonly interOp?: number;
}

/** The loading of versions. */
export interface LoadingOptions {
  /** The versions that are loaded at once. 0: one after the other, by the thread that manages them. @default 0 */
  readonly threads?: number;
  /** The versions that are unloaded at once, in the same way. @default 0 */
  readonly unloadThreads?: number;
  /** The number of retries of a failed load. After them, a starting server ends, and a running one gives the version up. @default 5 */
  readonly retries?: number;
  /** The time between two tries. @default Duration.minutes(1) */
  readonly retryInterval?: Duration;
}

/** A Secret with the keys of a server. */
export interface TlsOptions {
  /** A Secret of the namespace. It is not made here. */
  readonly secretName: string;
  /** The key with an SSLConfig in protobuf text: `server_key`, `server_cert`, perhaps `custom_ca` and `client_verify`. @default 'ssl.config' */
  readonly key?: string;
}

export interface TensorFlowServingOptions {
  /**
   * The version of its image `tensorflow/serving`, or of the server in another `image`. Flags that it does not have are left out; options that
   * need a newer one are refused. The oldest is 2.0.0.
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
  /** The time after which REST gives up a request. @default - `requestTimeout` of the serving */
  readonly restTimeout?: Duration;
  /** TLS for gRPC, by PEM texts in a Secret. REST stays without, for checks and metrics. @default - none: requests cross the network in clear */
  readonly tls?: TlsOptions;
  /** The batching of requests of several clients. @default - none: each is computed alone, so a GPU is seldom busy */
  readonly batching?: BatchingOptions;
  /**
   * The number of times that each request in `assets.extra/tf_serving_warmup_requests` of a version is computed while
   * it loads, so that first requests are not slow. 0 turns it off. A version without such a file is not warmed up.
   *
   * @default 1
   * @see https://www.tensorflow.org/tfx/serving/saved_model_warmup
   */
  readonly warmupIterations?: number;
  /** The share of a GPU's memory that it may take, above 0 and up to 1. @default - it grows as it needs, and leaves nothing to other pods that share the GPU */
  readonly gpuMemoryFraction?: number;
  /** The threads that compute. @default - TensorFlow's own */
  readonly threads?: ThreadOptions;
  /** The loading of versions. @default - one after the other, with five retries */
  readonly loading?: LoadingOptions;
  /**
   * The age at which a gRPC connection is closed. Its client then connects anew, perhaps to another pod. Otherwise new
   * pods get no requests of existing clients, and a terminating pod has to wait for them: `preStopDelay` is as long as
   * connections live. Whole seconds.
   *
   * @default Duration.seconds(30)
   * @see https://github.com/grpc/proposal/blob/master/A9-server-side-conn-mgt.md
   */
  readonly maxConnectionAge?: Duration;
  /**
   * The time between two polls for new versions. Set it for versions by their numbers too, if they may come after the
   * server: it waits for them, and would otherwise look only once.
   *
   * @default - for named versions once; else Duration.seconds(5), and 60 for models in buckets
   */
  readonly pollInterval?: Duration;
  /** Further flags, such as `['--mixed_precision=bfloat16']`. Those that options or the library set are refused. @default [] */
  readonly extraArgs?: readonly string[];
}

const VERSION: Release = '2.20.0';

/** The release whose flags are written. Other forms of `version` were refused before. */
export function releaseOf({
  image,
  version = releaseIn(image, 'tensorflow/serving') ?? VERSION,
}: TensorFlowServingOptions): Release {
  return isVersion(version) ? version : VERSION;
}

export function* tensorflowProblems(options: TensorFlowServingOptions): Generator<Problem> {
  const { grpcPort = 8500, restPort = 8501, version = releaseOf(options), batching, tls, extraArgs = [] } = options;
  yield* portProblems({ grpcPort, restPort });
  yield* memoryFractionProblems(options.gpuMemoryFraction);
  if (batching) yield* batchingProblems(batching);
  yield* countProblems(options);
  yield* secondsProblems({ pollInterval: options.pollInterval });
  yield* secondsProblems({ maxConnectionAge: options.maxConnectionAge }, { least: 1 });
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

function* versionProblems(options: TensorFlowServingOptions, version: Release): Generator<Problem> {
  if (isBefore(version, OLDEST)) {
    const message = `version ${version} of TensorFlow Serving is older than ${OLDEST}, the first that is supported`;
    yield problem('server-version', 'version', message, `raise version to ${OLDEST} or newer`);
    return;
  }
  const { loading = {}, warmupIterations = 1 } = options;
  const needed: Readonly<Record<string, boolean>> = {
    num_request_iterations_for_warmup: warmupIterations > 1,
    num_load_threads: loading.threads !== undefined,
    num_unload_threads: loading.unloadThreads !== undefined,
  };
  for (const [name, isNeeded] of Object.entries(needed)) {
    const since = SINCE[name];
    if (!isNeeded || since === undefined || !isBefore(version, since)) continue;
    const option = OWNED[name];
    const message = `${option} needs version ${since} of TensorFlow Serving, but version is ${version}`;
    yield problem('server-version', 'version', message, `raise version to ${since}, or leave ${option} out`);
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
  const some = {
    'threads.session': session,
    'threads.intraOp': intraOp,
    'threads.interOp': interOp,
    'restTimeout in milliseconds': restTimeout?.toMilliseconds({ integral: false }),
  };
  const any = {
    'loading.threads': loading.threads,
    'loading.unloadThreads': loading.unloadThreads,
    'loading.retries': loading.retries,
    'loading.retryInterval in seconds': loading.retryInterval?.toSeconds({ integral: false }),
    warmupIterations,
  };
  yield* boundsProblems('server-count', some, { least: 1, most: MOST });
  yield* boundsProblems('server-count', any, { most: MOST });
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

export function* unknownFlags({ extraArgs = [] }: TensorFlowServingOptions): Generator<Advice> {
  for (const arg of extraArgs) {
    const flag = flagOf(arg);
    if (flag === undefined || FLAGS.includes(flag)) continue;
    const near = nearestTo(flag, FLAGS);
    const fix = near === undefined ? 'leave it out' : `write --${near}`;
    const message = `TensorFlow Serving up to ${VERSION} has no flag --${flag}`;
    yield problem('server-arg-unknown', 'extraArgs', message, `${fix}, or acknowledge this if a newer server has it`);
  }
}
