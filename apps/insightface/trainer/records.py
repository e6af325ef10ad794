"""The record file: all pictures of the training in one file, which workers read by parts."""

import os
import random
import time

import mxnet as mx

import faces


def write_once(path, people, pictures):
    """Make the file unless it is there; return whether it was made. A reader never sees half of it."""
    if os.path.exists(path):
        return False
    os.makedirs(os.path.dirname(path), exist_ok=True)
    index = index_of(path)
    order = [(person, picture) for person in range(people) for picture in range(pictures)]
    random.Random(0).shuffle(order)  # so that each part has pictures of everybody
    writer = mx.recordio.MXIndexedRecordIO(f"{index}.new", f"{path}.new", "w")
    for key, (person, picture) in enumerate(order):
        header = mx.recordio.IRHeader(0, float(person), key, 0)
        writer.write_idx(key, mx.recordio.pack(header, faces.png(faces.draw(person, picture))))
    writer.close()
    os.replace(f"{index}.new", index)
    os.replace(f"{path}.new", path)
    return True


def wait_for(path, seconds):
    end = time.monotonic() + seconds
    while not os.path.exists(path):
        if time.monotonic() > end:
            raise TimeoutError(f"no record file {path} after {seconds} s")
        time.sleep(0.2)


def batches(path, batch_size, part, parts, seed):
    """Batches of one part of the file, again and again, in another order each time."""
    reader = mx.io.ImageRecordIter(
        path_imgrec=path,
        path_imgidx=index_of(path),
        part_index=part,
        num_parts=parts,
        data_shape=(3, faces.SIDE, faces.SIDE),
        batch_size=batch_size,
        shuffle=True,
        seed=seed,
        rand_mirror=True,
        **{f"{part}_{color}": 128.0 for part in ("mean", "std") for color in "rgb"},
        preprocess_threads=1,
        verbose=False,
    )
    while True:
        for batch in reader:
            yield batch.data[0], batch.label[0]
        reader.reset()


def pictures(which):
    """Pictures that are in no file, as the network takes them."""
    rows = [mx.nd.array(list(faces.draw(*each))).reshape((faces.SIDE, faces.SIDE, 3)) for each in which]
    return mx.nd.stack(*rows).transpose((0, 3, 1, 2)) / 128 - 1


def index_of(path):
    return os.path.splitext(path)[0] + ".idx"
