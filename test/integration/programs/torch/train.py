"""Fits a small network to data that it makes itself, with DistributedDataParallel, by torchrun or by plain variables.

Every epoch uses all rows, split evenly, so the losses are the same with one worker and with several."""

import argparse
import datetime
import os
import signal
import sys
import time

import torch
import torch.distributed as dist
from torch.nn.parallel import DistributedDataParallel

ROWS, FEATURES = 960, 20

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--epochs", type=int, default=20)
parser.add_argument("--pause", type=float, default=0.0, help="seconds to wait after each epoch")
parser.add_argument("--hold-at", type=int, metavar="EPOCH", help="a run from the start stays there until a worker is lost")
parser.add_argument("--together", type=int, default=1, metavar="N", help="fewer workers than these wait for more")
parser.add_argument("--crash-once", metavar="RANK@EPOCH", help="this rank exits with 137 after this epoch; needs CHECKPOINT_DIR")
flags = parser.parse_args()
folder = os.environ.get("CHECKPOINT_DIR")
if flags.crash_once and not folder:
    parser.error("--crash-once needs CHECKPOINT_DIR, which remembers that it has crashed")


def data():
    generator = torch.Generator().manual_seed(1)
    rows = torch.randn(ROWS, FEATURES, generator=generator)
    return rows, (rows.square().sum(1) > FEATURES).float()


def latest():
    """The newest checkpoint. Without one, training starts at the first epoch."""
    path = os.path.join(folder, "checkpoint.pt") if folder else ""
    return torch.load(path, map_location="cpu") if os.path.exists(path) else None


def save(epoch, model, optimizer):
    """A reader never sees half a file: it is renamed when it is whole."""
    os.makedirs(folder, exist_ok=True)
    path = os.path.join(folder, "checkpoint.pt")
    torch.save({"epoch": epoch, "model": model.state_dict(), "optimizer": optimizer.state_dict()}, path + ".new")
    os.replace(path + ".new", path)


def crash_once(rank, epoch):
    """Ends this process as the loss of its machine would: at once and without a goodbye."""
    if flags.crash_once != f"{rank}@{epoch}":
        return
    marker = os.path.join(folder, "crashed")
    if not os.path.exists(marker):
        open(marker, "w").close()
        print(f"rank {rank} crashes", flush=True)
        os._exit(137)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the first process of a container has no default for it
    gpu = torch.cuda.is_available()
    device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", 0))) if gpu else torch.device("cpu")
    if gpu:
        torch.cuda.set_device(device)
    # A worker that waits for one that is gone gives up, and is started again. PyTorch's own limit is 30 minutes.
    dist.init_process_group("nccl" if gpu else "gloo", timeout=datetime.timedelta(minutes=2))
    rank, size = dist.get_rank(), dist.get_world_size()
    restarts = os.environ.get("TORCHELASTIC_RESTART_COUNT", "0")
    print(f"rank {rank} of {size} on {device}, restarts {restarts}", flush=True)

    while size < flags.together:
        time.sleep(1)  # torchrun starts this process again when another worker comes

    torch.manual_seed(0)
    network = torch.nn.Sequential(torch.nn.Linear(FEATURES, 64), torch.nn.ReLU(), torch.nn.Linear(64, 1)).to(device)
    optimizer = torch.optim.Adam(network.parameters(), lr=0.01)
    saved = latest()
    if saved:
        network.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        print(f"rank {rank} resumes after epoch {saved['epoch']}", flush=True)
    dist.barrier()  # nobody saves before everybody has read the same checkpoint
    model = DistributedDataParallel(network, device_ids=[device] if gpu else None)
    rows, labels = (part[rank::size].to(device) for part in data())

    for epoch in range(saved["epoch"] + 1 if saved else 1, flags.epochs + 1):
        for _ in range(10):
            optimizer.zero_grad()
            loss = torch.nn.functional.binary_cross_entropy_with_logits(model(rows).squeeze(1), labels)
            loss.backward()
            optimizer.step()
        total = loss.detach().clone()
        dist.all_reduce(total)
        if rank == 0:
            print(f"epoch {epoch} of {flags.epochs}: loss {total.item() / size:.4f}", flush=True)
            if folder:
                save(epoch, network, optimizer)
        crash_once(rank, epoch)
        while epoch == flags.hold_at and not saved:
            dist.barrier()
            time.sleep(0.2)
        time.sleep(flags.pause)
    dist.barrier()
    print(f"rank {rank} done", flush=True)


main()
