import {
  ModelServer,
  ServerCheck,
  type BatchingOptions,
  type ContainerServerOptions,
  type ServerMetrics,
  type ServerPort,
  type TensorFlowServingOptions,
  type TritonOptions,
  type VllmOptions,
} from '../../../lib/index';
import { door, factory, MAY, MUST, type Door } from './door';

const other: ContainerServerOptions = {
  image: 'server:1',
  ports: [{ name: 'http', port: 8080, protocol: 'http' }],
  ready: ServerCheck.http('/health'),
};

/** Everything about model servers that takes options. */
export const SERVER_DOORS: readonly Door[] = [
  factory<{ path: string; port?: string }>(
    'ServerCheck.http',
    { path: MUST, port: MAY },
    { path: '/health' },
    ({ path, port }) => ServerCheck.http(path, port),
  ),
  factory<{ port: string }>('ServerCheck.tcp', { port: MUST }, { port: 'http' }, ({ port }) => ServerCheck.tcp(port)),
  factory<{ port: number; service?: string }>(
    'ServerCheck.grpc',
    { port: MUST, service: MAY },
    { port: 8001 },
    ({ port, service }) => ServerCheck.grpc(port, service),
  ),
  door<TritonOptions>(
    'ModelServer.triton',
    {
      version: MAY,
      image: MAY,
      config: MAY,
      grpcPort: MAY,
      restPort: MAY,
      metricsPort: MAY,
      maxConnectionAge: MAY,
      extraArgs: MAY,
    },
    {},
    (options) => ModelServer.triton(options),
  ),
  door<VllmOptions>(
    'ModelServer.vllm',
    {
      version: MAY,
      image: MAY,
      port: MAY,
      maxModelLength: MAY,
      gpuMemoryFraction: MAY,
      sharedMemory: MAY,
      extraArgs: MAY,
    },
    {},
    (options) => ModelServer.vllm(options),
  ),
  factory<ContainerServerOptions>(
    'ModelServer.container',
    {
      name: MAY,
      image: MUST,
      command: MAY,
      args: MAY,
      env: MAY,
      ports: MUST,
      ready: MUST,
      alive: MAY,
      metrics: MAY,
      files: MAY,
      readsBuckets: MAY,
      readsHuggingFace: MAY,
      needsGpus: MAY,
      afterTerm: MAY,
      loadTime: MAY,
    },
    other,
    (options) => ModelServer.container(options),
  ),
  factory<ServerPort>(
    'ModelServer.container of a port',
    { name: MUST, port: MUST, protocol: MUST, admin: MAY, clientPaths: MAY },
    { name: 'http', port: 8080, protocol: 'http' },
    (port) => ModelServer.container({ ...other, ports: [port] }),
  ),
  factory<ServerMetrics>(
    'ModelServer.container of metrics',
    { port: MUST, path: MUST },
    { port: 'http', path: '/metrics' },
    (metrics) => ModelServer.container({ ...other, metrics }),
  ),
  door<TensorFlowServingOptions>(
    'ModelServer.tensorFlowServing',
    {
      version: MAY,
      image: MAY,
      grpcPort: MAY,
      restPort: MAY,
      batching: MAY,
      gpuMemoryFraction: MAY,
      maxConnectionAge: MAY,
      pollInterval: MAY,
    },
    {},
    (options) => ModelServer.tensorFlowServing(options),
  ),
  factory<BatchingOptions>(
    'ModelServer.tensorFlowServing of batches',
    { maxBatchSize: MUST, timeout: MAY, maxEnqueuedBatches: MAY, threads: MAY, allowedSizes: MAY },
    { maxBatchSize: 32 },
    (batching) => ModelServer.tensorFlowServing({ batching }),
  ),
];
