import { Duration } from 'cdk8s';
import { accepted, type Advice, type Problem } from '../../core/problems';
import { Mount } from '../../pods/mounts/mount';
import type { ResolvedResources } from '../../pods/containers/resources';
import { CONFIG_FOLDER, LIVE_FOLDER, type ModelServer, type ServerContainer } from '../model-server';
import type { ServedModel } from '../../model/served-model';
import { ServerCheck } from '../server-check';
import { newestOf } from '../../model/version-policy';
import { modelNameProblems } from './server-options';
import { batchingFile } from './tensorflow-batching';
import { METRICS, modelConfig, MONITORING_CONFIG } from './tensorflow-config';
import type { Release } from './release';
import { knownTo } from './tensorflow-flags';
import { gpuAdvice, pollAdvice, pollProblems } from './tensorflow-model-problems';
import {
  releaseOf,
  tensorflowProblems,
  unknownFlags,
  type TensorFlowServingOptions,
  type TlsOptions,
} from './tensorflow-options';

/** Predictions, and the health service of gRPC. ModelService, on the same port, loads other models. */
const CLIENT_PATHS = ['/tensorflow.serving.PredictionService/', '/grpc.health.v1.Health/'];

/** The same by REST, after the path of the model. Below that path are its versions, labels and metadata. */
const REST_CALLS = [':predict', ':classify', ':regress', ''];

const TLS_FOLDER = '/etc/serving-tls';

/**
 * TensorFlow Serving, for SavedModels, by gRPC and REST. It ignores SIGTERM, and answers until it is killed.
 *
 * @see https://www.tensorflow.org/tfx/serving/serving_config
 */
export class TensorFlowServing implements ModelServer {
  readonly name = 'TensorFlow Serving';
  readonly readsBuckets = true;

  static of(options: TensorFlowServingOptions): TensorFlowServing {
    return accepted(
      'ModelServer.tensorFlowServing',
      [tensorflowProblems(options)],
      () => new TensorFlowServing(options),
    );
  }

  private constructor(private readonly options: TensorFlowServingOptions) {}

  *problems(model: ServedModel): Generator<Problem> {
    yield* modelNameProblems(this.name, model);
    yield* pollProblems(this.options, model);
  }

  *advice({ location, image }: ServedModel, { gpus }: ResolvedResources): Generator<Advice> {
    yield* unknownFlags(this.options);
    yield* pollAdvice(this.options, location);
    yield* gpuAdvice(this.options, image ?? this.options.image, gpus);
  }

  container(model: ServedModel, resources: ResolvedResources): ServerContainer {
    const { grpcPort = 8500, restPort = 8501, batching, tls, gpuMemoryFraction } = this.options;
    const version = releaseOf(this.options);
    const path = `/v1/models/${model.name}`;
    const newest = model.loaded === undefined ? newestOf(model.policy) : undefined;
    const ofVersion = newest === undefined ? '' : `/versions/${newest}`;
    const models = { 'models.config': modelConfig(model) };
    return {
      image: model.image ?? this.imageFor(version, resources),
      command: ['/usr/bin/tensorflow_model_server'],
      args: [...knownTo(version, this.flags(model, resources)), ...(this.options.extraArgs ?? [])],
      env: resources.gpus > 0 && gpuMemoryFraction === undefined ? { TF_FORCE_GPU_ALLOW_GROWTH: 'true' } : {},
      ports: [
        {
          name: 'grpc',
          port: grpcPort,
          protocol: 'grpc',
          tls: tls && true,
          admin: 'load other models',
          clientPaths: CLIENT_PATHS,
        },
        { name: 'http', port: restPort, protocol: 'http', clientPaths: REST_CALLS.map((call) => `${path}${call}`) },
      ],
      // The status of a model is there before the model is, but its metadata needs a loaded version.
      ready: ServerCheck.http(`${path}${ofVersion}/metadata`),
      // It listens after its first load. Until then, the start-up probe waits.
      alive: ServerCheck.tcp('grpc'),
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
      mounts: tls && [Mount.volume({ secret: { secretName: tls.secretName } }, TLS_FOLDER, { readOnly: true })],
      metrics: METRICS,
      predict: { path: `${path}:predict`, protocol: 'v1' },
      afterTerm: 'serves',
      connectionAge: this.connectionAge,
    };
  }

  private get connectionAge(): Duration {
    return this.options.maxConnectionAge ?? Duration.seconds(30);
  }

  private imageFor(version: Release, { gpus }: ResolvedResources): string {
    return this.options.image ?? `tensorflow/serving:${version}${gpus > 0 ? '-gpu' : ''}`;
  }

  /** The flags that differ from the server's own values. */
  private flags(model: ServedModel, { cpuMillis }: ResolvedResources) {
    const { grpcPort = 8500, restPort = 8501, restTimeout, batching, tls, warmupIterations = 1 } = this.options;
    const { gpuMemoryFraction, threads = {}, loading = {} } = this.options;
    const isLive = model.loaded !== undefined;
    const poll = this.pollSeconds(model);
    const age = this.connectionAge.toMilliseconds();
    // Requests that run when a connection is closed for its age come to their end.
    const grace = model.requestTimeout.toMilliseconds();
    return {
      port: grpcPort,
      rest_api_port: restPort,
      rest_api_timeout_in_ms: (restTimeout ?? model.requestTimeout).toMilliseconds(),
      ssl_config_file: tls && `${TLS_FOLDER}/${keyOf(tls)}`,
      model_config_file: `${isLive ? LIVE_FOLDER : CONFIG_FOLDER}/models.config`,
      model_config_file_poll_wait_seconds: isLive ? poll : undefined,
      file_system_poll_wait_seconds: poll,
      // Without it, a server with labels does not start, because no version is loaded yet.
      allow_version_labels_for_unavailable_models: hasLabels(model) || isLive ? true : undefined,
      monitoring_config_file: `${CONFIG_FOLDER}/monitoring.config`,
      enable_batching: batching ? true : undefined,
      batching_parameters_file: batching && `${CONFIG_FOLDER}/batching.config`,
      enable_model_warmup: warmupIterations === 0 ? false : undefined,
      num_request_iterations_for_warmup: warmupIterations > 1 ? warmupIterations : undefined,
      per_process_gpu_memory_fraction: gpuMemoryFraction,
      tensorflow_session_parallelism: threads.session,
      tensorflow_intra_op_parallelism: threads.intraOp,
      tensorflow_inter_op_parallelism: threads.interOp,
      num_load_threads: loading.threads,
      num_unload_threads: loading.unloadThreads,
      max_num_load_retries: loading.retries,
      load_retry_interval_micros: loading.retryInterval && loading.retryInterval.toSeconds() * 1_000_000,
      grpc_channel_arguments: `grpc.max_connection_age_ms=${age},grpc.max_connection_age_grace_ms=${grace}`,
      // By default it counts the processors of the node, not those of the pod.
      grpc_max_threads: 4 * Math.max(1, Math.ceil(cpuMillis / 1000)),
      enable_profiler: false,
    };
  }

  private pollSeconds({ policy, location, loaded }: ServedModel): number {
    const usual = policy.kind === 'pinned' && loaded === undefined ? 0 : location.startsWith('gs://') ? 60 : 5;
    return this.options.pollInterval?.toSeconds() ?? usual;
  }
}

function keyOf({ key = 'ssl.config' }: TlsOptions): string {
  return key;
}

function hasLabels({ policy }: ServedModel): boolean {
  return policy.kind === 'pinned' && Object.keys(policy.labels).length > 0;
}
