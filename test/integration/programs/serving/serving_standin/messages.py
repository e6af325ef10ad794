"""The messages of TensorFlow and of its server, and arrays of numbers in them.

Their modules need nothing of TensorFlow itself, which takes seconds to load."""

import importlib.util
import sys
from types import ModuleType

import numpy as np

_package = ModuleType("tensorflow")
_package.__path__ = importlib.util.find_spec("tensorflow").submodule_search_locations
sys.modules["tensorflow"] = _package
from tensorflow.core.framework.tensor_pb2 import TensorProto  # noqa: E402
from tensorflow.core.framework.types_pb2 import DataType  # noqa: E402
from tensorflow.core.protobuf.meta_graph_pb2 import SignatureDef, TensorInfo  # noqa: E402, F401
from tensorflow_serving.apis import (  # noqa: E402, F401
    get_model_metadata_pb2,
    get_model_status_pb2,
    model_management_pb2,
    model_service_pb2_grpc,
    predict_pb2,
    prediction_service_pb2_grpc,
)
from tensorflow_serving.config import model_server_config_pb2  # noqa: E402, F401

del sys.modules["tensorflow"]

_TYPES = {"float32": DataType.DT_FLOAT, "float64": DataType.DT_DOUBLE, "object": DataType.DT_STRING} | {
    name: DataType.Value(f"DT_{name.upper()}") for name in ("int8", "int16", "int32", "int64", "uint8", "bool")
}
_NAMES = {number: name for name, number in _TYPES.items()}
_FIELDS = ("float_val", "double_val", "int_val", "int64_val", "bool_val", "string_val")


def array_of(proto):
    """The numbers, or the strings, of a tensor."""
    kind, shape = np.dtype(_NAMES[proto.dtype]), [each.size for each in proto.tensor_shape.dim]
    if proto.tensor_content:
        return np.frombuffer(proto.tensor_content, kind).reshape(shape)
    values = next((list(getattr(proto, field)) for field in _FIELDS if getattr(proto, field)), [])
    return np.resize(np.array(values, kind), shape)  # one value may stand for all


def tensor_of(array):
    proto = TensorProto(dtype=_TYPES[array.dtype.name])
    for size in array.shape:
        proto.tensor_shape.dim.add(size=size)
    if array.dtype.name == "object":
        proto.string_val.extend(array.flat)
    else:
        proto.tensor_content = array.tobytes()
    return proto
