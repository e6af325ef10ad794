"""Loads the exported SavedModel, classifies digits that it has never seen, and fails below the accuracy asked for."""

import argparse
import os
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")

import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402

import digits  # noqa: E402

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--export_dir", default="/data/export")
parser.add_argument("--model_version", type=int, help="default: the newest")
parser.add_argument("--samples", type=int, default=500)
parser.add_argument("--seed", type=int, default=1000)
parser.add_argument("--min_accuracy", type=float, default=0.9)
parser.add_argument("--accuracy_file", help="gets the accuracy; 0 if there is no version yet")
flags = parser.parse_args()

names = [name.rstrip("/") for name in tf.io.gfile.listdir(flags.export_dir)] if tf.io.gfile.isdir(flags.export_dir) else []
version = flags.model_version or max((int(name) for name in names if name.isdigit()), default=None)
if version is None and flags.accuracy_file:
    with open(flags.accuracy_file, "w") as file:
        file.write("0")
    sys.exit()
if version is None:
    sys.exit(f"no version below {flags.export_dir}: the trainer exports one when it ends")
serve = tf.saved_model.load(os.path.join(flags.export_dir, str(version))).signatures["serving_default"]
images, labels = digits.draw(flags.samples, flags.seed)
probabilities = serve(image=tf.constant(images.astype(np.float32) / 255.0))["probabilities"].numpy()
accuracy = float(np.mean(probabilities.argmax(axis=1) == labels))
print(f"version {version}: accuracy {accuracy:.4f} on {flags.samples} fresh samples", flush=True)
if flags.accuracy_file:
    with open(flags.accuracy_file, "w") as file:
        file.write(f"{accuracy:.4f}")
if accuracy < flags.min_accuracy:
    sys.exit(f"accuracy {accuracy:.4f} is below {flags.min_accuracy}")
