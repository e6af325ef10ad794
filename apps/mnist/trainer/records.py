"""The digits in files: rows of records, each 784 bytes of image and one byte of label, so that every task reads them with
tf.data from the shared volume, in its own process, with any strategy."""

import json
import os
import time

import numpy as np
import tensorflow as tf

from digits import COUNTS, SIDE, draw

RECORD = SIDE * SIDE + 1


def path(data_dir, name):
    return os.path.join(data_dir, "digits", name)


def write_once(data_dir):
    """Write both files unless they are there. For one task only: the others use wait_for."""
    marker = path(data_dir, "complete.json")
    if tf.io.gfile.exists(marker):
        return False
    tf.io.gfile.makedirs(os.path.dirname(marker))
    for part, (count, seed) in COUNTS.items():
        images, labels = draw(count, seed)
        _put(path(data_dir, f"{part}.bin"), np.hstack([images.reshape(count, -1), labels[:, None]]).tobytes())
    _put(marker, json.dumps(COUNTS).encode())
    return True


def wait_for(data_dir, timeout):
    marker, end = path(data_dir, "complete.json"), time.monotonic() + timeout
    while not tf.io.gfile.exists(marker):
        if time.monotonic() > end:
            raise TimeoutError(f"no {marker} after {timeout} s: does every task mount the folder of the first one?")
        time.sleep(0.5)


def dataset(data_dir, batch, seed):
    """Endless shuffled batches of (image in 0..1, label)."""

    def parse(record):
        values = tf.io.decode_raw(record, tf.uint8)
        return tf.reshape(tf.cast(values[:-1], tf.float32) / 255.0, [SIDE, SIDE]), tf.cast(values[-1], tf.int64)

    records = tf.data.FixedLengthRecordDataset(path(data_dir, "train.bin"), RECORD)
    batches = records.shuffle(COUNTS["train"][0], seed=seed).repeat().map(parse).batch(batch, drop_remainder=True)
    options = tf.data.Options()  # one file cannot be split by file
    options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.DATA
    return batches.prefetch(2).with_options(options)


def validation(data_dir):
    """The validation images (float, 0..1) and labels as arrays."""
    with tf.io.gfile.GFile(path(data_dir, "validation.bin"), "rb") as file:
        records = np.frombuffer(file.read(), np.uint8).reshape(-1, RECORD)
    return records[:, :-1].reshape(-1, SIDE, SIDE).astype(np.float32) / 255.0, records[:, -1].astype(np.int64)


def _put(target, content):
    part = f"{target}.part"
    with tf.io.gfile.GFile(part, "wb") as file:
        file.write(content)
    tf.io.gfile.rename(part, target, overwrite=True)
