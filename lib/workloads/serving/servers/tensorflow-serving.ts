import { Duration } from 'cdk8s';
import { k8s } from 'cdk8s-plus-27';
import { accepted } from '../../../core/problems/errors';
import { problem, type Problem } from '../../../core/problems/problem';
import { DURATION, number, object, optional, optionProblems, text, type Rules } from '../../../core/problems/rules';
import type { ResolvedResources } from '../../pod/resources';
import { CONFIG_FOLDER, LIVE_FOLDER, type ModelServer, type ServedModel, type ServerContainer } from '../model-server';
import { newestOf } from '../version-policy';
import { batchingFile, BATCHING, batchingProblems, type BatchingOptions } from './tensorflow-batching';
import { modelConfig, MONITORING_CONFIG, METRICS_PATH } from './tensorflow-config';

/** Options of TensorFlow Serving. */
export interface TensorFlowServingOptions {
  /** The version of its image `tensorflow/serving`. @default '2.20.0' */
  readonly version?: string;
  /** Its image. @default - `tensorflow/serving` of `version`, and with `-gpu` for pods with GPUs */
  readonly image?: string;
  /** The port for gRPC. @default 8500 */
  readonly grpcPort?: number;
  /** The port for REST, and for metrics. @default 8501 */
  readonly restPort?: number;
  /** Requests of several clients are computed together. @default - each alone */
  readonly batching?: BatchingOptions;
  /** The share of a GPU's memory that it may take, above 0 and up to 1. @default - it grows as it needs */
  readonly gpuMemoryFraction?: number;
  /**
   * How long a connection of gRPC lives. Its client then connects anew, perhaps to another pod. Otherwise new pods get no
   * requests of clients that are there already, and connections to a pod that stops would break: it stays as long as they live.
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
}

const PORT = number('give a port, such as 8500');
const OPTIONS: Rules<TensorFlowServingOptions> = {
  version: optional(text('give the version, such as "2.20.0"')),
  image: optional(text('name the image, with a tag')),
  grpcPort: optional(PORT),
  restPort: optional(PORT),
  batching: optional(object(BATCHING, 'give { maxBatchSize: 32 }')),
  gpuMemoryFraction: optional(number('give a number, such as 0.5')),
  maxConnectionAge: optional(DURATION),
  pollInterval: optional(DURATION),
};

const VERSION = '2.20.0';

/** Predictions, and gRPC's own question for health. ModelService, on the same port, loads other models. */
const CLIENT_PATHS = ['/tensorflow.serving.PredictionService/', '/grpc.health.v1.Health/'];

/**
 * TensorFlow Serving, for SavedModels, by gRPC and REST.
 *
 * @see https://www.tensorflow.org/tfx/serving/serving_config
 */
export class TensorFlowServing implements ModelServer {
  readonly name = 'TensorFlow Serving';
  readonly readsBuckets = true;

  static of(options: TensorFlowServingOptions): TensorFlowServing {
    const checks = [optionProblems(options, OPTIONS), valueProblems(options)];
    return accepted('ModelServer.tensorFlowServing', checks, () => new TensorFlowServing(options));
  }

  private constructor(private readonly options: TensorFlowServingOptions) {}

  problems(): Iterable<Problem> {
    return [];
  }

  container(model: ServedModel, resources: ResolvedResources): ServerContainer {
    const { grpcPort = 8500, restPort = 8501, batching, maxConnectionAge = Duration.seconds(30) } = this.options;
    const path = `/v1/models/${model.name}`;
    const newest = model.loaded === undefined ? newestOf(model.policy) : undefined;
    const version = newest === undefined ? '' : `/versions/${newest}`;
    const models = { 'models.config': modelConfig(model) };
    return {
      image: model.image ?? this.imageFor(resources),
      command: ['/usr/bin/tensorflow_model_server'],
      args: this.argsFor(model, resources, maxConnectionAge),
      env:
        resources.gpus > 0 && this.options.gpuMemoryFraction === undefined ? { TF_FORCE_GPU_ALLOW_GROWTH: 'true' } : {},
      ports: [
        { name: 'grpc', port: grpcPort, protocol: 'grpc', admin: 'load other models', clientPaths: CLIENT_PATHS },
        { name: 'http', port: restPort, protocol: 'http' },
      ],
      // The status of a model is there before the model is. Its metadata needs a loaded version.
      ready: {
        httpGet: { path: `${path}${version}/metadata`, port: k8s.IntOrString.fromString('http') },
      },
      // It listens after its first load. Before, the start-up probe waits.
      alive: { tcpSocket: { port: k8s.IntOrString.fromString('grpc') } },
      files: {
        ...(model.loaded === undefined && models),
        'monitoring.config': MONITORING_CONFIG,
        ...(batching && { 'batching.config': batchingFile(batching) }),
      },
      live: model.loaded && {
        files: models,
        port: 'http',
        loadedPath: (of) => `${path}/versions/${of}/metadata`,
      },
      metrics: { port: 'http', path: METRICS_PATH },
      ignoresTerm: true,
      connectionAge: maxConnectionAge,
    };
  }

  private imageFor({ gpus }: ResolvedResources): string {
    const { version = VERSION, image = `tensorflow/serving:${version}${gpus > 0 ? '-gpu' : ''}` } = this.options;
    return image;
  }

  private argsFor(model: ServedModel, resources: ResolvedResources, maxConnectionAge: Duration): string[] {
    const { grpcPort = 8500, restPort = 8501, batching, gpuMemoryFraction } = this.options;
    const age = maxConnectionAge.toMilliseconds();
    const poll = this.pollSeconds(model);
    return [
      `--port=${grpcPort}`,
      `--rest_api_port=${restPort}`,
      `--model_config_file=${model.loaded === undefined ? CONFIG_FOLDER : LIVE_FOLDER}/models.config`,
      ...(model.loaded === undefined ? [] : [`--model_config_file_poll_wait_seconds=${poll}`]),
      `--file_system_poll_wait_seconds=${poll}`,
      // Without it a server with labels does not start, because no version is there yet.
      ...(hasLabels(model) || model.loaded !== undefined ? ['--allow_version_labels_for_unavailable_models=true'] : []),
      `--monitoring_config_file=${CONFIG_FOLDER}/monitoring.config`,
      ...(batching ? ['--enable_batching=true', `--batching_parameters_file=${CONFIG_FOLDER}/batching.config`] : []),
      ...(gpuMemoryFraction === undefined ? [] : [`--per_process_gpu_memory_fraction=${gpuMemoryFraction}`]),
      `--grpc_channel_arguments=grpc.max_connection_age_ms=${age},grpc.max_connection_age_grace_ms=${GRACE_MS}`,
      // By default it counts the processors of the node, not those of the pod.
      `--grpc_max_threads=${4 * Math.max(1, Math.ceil(resources.cpuMillis / 1000))}`,
      '--enable_profiler=false',
    ];
  }

  private pollSeconds({ policy, location, loaded }: ServedModel): number {
    const usual = policy.kind === 'pinned' && loaded === undefined ? 0 : location.startsWith('gs://') ? 60 : 5;
    return this.options.pollInterval?.toSeconds() ?? usual;
  }
}

/** Requests that run when a connection is closed for its age have this time. */
const GRACE_MS = 30_000;

function hasLabels({ policy }: ServedModel): boolean {
  return policy.kind === 'pinned' && Object.keys(policy.labels).length > 0;
}

function* valueProblems(options: TensorFlowServingOptions): Generator<Problem> {
  const { grpcPort = 8500, restPort = 8501, gpuMemoryFraction, batching } = options;
  for (const [property, port] of Object.entries({ grpcPort, restPort })) {
    if (Number.isInteger(port) && port > 0 && port < 65_536) continue;
    yield problem('server-port', property, `${port} is not a port`, 'use a whole number from 1 to 65535');
  }
  if (grpcPort === restPort) {
    const message = `gRPC and REST cannot share port ${grpcPort}`;
    yield problem('server-port', 'restPort', message, `set restPort to another port, such as ${grpcPort + 1}`);
  }
  if (gpuMemoryFraction !== undefined && !(gpuMemoryFraction > 0 && gpuMemoryFraction <= 1)) {
    const message = `${gpuMemoryFraction} is not a share of a GPU's memory`;
    yield problem('gpu-memory-fraction', 'gpuMemoryFraction', message, 'use a number above 0 and up to 1, such as 0.5');
  }
  if (batching) yield* batchingProblems(batching);
}
