"""The flags of tensorflow_model_server 2.20, with their types and defaults.

https://github.com/tensorflow/serving/blob/2.20.0/tensorflow_serving/model_servers/main.cc"""

import sys
from types import SimpleNamespace

FLAGS = {
    "port": 8500,
    "grpc_socket_path": "",
    "rest_api_port": 0,
    "rest_api_num_threads": 0,
    "rest_api_timeout_in_ms": 30000,
    "rest_api_enable_cors_support": False,
    "allow_version_labels_for_unavailable_models": False,
    "enable_batching": False,
    "batching_parameters_file": "",
    "enable_per_model_batching_parameters": False,
    "model_config_file": "",
    "model_config_file_poll_wait_seconds": 0,
    "model_name": "default",
    "model_base_path": "",
    "num_load_threads": 0,
    "num_unload_threads": 0,
    "max_num_load_retries": 5,
    "load_retry_interval_micros": 60000000,
    "file_system_poll_wait_seconds": 1,
    "flush_filesystem_caches": True,
    "tensorflow_session_parallelism": 0,
    "tensorflow_intra_op_parallelism": 0,
    "tensorflow_inter_op_parallelism": 0,
    "use_alts_credentials": False,
    "ssl_config_file": "",
    "platform_config_file": "",
    "per_process_gpu_memory_fraction": 0.0,
    "saved_model_tags": "serve",
    "grpc_channel_arguments": "",
    "grpc_max_threads": 4,
    "enable_model_warmup": True,
    "num_request_iterations_for_warmup": 0,
    "version": False,
    "monitoring_config_file": "",
    "remove_unused_fields_from_bundle_metagraph": True,
    "prefer_tflite_model": False,
    "enable_signature_method_name_check": False,
    "xla_cpu_compilation_enabled": False,
    "xla_gpu_compilation_enabled": False,
    "enable_profiler": True,
    "mixed_precision": "",
    "skip_initialize_tpu": False,
    "enable_grpc_healthcheck_service": False,
}
# What the stand-in cannot do, and so must not seem to do.
LACKING = ("ssl_config_file", "use_alts_credentials", "platform_config_file", "enable_grpc_healthcheck_service")


def parse(arguments):
    given = dict(FLAGS)
    for argument in arguments:
        name, is_set, text = argument.removeprefix("--").partition("=")
        if not argument.startswith("--") or name not in FLAGS:
            stop(f"unknown argument: {argument}")
        given[name] = value(name, text if is_set else "true")
    for name in LACKING:
        if given[name]:
            stop(f"the stand-in lacks --{name}")
    if not given["model_config_file"] and not given["model_base_path"]:
        stop("Both server_options.model_base_path and server_options.model_config_file are empty!")
    if given["batching_parameters_file"] and not given["enable_batching"]:
        stop("server_options.batching_parameters_file is set without setting server_options.enable_batching to true.")
    return SimpleNamespace(**given)


def value(name, text):
    kind = type(FLAGS[name])
    if kind is bool and text not in ("true", "false"):
        stop(f"Couldn't interpret value {text} for flag {name}.")
    try:
        return text == "true" if kind is bool else kind(text)
    except ValueError:
        stop(f"Couldn't interpret value {text} for flag {name}.")


def stop(message):
    print(message, file=sys.stderr, flush=True)
    sys.exit(1)
