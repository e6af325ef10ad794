"""The network, its weights as four arrays whatever trained them, and the SavedModel."""

import os

import numpy as np
import tensorflow as tf

from digits import SIDE

HIDDEN = 128
VARIABLES = ("hidden/kernel", "hidden/bias", "output/kernel", "output/bias")


def build():
    return tf.keras.Sequential(
        [
            tf.keras.layers.Input((SIDE, SIDE), name="image"),
            tf.keras.layers.Flatten(),
            tf.keras.layers.Dense(HIDDEN, activation="relu", name="hidden"),
            tf.keras.layers.Dense(10, name="output"),
        ]
    )


def with_weights(weights):
    """The network in this process alone, out of any strategy."""
    model = build()
    model.set_weights(weights)
    return model


def weights_in(checkpoint):
    """The weights in a checkpoint of either kind: by name (train_replicas) or by object (train_together)."""
    reader = tf.train.load_checkpoint(checkpoint)
    if reader.has_tensor(VARIABLES[0]):
        return [reader.get_tensor(name) for name in VARIABLES]
    by_object = "model/layer_with_weights-{}/{}/.ATTRIBUTES/VARIABLE_VALUE"
    return [reader.get_tensor(by_object.format(layer, name)) for layer in (0, 1) for name in ("kernel", "bias")]


def validate(weights, images, labels):
    """Mean loss and accuracy."""
    logits = with_weights(weights)(images, training=False)
    loss = tf.keras.losses.sparse_categorical_crossentropy(labels, logits, from_logits=True)
    return float(tf.reduce_mean(loss)), float(np.mean(np.argmax(logits, axis=1) == labels))


def export(weights, target):
    """A SavedModel at target, whole or not there. A version that exists stays as it is: a server may be serving it."""
    if exported(target):
        return False
    model, part = with_weights(weights), f"{os.path.dirname(target)}/.{os.path.basename(target)}.part"

    @tf.function(input_signature=[tf.TensorSpec([None, SIDE, SIDE], tf.float32, name="image")])
    def serve(image):
        return {"probabilities": tf.nn.softmax(model(image, training=False))}

    for left_over in (part, target):
        if tf.io.gfile.exists(left_over):
            tf.io.gfile.rmtree(left_over)
    tf.saved_model.save(model, part, signatures={"serving_default": serve})
    try:
        tf.io.gfile.rename(part, target)
    except tf.errors.OpError:
        _copy(part, target)
        tf.io.gfile.rmtree(part)
    return True


def exported(target):
    return tf.io.gfile.exists(os.path.join(target, "saved_model.pb"))


def _copy(source, target):
    """For a bucket mounted as a folder, which may not rename folders: saved_model.pb, coming last, makes it a model."""
    files = [os.path.join(folder, name) for folder, _, names in tf.io.gfile.walk(source) for name in names]
    for file in sorted(files, key=lambda name: os.path.basename(name) == "saved_model.pb"):
        copy = os.path.join(target, os.path.relpath(file, source))
        tf.io.gfile.makedirs(os.path.dirname(copy))
        tf.io.gfile.copy(file, copy, overwrite=True)
