"""Fits a small network to data that it makes itself, on all processes of a JAX job.

Every epoch uses all rows, split evenly, so the losses are the same with one process and with several."""

import argparse
import os
import signal
import sys
import time

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import Mesh, NamedSharding, PartitionSpec

ROWS, FEATURES, HIDDEN = 960, 20, 64

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--epochs", type=int, default=20)
parser.add_argument("--hold-at", type=int, metavar="EPOCH", help="a run from the start stays there until a process is lost")
parser.add_argument("--crash-once", metavar="PROCESS@EPOCH", help="this process exits with 137 after this epoch; needs CHECKPOINT_DIR")
parser.add_argument("--heartbeat", type=int, default=100, help="seconds after which a lost process is noticed")
flags = parser.parse_args()
folder = os.environ.get("CHECKPOINT_DIR")
if flags.crash_once and not folder:
    parser.error("--crash-once needs CHECKPOINT_DIR, which remembers that it has crashed")


def data():
    rows = np.random.default_rng(1).standard_normal((ROWS, FEATURES), dtype=np.float32)
    return rows, (np.square(rows).sum(1) > FEATURES).astype(np.float32)


def start():
    one, two = jax.random.split(jax.random.key(0))
    return {
        "in": jax.random.normal(one, (FEATURES, HIDDEN)) / np.sqrt(FEATURES),
        "bias": jnp.zeros(HIDDEN),
        "out": jax.random.normal(two, (HIDDEN,)) / np.sqrt(HIDDEN),
    }


def loss_of(weights, rows, labels):
    scores = jax.nn.relu(rows @ weights["in"] + weights["bias"]) @ weights["out"]
    return jnp.mean(jax.nn.softplus(scores) - labels * scores)


@jax.jit
def step(weights, rows, labels):
    loss, gradients = jax.value_and_grad(loss_of)(weights, rows, labels)
    return jax.tree.map(lambda weight, gradient: weight - 0.3 * gradient, weights, gradients), loss


def latest():
    """The newest checkpoint. Without one, training starts at the first epoch."""
    path = os.path.join(folder, "checkpoint.npz") if folder else ""
    return dict(np.load(path)) if os.path.exists(path) else {"epoch": 0}


def save(epoch, weights):
    """A reader never sees half a file: it is renamed when it is whole."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "checkpoint.npz")
    np.savez(path + ".new.npz", epoch=epoch, **{name: np.asarray(weight) for name, weight in weights.items()})
    os.replace(path + ".new.npz", path)


def crash_once(process, epoch):
    """Ends this process as the loss of its machine would: at once and without a goodbye."""
    if flags.crash_once != f"{process}@{epoch}":
        return
    marker = os.path.join(folder, "crashed")
    if not os.path.exists(marker):
        open(marker, "w").close()
        print(f"process {process} crashes", flush=True)
        os._exit(137)


def main():
    signal.signal(signal.SIGTERM, lambda *_: os._exit(143))  # the first process of a container has no default for it
    jax.distributed.initialize(  # reads JAX_COORDINATOR_ADDRESS by itself
        num_processes=int(os.environ["JAX_NUM_PROCESSES"]),
        process_id=int(os.environ["JAX_PROCESS_ID"]),
        cluster_detection_method="deactivate",
        heartbeat_timeout_seconds=flags.heartbeat,
    )
    process, count = jax.process_index(), jax.process_count()
    print(f"process {process} of {count}, devices {jax.local_device_count()} of {jax.device_count()}", flush=True)

    mesh = Mesh(np.array(jax.devices()), ("data",))
    split, whole = NamedSharding(mesh, PartitionSpec("data")), NamedSharding(mesh, PartitionSpec())
    rows, labels = (
        jax.make_array_from_process_local_data(split, np.split(part, count)[process], part.shape) for part in data()
    )
    saved = latest()
    first = int(saved.pop("epoch")) + 1
    if first > 1:
        print(f"process {process} resumes after epoch {first - 1}", flush=True)
    weights = jax.tree.map(lambda weight: jax.device_put(np.asarray(weight), whole), saved or start())

    for epoch in range(first, flags.epochs + 1):
        for _ in range(50):
            weights, loss = step(weights, rows, labels)
        value = float(loss)  # waits for the step
        if process == 0:
            print(f"epoch {epoch} of {flags.epochs}: loss {value:.4f}", flush=True)
            if folder:
                save(epoch, weights)
        crash_once(process, epoch)
        while epoch == flags.hold_at and first == 1:
            float(step(weights, rows, labels)[1])
            time.sleep(0.2)
    jax.distributed.shutdown()
    print(f"process {process} done", flush=True)


try:
    main()
except Exception as error:  # a peer is lost: the exit of Python would wait for it
    print(f"lost: {error}", file=sys.stderr, flush=True)
    os._exit(1)
