import { accepted, problem, secondsProblems, type Problem } from '../../core/problems';
import { Duration } from 'cdk8s';
import { CONFIG_FOLDER, type ModelServer, type ServerContainer, type ServerMetrics } from '../model-server';
import type { ServedModel } from '../../model/served-model';
import { ServerCheck } from '../server-check';
import { newestOf } from '../../model/version-policy';
import { modelNameProblems, numberProblems, ownedArgProblems, portProblems, STREAM_TIME } from './server-options';

export interface TritonOptions {
  /** The version of its image `nvcr.io/nvidia/tritonserver`. @default '26.07' */
  readonly version?: string;
  /** Its image. @default - `nvcr.io/nvidia/tritonserver` of `version`, with Python */
  readonly image?: string;
  /**
   * The configuration of the model as `config.pbtxt` has it, without `version_policy`, which comes from the versions that are
   * served. A `config.pbtxt` beside the versions is not read, so that a change of it makes new pods.
   *
   * @default - Triton finds it in the model's files: those of TensorRT, ONNX and OpenVINO say it
   * @see https://docs.nvidia.com/deeplearning/triton-inference-server/user-guide/docs/user_guide/model_configuration.html
   */
  readonly config?: string;
  /** The port for gRPC. @default 8001 */
  readonly grpcPort?: number;
  /** The port for REST. @default 8000 */
  readonly restPort?: number;
  /** The port for metrics. @default 8002 */
  readonly metricsPort?: number;
  /** The age at which a gRPC connection is closed; new pods then get requests. Whole seconds. @default Duration.minutes(5) */
  readonly maxConnectionAge?: Duration;
  /** Further flags, such as `['--log-verbose=1']`. Those that the library sets are refused. @default [] */
  readonly extraArgs?: readonly string[];
}

const OWNED = {
  'model-repository': undefined,
  'model-store': undefined,
  'model-control-mode': undefined,
  'exit-timeout-secs': undefined,
  'grpc-port': 'grpcPort',
  'http-port': 'restPort',
  'metrics-port': 'metricsPort',
  'grpc-max-connection-age': 'maxConnectionAge',
  'grpc-max-connection-age-grace': undefined,
};

/** The folder that the server reads: only the versions that are served are there, as links. */
const REPOSITORY = '/tmp/models';

const SCRIPT = [
  `mkdir -p "${REPOSITORY}/$MODEL_NAME"`,
  `cp ${CONFIG_FOLDER}/config.pbtxt "${REPOSITORY}/$MODEL_NAME/config.pbtxt"`,
  `for version in $MODEL_VERSIONS; do ln -sfn "$MODEL_PATH/$version" "${REPOSITORY}/$MODEL_NAME/$version"; done`,
  'exec tritonserver "$@"',
].join('\n');

const SUCCESSES = { name: 'nv_inference_request_success' };
const FAILURES = { name: 'nv_inference_request_failure' };

/**
 * Requests that clients cancel are no failures. Times are sums, and failed loads are not counted.
 *
 * @see https://docs.nvidia.com/deeplearning/triton-inference-server/user-guide/docs/user_guide/metrics.html
 */
export const METRICS: ServerMetrics = {
  port: 'metrics',
  path: '/metrics',
  requests: [SUCCESSES, FAILURES],
  failures: { ...FAILURES, match: 'reason!="CANCELED"' },
  latency: { of: { sum: { name: 'nv_inference_request_duration_us' }, count: SUCCESSES }, unit: 'microseconds' },
};

/**
 * NVIDIA's Triton, for models of TensorRT, ONNX, PyTorch, OpenVINO and Python, by gRPC and REST. On GPUs, or without. After SIGTERM it ends
 * the requests that run, and takes no more.
 *
 * @see https://docs.nvidia.com/deeplearning/triton-inference-server/user-guide/docs/index.html
 */
export class Triton implements ModelServer {
  readonly name = 'Triton';
  readonly requestTimeout = STREAM_TIME;

  static of(options: TritonOptions): Triton {
    return accepted('ModelServer.triton', [valueProblems(options)], () => new Triton(options));
  }

  private constructor(private readonly options: TritonOptions) {}

  *problems(model: ServedModel): Generator<Problem> {
    yield* numberProblems(this.name, model);
    yield* modelNameProblems(this.name, model);
    yield* configNameProblems(this.options, model.name);
  }

  container(model: ServedModel): ServerContainer {
    const { version = '26.07', image = `nvcr.io/nvidia/tritonserver:${version}-py3`, config = '' } = this.options;
    const { maxConnectionAge = Duration.minutes(5), extraArgs = [] } = this.options;
    const { grpcPort, restPort, metricsPort } = portsOf(this.options);
    const versions = model.policy.kind === 'pinned' ? model.policy.versions : [];
    const admin = 'change its settings and share memory with it';
    return {
      image: model.image ?? image,
      command: ['/bin/sh', '-ec', SCRIPT, 'triton'],
      args: [
        `--model-repository=${REPOSITORY}`,
        '--model-control-mode=none',
        `--grpc-port=${grpcPort}`,
        `--http-port=${restPort}`,
        `--metrics-port=${metricsPort}`,
        `--grpc-max-connection-age=${maxConnectionAge.toMilliseconds()}`,
        `--grpc-max-connection-age-grace=${model.requestTimeout.toMilliseconds()}`,
        `--exit-timeout-secs=${model.requestTimeout.toSeconds()}`,
        ...extraArgs,
      ],
      env: { MODEL_NAME: model.name, MODEL_PATH: model.location, MODEL_VERSIONS: versions.join(' ') },
      ports: [
        { name: 'grpc', port: grpcPort, protocol: 'grpc', admin, clientPaths: CLIENT_CALLS },
        { name: 'http', port: restPort, protocol: 'http', admin, clientPaths: clientPaths(model.name, versions) },
        { name: 'metrics', port: metricsPort, protocol: 'http' },
      ],
      ready: ServerCheck.http(`/v2/models/${model.name}/versions/${newestOf(model.policy) ?? 1}/ready`),
      alive: ServerCheck.http('/v2/health/live'),
      files: {
        'config.pbtxt':
          `${config.trim()}\nversion_policy: { specific: { versions: [ ${versions.join(', ')} ] } }\n`.trimStart(),
      },
      metrics: METRICS,
      predict: { path: `/v2/models/${model.name}/infer`, protocol: 'v2' },
      afterTerm: 'finishes',
      connectionAge: maxConnectionAge,
    };
  }
}

/** Calls of its API without settings, logs, traces, shared memory and the loading of models. */
const CLIENT_CALLS = ['ModelInfer', 'ModelStreamInfer', 'ModelReady', 'ModelMetadata', 'ServerLive', 'ServerReady'].map(
  (call) => `/inference.GRPCInferenceService/${call}`,
);

/** The same calls by REST. Below each version is also a call that changes its traces. */
function clientPaths(model: string, versions: readonly number[]): string[] {
  const folders = ['', ...versions.map((version) => `versions/${version}/`)];
  const names = ['infer', 'generate', 'generate_stream', 'ready'];
  const calls = folders.flatMap((folder) => names.map((name) => `${folder}${name}`));
  return [...calls.map((call) => `/v2/models/${model}/${call}`), '/v2/health/'];
}

function portsOf({ grpcPort = 8001, restPort = 8000, metricsPort = 8002 }: TritonOptions) {
  return { grpcPort, restPort, metricsPort };
}

function* valueProblems(options: TritonOptions): Generator<Problem> {
  const { config = '', extraArgs = [] } = options;
  yield* portProblems(portsOf(options));
  yield* ownedArgProblems(extraArgs, OWNED);
  yield* secondsProblems({ maxConnectionAge: options.maxConnectionAge }, { least: 1 });
  if (!/\bversion_policy\b/.test(config)) return;
  const message = 'config has a version_policy, but the versions of the model say which are served';
  yield problem(
    'triton-config',
    'config',
    message,
    'leave version_policy out, and name the versions by models.versions',
  );
}

/** Triton loads no model whose configuration has another name than its folder. */
function* configNameProblems({ config = '' }: TritonOptions, model: string): Generator<Problem> {
  const named = /\bname\s*:\s*"(?<name>[^"]*)"/.exec(outermost(config.replace(/#.*/g, '')))?.groups?.['name'];
  if (named === undefined || named === model) return;
  const message = `config names the model "${named}", but clients ask for "${model}"`;
  yield problem('triton-config', 'server', message, `leave name out of config, or set modelName to "${named}"`);
}

/** The config without inputs, outputs and all else between brackets. */
function outermost(config: string): string {
  const less = config.replace(/[{[][^{}[\]]*[}\]]/g, '');
  return less === config ? config : outermost(less);
}
