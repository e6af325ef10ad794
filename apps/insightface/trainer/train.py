"""Trains a face model by MXNet, alone or on several machines with servers, and exports it."""

import argparse
import glob
import os
import signal
import sys
import threading
import time
import traceback

START = time.monotonic()
ROLE = os.environ.get("DMLC_ROLE", "")


def log(text):
    print(f"{time.monotonic() - START:7.1f}s {text}", flush=True)


def leave(code):
    """At an ordinary exit MXNet waits for the other workers, and a task that has failed must not."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def end_on_sigterm():
    """A handler of Python would wait until MXNet returns, which a server does at the end only: a thread does not."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTERM])

    def wait():
        signal.sigwait([signal.SIGTERM])
        leave(128 + signal.SIGTERM)

    threading.Thread(target=wait, daemon=True).start()


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--data-dir", default="/data", help="a folder that all workers share")
    add("--export-dir", default=os.environ.get("MODEL_EXPORT_PATH"), help="default: <data-dir>/export/1")
    add("--people", type=int, default=16)
    add("--pictures", type=int, default=20, help="of each person in the record file")
    add("--epochs", type=int, default=12)
    add("--batch-size", type=int, default=16, help="of one step of one worker")
    add("--learning-rate", type=float, default=0.02)
    add("--scale", type=float, default=16.0, help="of the margin softmax")
    add("--margin", type=float, default=0.2, help="of the margin softmax, in radians")
    # As the examples of MXNet have them.
    add("--gc-type", default="none", choices=["none", "2bit"], help="compression of gradients")
    add("--gc-threshold", type=float, default=0.5)
    add("--wait", type=int, default=600, help="seconds to wait for the record file")
    flags = parser.parse_args()
    if min(flags.people, flags.pictures, flags.epochs, flags.batch_size) < 1 or flags.people < 2:
        parser.error("--pictures, --epochs and --batch-size start at 1, and --people at 2")
    flags.export_dir = flags.export_dir or os.path.join(flags.data_dir, "export", "1")
    return flags


def main():
    if ROLE in ("scheduler", "server"):
        log(f"{ROLE} for {os.environ.get('DMLC_NUM_SERVER')} servers and {os.environ.get('DMLC_NUM_WORKER')} workers")
    import mxnet as mx  # here a scheduler and a server serve until all workers have ended, and then exit

    flags = parse()
    kv = mx.kv.create("dist_sync" if ROLE == "worker" else "device")
    log(f"mxnet {mx.__version__}: rank {kv.rank} of {kv.num_workers}, {kv.type}, compression {flags.gc_type}")
    train(mx, kv, flags)
    log("done")


def train(mx, kv, flags):
    import network
    import plan
    import records

    record_file = os.path.join(flags.data_dir, "faces.rec")
    if kv.rank != 0:
        records.wait_for(record_file, flags.wait)
    elif records.write_once(record_file, flags.people, flags.pictures):
        log(f"wrote {flags.people * flags.pictures} pictures of {flags.people} people to {record_file}")
    part, parts = plan.part_of(os.environ, kv.rank, kv.num_workers)
    steps = plan.steps_of(flags.people * flags.pictures, parts, flags.batch_size)
    log(f"reads part {part} of {parts} of the record file, {steps} steps in each epoch")

    devices = [mx.gpu(index) for index in range(mx.context.num_gpus())] or [mx.cpu()]
    mx.random.seed(1)
    faces = network.Faces(flags.people, flags.scale, flags.margin)
    faces.initialize(mx.init.Xavier(), ctx=devices)
    faces.hybridize()
    done = resume(faces, devices, flags)
    # Parameters get their shapes with the first picture.
    for device in devices:
        faces(mx.nd.zeros((1, 3, records.faces.SIDE, records.faces.SIDE), ctx=device), mx.nd.zeros((1,), ctx=device))
    weights = list(faces.collect_params().values())
    compression = plan.compression_of(flags.gc_type, flags.gc_threshold)
    exchange = share(mx, kv, weights, flags.batch_size * parts, compression, flags)
    source = records.batches(record_file, flags.batch_size, part, parts, seed=done)
    for epoch in range(done + 1, flags.epochs + 1):
        since = time.monotonic()
        loss = one_epoch(mx, exchange, faces, weights, source, steps, devices)
        speed = steps * flags.batch_size / (time.monotonic() - since)
        log(f"epoch {epoch} of {flags.epochs}: loss {loss:.4f}, {speed:.0f} pictures/s in part {part}")
        if kv.rank == 0:
            save(faces, epoch, flags)
    if kv.rank == 0:
        log(f"accuracy {network.accuracy(on_first(faces.body, devices), flags.people, flags.pictures):.4f}")
        written = network.export(faces.body, flags.export_dir)
        log(f"exported {flags.export_dir}" if written else f"{flags.export_dir} was there and stays")


def share(mx, kv, weights, batch_size, compression, flags):
    """Give the weights to the kvstore, which changes them by the gradients of all workers; return what does so for one of them.

    Not by Gluon's Trainer: that of MXNet 1.9.1 cannot compress what it sends to servers.
    """

    def exchange(key, weight):
        if compression:
            kv.push(key, weight.list_grad(), priority=-key)
            kv.pull(key, out=weight.list_data(), priority=-key)
        else:
            kv.pushpull(key, weight.list_grad(), out=weight.list_data(), priority=-key)

    if compression:
        kv.set_gradient_compression(compression)
    # Without momentum, which would be in the servers alone, where no checkpoint can reach it.
    kv.set_optimizer(mx.optimizer.SGD(learning_rate=flags.learning_rate, wd=1e-4, rescale_grad=1 / batch_size))
    for key, weight in enumerate(weights):
        kv.init(key, weight.list_data()[0].copy())  # not the array itself, which the pull would write at the same time
        kv.pull(key, out=weight.list_data())
    return exchange


def one_epoch(mx, exchange, faces, weights, source, steps, devices):
    measure = mx.gluon.loss.SoftmaxCrossEntropyLoss()
    total = 0.0
    for _ in range(steps):
        pictures, people = next(source)
        slices = zip(*(mx.gluon.utils.split_and_load(each, devices, even_split=False) for each in (pictures, people)))
        with mx.autograd.record():
            losses = [measure(faces(picture, person), person) for picture, person in slices]
        mx.autograd.backward(losses)
        for key, weight in enumerate(weights):
            exchange(key, weight)
        total += sum(float(loss.mean().asscalar()) for loss in losses) / len(losses)
    return total / steps


def on_first(body, devices):
    return lambda pictures: body(pictures.as_in_context(devices[0]))


def resume(faces, devices, flags):
    """Load the newest checkpoint, which all workers see; return its epoch."""
    found = sorted(glob.glob(os.path.join(flags.data_dir, "checkpoints", "*.params")))
    if not found:
        log("no checkpoint: starts from epoch 0")
        return 0
    faces.load_parameters(found[-1], ctx=devices)
    log(f"resumes from {found[-1]}")
    return int(os.path.splitext(os.path.basename(found[-1]))[0])


def save(faces, epoch, flags):
    folder = os.path.join(flags.data_dir, "checkpoints")
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, f"{epoch:04}.params")
    faces.save_parameters(f"{path}.new")
    os.replace(f"{path}.new", path)  # nobody sees half a file


if __name__ == "__main__":
    end_on_sigterm()
    try:
        main()
    except SystemExit as stop:
        leave(stop.code if isinstance(stop.code, int) else int(stop.code is not None))
    except BaseException:
        traceback.print_exc()
        leave(1)
