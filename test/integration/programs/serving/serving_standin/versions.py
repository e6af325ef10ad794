"""What the folder of a version holds: a SavedModel, or `answer.json` for tests in which only the way of a request matters."""

import json
import os

import numpy as np

from .messages import DataType, TensorInfo


class Signature:
    """A function of a model. `run` takes arrays by the names of `inputs`, and gives arrays by the names of `outputs`."""

    def __init__(self, inputs, outputs, run):
        self.inputs, self.outputs, self.run = inputs, outputs, run


def load(path, tags):
    """The signatures of a version, by name."""
    answer = f"{path}/answer.json"
    return constant(answer) if os.path.exists(answer) else saved(path, tags)


def constant(path):
    """Gives the same `outputs` for each row of any `inputs`; it loads and answers at once."""
    with open(path) as file:
        told = json.load(file)
    outputs = {key: np.array(row, np.float32) for key, row in told["outputs"].items()}

    def run(inputs):
        rows = len(next(iter(inputs.values())))
        return {key: np.repeat(row[np.newaxis], rows, axis=0) for key, row in outputs.items()}

    def infos(keys):
        return {key: TensorInfo(name=key, dtype=DataType.DT_FLOAT) for key in keys}

    return {"serving_default": Signature(infos(told["inputs"]), infos(outputs), run)}


def saved(path, tags):
    import tensorflow as tf

    model = tf.saved_model.load(path, tags=[tags])

    def infos(specs):
        return {
            key: TensorInfo(name=key, dtype=spec.dtype.as_datatype_enum, tensor_shape=spec.shape.as_proto())
            for key, spec in specs.items()
        }

    def signature(function):
        wanted = function.structured_input_signature[1]

        def run(inputs, _=model):  # a function does not keep the variables of its model
            outputs = function(**{key: tf.cast(tf.constant(array), wanted[key].dtype) for key, array in inputs.items()})
            return {key: tensor.numpy() for key, tensor in outputs.items()}

        # Python traces the graph at the first request, which is slow.
        if all(spec.dtype.is_floating for spec in wanted.values()):
            run({key: np.zeros([size or 1 for size in spec.shape]) for key, spec in wanted.items()})
        return Signature(infos(wanted), infos(function.structured_outputs), run)

    return {key: signature(function) for key, function in model.signatures.items()}
