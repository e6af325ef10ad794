"""The data: digits of a 5x7 font at a random place, in random ink, on noise. The same seed draws the same bytes.

A file is a row of records, each 784 bytes of image and one byte of label, so that every task reads it with tf.data from
the shared volume, in its own process, with any strategy."""

import json
import os
import time

import numpy as np
import tensorflow as tf

SIDE = 28
RECORD = SIDE * SIDE + 1
COUNTS = {"train": (8192, 1), "validation": (1024, 2)}  # records, seed

FONT = """
01110 00100 01110 11111 00010 11111 00110 11111 01110 01110
10001 01100 10001 00010 00110 10000 01000 00001 10001 10001
10011 00100 00001 00100 01010 11110 10000 00010 10001 10001
10101 00100 00010 00010 10010 00001 11110 00100 01110 01111
11001 00100 00100 00001 11111 00001 10001 01000 10001 00001
10001 00100 01000 10001 00010 10001 10001 01000 10001 00010
01110 01110 11111 01110 00010 01110 01110 01000 01110 01100
"""


def _glyphs():
    rows = np.array([[list(glyph) for glyph in line.split()] for line in FONT.split("\n") if line], dtype=np.float32)
    return rows.transpose(1, 0, 2).repeat(3, axis=1).repeat(3, axis=2)  # ten of 21x15


def draw(count, seed):
    """count images (uint8, 28x28) and their labels."""
    random = np.random.default_rng(seed)
    glyphs, labels = _glyphs(), random.integers(0, 10, count)
    tops, lefts, inks = random.integers(2, 6, count), random.integers(4, 10, count), random.uniform(0.6, 1.0, count)
    images = np.abs(random.normal(0.0, 0.2, (count, SIDE, SIDE)).astype(np.float32))
    for image, label, top, left, ink in zip(images, labels, tops, lefts, inks):
        image[top : top + 21, left : left + 15] += ink * glyphs[label]
    return (images.clip(0, 1) * 255).astype(np.uint8), labels.astype(np.uint8)


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
