import { Duration, type Size } from 'cdk8s';
import { accepted, boundsProblems, problem, type Problem } from '../../core/problems';
import { Mount } from '../../pods/mounts/mount';
import { quantityProblems } from '../../pods/containers/quantity-problems';
import type { ResolvedResources } from '../../pods/containers/resources';
import type { ModelServer, ServerContainer, ServerMetrics } from '../model-server';
import type { ServedModel } from '../../model/served-model';
import { gpuMemoryProblems, MEMORY_SHARE } from '../gpu-memory';
import { ServerCheck } from '../server-check';
import { newestOf } from '../../model/version-policy';
import {
  gpuProblems,
  memoryFractionProblems,
  numberProblems,
  ownedArgProblems,
  portProblems,
  STREAM_TIME,
} from './server-options';
import { isBefore, isVersion, releaseIn } from './release';

export interface VllmOptions {
  /** The version of its image `vllm/vllm-openai`, 0.18.0 or newer. @default - the release in the tag of `image`, if that is such an image; or else 0.28.0 */
  readonly version?: string;
  /** Its image. @default - `vllm/vllm-openai` of `version` */
  readonly image?: string;
  /** The port of its API, which is OpenAI's, and for metrics. @default 8000 */
  readonly port?: number;
  /** The most tokens of a request and its answer together. @default - what the model can, for which small GPUs may lack the memory: then the server does not start */
  readonly maxModelLength?: number;
  /**
   * The memory that the weights take on all GPUs of a replica together, such as 2 bytes for each parameter in bfloat16. Refused if the
   * GPUs have less for it. @default - not known. The `size` of a model of Hugging Face, or else the parameters in its name, are compared as advice
   */
  readonly weights?: Size;
  /**
   * The machines of each replica. Each has a part of the model's layers, and splits it over its GPUs. The cluster needs `Operator.LWS`.
   *
   * @default 1
   * @see https://docs.vllm.ai/en/stable/serving/parallelism_scaling/
   */
  readonly machines?: number;
  /** The share of a GPU's memory that it takes, above 0 and up to 1. @default - the server's own: 0.9, which leaves no room for another server on a shared GPU */
  readonly gpuMemoryFraction?: number;
  /** Memory by which its processes share tensors. It counts towards the memory of the pod. @default - `sharedMemorySize` of the serving */
  readonly sharedMemory?: Size;
  /** Further flags, such as `['--enable-auto-tool-choice']`. Those that the library sets are refused. @default [] */
  readonly extraArgs?: readonly string[];
}

const OWNED = {
  model: undefined,
  host: undefined,
  port: 'port',
  revision: undefined,
  'served-model-name': 'modelName of the serving',
  'tensor-parallel-size': 'resources.gpus of the serving',
  'pipeline-parallel-size': 'machines',
  nnodes: 'machines',
  'node-rank': undefined,
  'master-addr': undefined,
  headless: undefined,
  'distributed-executor-backend': undefined,
  // It would need more GPUs than a replica has.
  'data-parallel-size': 'replicas of the serving',
  // Checks and metrics use HTTP at its port.
  'ssl-certfile': undefined,
  'ssl-keyfile': undefined,
  uds: undefined,
  'shutdown-timeout': undefined,
  'max-model-len': 'maxModelLength',
  'enable-log-requests': 'requestLog of the serving',
  'gpu-memory-utilization': 'gpuMemoryFraction',
};

const VERSION = '0.28.0';
/** The first release with `--shutdown-timeout`. */
const OLDEST = '0.18.0';
/** Weights of many gigabytes are read, and programs are compiled for the GPU. */
const LOAD_TIME = Duration.minutes(30);
/**
 * The calls outside of `/v1/`, for which it asks no key.
 *
 * @see https://docs.vllm.ai/en/stable/usage/security/
 */
const ADMIN = 'pause it, and let it compute without a key';

const REQUESTS = { name: 'http_requests_total' };

/** A model that cannot be loaded ends the program, so loads that fail are not counted. */
export const METRICS: ServerMetrics = {
  port: 'http',
  path: '/metrics',
  requests: [REQUESTS],
  failures: { ...REQUESTS, match: 'status="5xx"' },
  latency: { of: { histogram: 'vllm:e2e_request_latency_seconds' }, unit: 'seconds' },
};

/**
 * vLLM on GPUs, for language models, by the API of OpenAI. A model is split over all GPUs of a replica. After SIGTERM it ends the
 * requests that run, and takes no more.
 *
 * @see https://docs.vllm.ai/en/stable/deployment/k8s/
 */
export class Vllm implements ModelServer {
  readonly name = 'vLLM';
  readonly readsHuggingFace = true;
  readonly logsRequests = true;
  readonly requestTimeout = STREAM_TIME;

  static of(options: VllmOptions): Vllm {
    return accepted('ModelServer.vllm', [valueProblems(options)], () => new Vllm(options));
  }

  private constructor(private readonly options: VllmOptions) {}

  get machines(): number {
    return this.options.machines ?? 1;
  }

  get weights(): Size | undefined {
    return this.options.weights;
  }

  *problems(model: ServedModel, resources: ResolvedResources): Generator<Problem> {
    yield* gpuProblems(this.name, resources);
    yield* numberProblems(this.name, model, 1);
    const { weights } = this.options;
    if (!weights) return;
    const { gpuMemoryFraction: share = MEMORY_SHARE } = this.options;
    const needs = {
      server: this.name,
      what: 'the weights of the model take',
      size: weights,
      machines: this.machines,
      share,
    };
    yield* gpuMemoryProblems(needs, resources);
  }

  container(model: ServedModel, { gpus }: ResolvedResources): ServerContainer {
    const { version = VERSION, image = `vllm/vllm-openai:v${version}`, port = 8000 } = this.options;
    const { maxModelLength, gpuMemoryFraction, sharedMemory, extraArgs = [] } = this.options;
    const { hub } = model;
    return {
      image: model.image ?? image,
      command: ['vllm', 'serve'],
      args: [
        hub ? hub.id : `${model.location}/${newestOf(model.policy) ?? ''}`,
        ...(hub ? [`--revision=${hub.revision}`] : []),
        `--served-model-name=${model.name}`,
        `--port=${port}`,
        `--tensor-parallel-size=${Math.max(1, gpus)}`,
        ...partOf(this.machines),
        `--shutdown-timeout=${model.requestTimeout.toSeconds()}`,
        ...(maxModelLength === undefined ? [] : [`--max-model-len=${maxModelLength}`]),
        ...(model.logRequests === true ? ['--enable-log-requests'] : []),
        ...(gpuMemoryFraction === undefined ? [] : [`--gpu-memory-utilization=${gpuMemoryFraction}`]),
        ...extraArgs,
      ],
      workerArgs: ['--headless'],
      env: { ...(hub && { HF_HOME: model.location, ...(hub.token && { HF_TOKEN: hub.token }) }) },
      keyVariable: 'VLLM_API_KEY',
      ports: [{ name: 'http', port, protocol: 'http', admin: ADMIN, clientPaths: ['/v1/'] }],
      // It listens when the model is loaded.
      ready: ServerCheck.http('/health'),
      alive: ServerCheck.http('/health'),
      mounts: sharedMemory && [Mount.memory(sharedMemory)],
      metrics: METRICS,
      afterTerm: 'finishes',
      startupTimeout: LOAD_TIME,
    };
  }
}

/** Its own processes on all machines find each other, without Ray, which its images do not have. LeaderWorkerSet sets the variables. */
function partOf(machines: number): string[] {
  if (machines === 1) return [];
  const sizes = [`--pipeline-parallel-size=${machines}`, `--nnodes=${machines}`, '--distributed-executor-backend=mp'];
  return [...sizes, '--node-rank=$(LWS_WORKER_INDEX)', '--master-addr=$(LWS_LEADER_ADDRESS)'];
}

function dashed(arg: string): string {
  const [flag = '', ...value] = arg.split('=');
  return [flag.replaceAll('_', '-'), ...value].join('=');
}

function* valueProblems(options: VllmOptions): Generator<Problem> {
  const { image, version = releaseIn(image, 'vllm/vllm-openai') ?? VERSION, port = 8000 } = options;
  const { maxModelLength, gpuMemoryFraction, sharedMemory, weights, extraArgs = [] } = options;
  yield* portProblems({ port });
  if (!isVersion(version) || isBefore(version, OLDEST)) {
    const message = `vLLM ${version} does not end its requests before it ends, or is no release`;
    yield problem('server-version', 'version', message, `give ${OLDEST} or a newer release, in three numbers`);
  }
  yield* memoryFractionProblems(gpuMemoryFraction);
  // Its flags may be written with either sign.
  yield* ownedArgProblems(extraArgs.map(dashed), OWNED);
  if (sharedMemory) yield* quantityProblems('vLLM', 'sharedMemory', sharedMemory, 'use Size.gibibytes(1) or more');
  if (weights) yield* quantityProblems('vLLM', 'weights', weights, 'use Size.gibibytes(1) or more');
  yield* boundsProblems('server-machines', { machines: options.machines }, { least: 1 });
  yield* boundsProblems('model-length', { maxModelLength }, { least: 1 });
}
