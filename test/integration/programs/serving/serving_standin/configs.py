"""The config files, in the text form of protocol buffers."""

import re

from google.protobuf import text_format

from .flags import stop
from .messages import model_server_config_pb2


def models(flags):
    """The models that the server is to have."""
    if flags.model_config_file:
        return read_models(flags.model_config_file)
    config = model_server_config_pb2.ModelServerConfig()
    config.model_config_list.config.add(name=flags.model_name, base_path=flags.model_base_path)
    return list(config.model_config_list.config)


def read_models(path):
    with open(path) as file:
        config = text_format.Parse(file.read(), model_server_config_pb2.ModelServerConfig())
    return list(config.model_config_list.config)


def metrics_path(flags):
    """Where metrics are, if they are anywhere. The message has no type among the packages of Python."""
    if not flags.monitoring_config_file:
        return None
    with open(flags.monitoring_config_file) as file:
        text = file.read()
    found = re.fullmatch(r'\s*prometheus_config\s*\{\s*enable:\s*(true|false)\s*,?\s*(?:path:\s*"([^"]+)")?\s*\}\s*', text)
    if not found:
        stop(f"{flags.monitoring_config_file} is not a monitoring config: {text}")
    return (found[2] or "/monitoring/prometheus/metrics") if found[1] == "true" else None
