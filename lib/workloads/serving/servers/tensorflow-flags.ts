import { isBefore, type Release } from './release';

/** A flag of TensorFlow Serving. */
interface Flag {
  /** The first release that has it, as the sources of the releases show. */
  readonly since: Release;
  /** The option that sets it, or `library` where no option does. @default - `extraArgs` alone */
  readonly by?: string;
}

/** The first release that has REST and an image, and the oldest that is served here. */
export const OLDEST: Release = '1.8.0';

/**
 * All flags of TensorFlow Serving. The releases of the first are older than any that is served.
 *
 * @see https://github.com/tensorflow/serving/blob/master/tensorflow_serving/model_servers/main.cc
 */
export const FLAGS: Readonly<Record<string, Flag>> = {
  port: { since: '0.5.0', by: 'grpcPort' },
  model_name: { since: '0.5.0', by: 'library' },
  model_base_path: { since: '0.5.0', by: 'library' },
  model_config_file: { since: '0.5.1', by: 'library' },
  file_system_poll_wait_seconds: { since: '0.5.0', by: 'pollInterval' },
  enable_batching: { since: '0.5.0', by: 'batching' },
  batching_parameters_file: { since: '0.6.0', by: 'batching' },
  platform_config_file: { since: '0.5.0' },
  tensorflow_session_parallelism: { since: '0.5.0', by: 'threads.session' },
  per_process_gpu_memory_fraction: { since: '1.5.0', by: 'gpuMemoryFraction' },
  flush_filesystem_caches: { since: '1.6.0' },
  grpc_channel_arguments: { since: '1.6.0', by: 'maxConnectionAge' },
  saved_model_tags: { since: '1.6.0' },
  rest_api_num_threads: { since: '1.8.0' },
  rest_api_port: { since: '1.8.0', by: 'restPort' },
  rest_api_timeout_in_ms: { since: '1.8.0', by: 'restTimeout' },
  enable_model_warmup: { since: '1.9.0', by: 'warmupIterations' },
  ssl_config_file: { since: '1.10.0', by: 'tls' },
  version: { since: '1.10.0', by: 'library' },
  load_retry_interval_micros: { since: '1.11.0', by: 'loading.retryInterval' },
  max_num_load_retries: { since: '1.11.0', by: 'loading.retries' },
  monitoring_config_file: { since: '1.11.0', by: 'library' },
  grpc_socket_path: { since: '1.13.0' },
  tensorflow_inter_op_parallelism: { since: '1.13.0', by: 'threads.interOp' },
  tensorflow_intra_op_parallelism: { since: '1.13.0', by: 'threads.intraOp' },
  allow_version_labels_for_unavailable_models: { since: '1.15.0', by: 'library' },
  model_config_file_poll_wait_seconds: { since: '1.15.0', by: 'library' },
  remove_unused_fields_from_bundle_metagraph: { since: '1.15.0' },
  prefer_tflite_model: { since: '2.3.0' },
  enable_signature_method_name_check: { since: '2.4.0' },
  enable_profiler: { since: '2.5.1', by: 'library' },
  grpc_max_threads: { since: '2.5.1', by: 'library' },
  num_load_threads: { since: '2.5.1', by: 'loading.threads' },
  num_tflite_interpreters_per_pool: { since: '2.5.1' },
  num_tflite_pools: { since: '2.5.1' },
  num_unload_threads: { since: '2.5.1', by: 'loading.unloadThreads' },
  rest_api_enable_cors_support: { since: '2.5.1' },
  xla_cpu_compilation_enabled: { since: '2.5.1' },
  thread_pool_factory_config_file: { since: '2.6.0' },
  use_alts_credentials: { since: '2.6.0' },
  num_request_iterations_for_warmup: { since: '2.8.0', by: 'warmupIterations' },
  tensorflow_session_config_file: { since: '2.8.0' },
  enable_per_model_batching_parameters: { since: '2.11.0' },
  enable_grpc_healthcheck_service: { since: '2.15.1' },
  mixed_precision: { since: '2.15.1' },
  skip_initialize_tpu: { since: '2.15.1' },
  xla_gpu_compilation_enabled: { since: '2.18.0' },
  enable_serialization_as_tensor_content: { since: '2.19.0' },
};

/** Of the flags with their values those that a release has. */
export function knownTo(
  version: Release,
  flags: Readonly<Record<string, string | number | boolean | undefined>>,
): string[] {
  return Object.entries(flags).flatMap(([name, value]) => {
    const since = FLAGS[name]?.since;
    return value === undefined || since === undefined || isBefore(version, since) ? [] : [`--${name}=${value}`];
  });
}
