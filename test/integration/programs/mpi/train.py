"""Fits a line to data that it makes itself. Every process of MPI has a part of the rows, and all add up their gradients.

Every epoch uses all rows, so the losses are the same with one process and with several."""

import argparse
import os
import signal
import socket
import time

import numpy as np
from mpi4py import MPI

ROWS, FEATURES, RATE = 960, 8, 0.1

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--epochs", type=int, default=20)
parser.add_argument("--hold-at", type=int, metavar="EPOCH", help="a run from the start stays there until a process is lost")
parser.add_argument("--crash-once", metavar="RANK@EPOCH", help="this process is killed after this epoch")
parser.add_argument("--fill-once", metavar="RANK@EPOCH", help="this process takes memory without end after this epoch")
flags = parser.parse_args()
folder = os.environ["CHECKPOINT_DIR"]
world = MPI.COMM_WORLD
rank, size = world.Get_rank(), world.Get_size()


def say(text):
    print(text, flush=True)


def data():
    generator = np.random.default_rng(1)
    rows = generator.normal(size=(ROWS, FEATURES))
    return rows, rows @ np.arange(1.0, FEATURES + 1)


def latest():
    """The newest checkpoint. Without one, training starts at the first epoch."""
    path = os.path.join(folder, "checkpoint.npz")
    return np.load(path) if os.path.exists(path) else None


def save(epoch, weights):
    """A reader never sees half a file: it is renamed when it is whole."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "checkpoint.npz")
    with open(path + ".new", "wb") as file:
        np.savez(file, epoch=epoch, weights=weights)
    os.replace(path + ".new", path)


def is_due(what, when, epoch):
    """Whether this process is to fail now, for the first time."""
    marker = os.path.join(folder, what)
    if when != f"{rank}@{epoch}" or os.path.exists(marker):
        return False
    open(marker, "w").close()
    say(f"rank {rank} {what}")
    return True


def main():
    say(f"rank {rank} of {size} on {socket.gethostname()}, user {os.getuid()}, greeting {os.environ.get('GREETING')}")
    saved = latest()
    weights = saved["weights"] if saved else np.zeros(FEATURES)
    if saved:
        say(f"rank {rank} resumes after epoch {saved['epoch']}")
    world.Barrier()  # nobody saves before everybody has read the same checkpoint
    rows, labels = (part[rank::size] for part in data())

    for epoch in range(int(saved["epoch"]) + 1 if saved else 1, flags.epochs + 1):
        errors = rows @ weights - labels
        sums = world.allreduce(np.append(rows.T @ errors, errors @ errors))
        weights = weights - RATE * sums[:-1] / ROWS
        if rank == 0:
            say(f"epoch {epoch} of {flags.epochs}: loss {sums[-1] / ROWS:.4f}")
            save(epoch, weights)
        world.Barrier()
        if is_due("crashes", flags.crash_once, epoch):
            os.kill(os.getpid(), signal.SIGKILL)
        if is_due("fills", flags.fill_once, epoch):
            taken = []
            while True:
                taken.append(np.ones(2**20))
        while epoch == flags.hold_at and not saved:
            world.Barrier()
            time.sleep(0.2)
    world.Barrier()
    say(f"rank {rank} done")


main()
