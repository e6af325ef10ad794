import { isBefore, type Release } from './release';

/** The oldest release that is served here. */
export const OLDEST: Release = '2.0.0';

/**
 * The flags that the library sets, with the option that sets them, if one does.
 *
 * @see https://github.com/tensorflow/serving/blob/master/tensorflow_serving/model_servers/main.cc
 */
export const OWNED: Readonly<Record<string, string | undefined>> = {
  port: 'grpcPort',
  rest_api_port: 'restPort',
  rest_api_timeout_in_ms: 'restTimeout',
  ssl_config_file: 'tls',
  file_system_poll_wait_seconds: 'pollInterval',
  enable_batching: 'batching',
  batching_parameters_file: 'batching',
  enable_model_warmup: 'warmupIterations',
  num_request_iterations_for_warmup: 'warmupIterations',
  per_process_gpu_memory_fraction: 'gpuMemoryFraction',
  tensorflow_session_parallelism: 'threads.session',
  tensorflow_inter_op_parallelism: 'threads.interOp',
  tensorflow_intra_op_parallelism: 'threads.intraOp',
  num_load_threads: 'loading.threads',
  num_unload_threads: 'loading.unloadThreads',
  max_num_load_retries: 'loading.retries',
  load_retry_interval_micros: 'loading.retryInterval',
  grpc_channel_arguments: 'maxConnectionAge',
  model_name: undefined,
  model_base_path: undefined,
  model_config_file: undefined,
  model_config_file_poll_wait_seconds: undefined,
  allow_version_labels_for_unavailable_models: undefined,
  monitoring_config_file: undefined,
  grpc_max_threads: undefined,
  enable_profiler: undefined,
  version: undefined,
};

/** The first releases of those that are newer than the oldest release. */
export const SINCE: Readonly<Record<string, Release>> = {
  num_load_threads: '2.5.1',
  num_unload_threads: '2.5.1',
  grpc_max_threads: '2.5.1',
  enable_profiler: '2.5.1',
  num_request_iterations_for_warmup: '2.8.0',
};

/** The flags that `extraArgs` alone sets. */
const OTHERS = `
  enable_grpc_healthcheck_service enable_per_model_batching_parameters enable_serialization_as_tensor_content
  enable_signature_method_name_check flush_filesystem_caches grpc_socket_path mixed_precision num_tflite_interpreters_per_pool
  num_tflite_pools platform_config_file prefer_tflite_model remove_unused_fields_from_bundle_metagraph
  rest_api_enable_cors_support rest_api_num_threads saved_model_tags skip_initialize_tpu tensorflow_session_config_file
  thread_pool_factory_config_file use_alts_credentials xla_cpu_compilation_enabled xla_gpu_compilation_enabled`;

/** All flags of the newest release. */
export const FLAGS: readonly string[] = [...Object.keys(OWNED), ...OTHERS.trim().split(/\s+/)];

/** The flags that a release has, with their values. */
export function knownTo(
  version: Release,
  flags: Readonly<Record<string, string | number | boolean | undefined>>,
): string[] {
  return Object.entries(flags).flatMap(([name, value]) => {
    const since = SINCE[name];
    return value === undefined || (since && isBefore(version, since)) ? [] : [`--${name}=${value}`];
  });
}
