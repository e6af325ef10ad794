"""Trains the network on the digits with PyTorch, alone or as one worker of several, and exports it as TorchScript."""

import argparse
import os
import signal
import sys
import time

FILE = "model.pt"  # by this name Triton's backend for PyTorch finds it
START = time.monotonic()


def log(text):
    print(f"{time.monotonic() - START:7.1f}s {text}", flush=True)


def parse(arguments=None, environ=os.environ):
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--data_dir", default="/data", help="a folder that all workers share")
    add("--checkpoint", help="the file; default: <data_dir>/checkpoints/torch.pt")
    # Whoever starts the job may say where its model goes.
    folder = environ.get("MODEL_EXPORT_PATH")
    add("--export_path", default=folder, help="default: MODEL_EXPORT_PATH, or <data_dir>/export/1")
    add("--train_steps", type=int, default=200)
    add("--save_steps", type=int, default=50, help="steps between two checkpoints")
    add("--batch_size", type=int, default=64, help="of one step of one worker")
    add("--learning_rate", type=float, default=0.002)
    add("--seed", type=int, default=0)
    flags = parser.parse_args(arguments)
    if min(flags.train_steps, flags.save_steps, flags.batch_size) < 1:
        parser.error("--train_steps, --save_steps and --batch_size start at 1")
    flags.checkpoint = flags.checkpoint or os.path.join(flags.data_dir, "checkpoints", "torch.pt")
    flags.export_path = flags.export_path or os.path.join(flags.data_dir, "export", "1")
    return flags


def place(environ=os.environ):
    """This worker's rank, the number of workers, and its GPU's index on this machine. Without variables it is alone."""
    return int(environ.get("RANK", 0)), int(environ.get("WORLD_SIZE", 1)), int(environ.get("LOCAL_RANK", 0))


def write(target, save):
    """Readers never see half a file: it is renamed when it is whole."""
    os.makedirs(os.path.dirname(target), exist_ok=True)
    save(target + ".part")
    os.replace(target + ".part", target)


def main(flags):
    import torch  # after the flags are known to be right, because it takes seconds to load
    import torch.distributed as dist

    rank, size, gpu = place()
    device = torch.device("cuda", gpu) if torch.cuda.is_available() else torch.device("cpu")
    log(f"torch {torch.__version__}: rank {rank} of {size} on {device}")
    saved = torch.load(flags.checkpoint, map_location=device) if os.path.exists(flags.checkpoint) else None
    if saved and saved["step"] >= flags.train_steps:
        size = 1  # nothing is left to do together, and the others may have ended
    if size > 1:
        dist.init_process_group("nccl" if device.type == "cuda" else "gloo")
        dist.barrier()  # nobody saves before everybody has read the same checkpoint
    network, step = train(flags, rank, size, device, saved)
    if rank == 0:
        conclude(network.cpu().eval(), step, flags.export_path)
    if size > 1:
        dist.destroy_process_group()


def train(flags, rank, size, device, saved):
    """The trained network, and the last step."""
    import torch
    from torch.nn.parallel import DistributedDataParallel

    torch.manual_seed(flags.seed)
    network = build().to(device)
    optimizer = torch.optim.Adam(network.parameters(), flags.learning_rate)
    step = saved["step"] if saved else 0
    log(f"resumes from step {step}" if saved else "no checkpoint: starts from step 0")
    if saved:
        network.load_state_dict(saved["network"])
        optimizer.load_state_dict(saved["optimizer"])
    model = DistributedDataParallel(network, [device] if device.type == "cuda" else None) if size > 1 else network
    images, labels = (each.to(device) for each in drawn("train"))
    random = torch.Generator().manual_seed(flags.seed + rank + size * step)  # each worker draws its own batches
    for step in range(step + 1, flags.train_steps + 1):
        batch = torch.randint(len(images), (flags.batch_size,), generator=random)
        loss = torch.nn.functional.cross_entropy(model(images[batch]), labels[batch])
        optimizer.zero_grad()
        loss.backward()  # the mean of all workers' gradients
        optimizer.step()
        if rank == 0 and (step % flags.save_steps == 0 or step == flags.train_steps):
            state = {"step": step, "network": network.state_dict(), "optimizer": optimizer.state_dict()}
            write(flags.checkpoint, lambda path: torch.save(state, path))
            log(f"step {step} loss {loss.item():.4f}, saved")
    return network, step


def build():
    import torch
    from torch.nn import Flatten, Linear, ReLU

    from digits import SIDE

    return torch.nn.Sequential(Flatten(), Linear(SIDE * SIDE, 128), ReLU(), Linear(128, 10))


def drawn(part):
    """The images (float, 0..1) and the labels of a part of the data, the same in every worker."""
    import numpy as np
    import torch

    import digits

    images, labels = digits.draw(*digits.COUNTS[part])
    return torch.from_numpy(images.astype(np.float32) / 255.0), torch.from_numpy(labels.astype(np.int64))


def conclude(network, step, folder):
    """Validate and export. A version that exists stays as it is: a server may be serving it."""
    import torch

    images, labels = drawn("validation")
    with torch.no_grad():
        accuracy = (network(images).argmax(1) == labels).float().mean().item()
    log(f"step {step}: validation accuracy {accuracy:.4f}")
    target = os.path.join(folder, FILE)
    if os.path.exists(target):
        return log(f"{target} was there and stays: an exported version never changes")
    served = torch.jit.trace(torch.nn.Sequential(network, torch.nn.Softmax(dim=1)), images[:1])
    write(target, lambda path: torch.jit.save(served, path))
    log(f"exported {target}")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # process 1 of a container has no default for it
    main(parse())
    log("done")
