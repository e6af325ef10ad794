"""A task of two that count together, in steps that the first saves, and that break off when they lose each other.

task.py FAULT RANK: once, in the middle, the task of this rank is killed, runs out of memory, fills its disk, or waits for its eviction.
"""

import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

STEPS = 20
FAULT_AT = 8


def place():
    """The rank of this task, and where the first one listens."""
    if "TF_CONFIG" in os.environ:
        config = json.loads(os.environ["TF_CONFIG"])
        host, port = config["cluster"]["worker"][0].split(":")
        return int(config["task"]["index"]), host, int(port)
    return int(os.environ["RANK"]), os.environ["MASTER_ADDR"], int(os.environ["MASTER_PORT"])


def peer(rank, host, port):
    """A connection to the other task, whenever it starts."""
    if rank == 0:
        listening = socket.create_server(("", port))
        listening.settimeout(600)
        return listening.accept()[0]
    while True:
        try:
            return socket.create_connection((host, port), timeout=5)
        except OSError:
            time.sleep(0.5)


def suffer(fault):
    print(f"suffers {fault}", flush=True)
    if fault == "killed":
        os.kill(os.getpid(), signal.SIGKILL)
    if fault == "memory":
        kept = [bytearray(os.urandom(1 << 20)) for _ in range(1024)]
        print(len(kept))
    if fault == "disk":
        pathlib.Path("/tmp/filled").write_bytes(bytes(96 << 20))
    time.sleep(600)


def train(fault, who):
    rank, host, port = place()
    state = pathlib.Path(os.environ["STATE"])
    state.mkdir(parents=True, exist_ok=True)
    saved, suffered = state / "step", state / "suffered"
    first = int(saved.read_text()) if saved.exists() else 0
    other = peer(rank, host, port)
    other.settimeout(120)
    print(f"rank {rank} begins after step {first}", flush=True)
    for step in range(first + 1, STEPS + 1):
        time.sleep(0.2)
        if step == FAULT_AT and rank == who and not suffered.exists():
            suffered.touch()
            suffer(fault)
        other.sendall(b".")
        if other.recv(1) != b".":
            raise SystemExit(f"rank {rank} lost its peer in step {step}")
        if rank == 0:
            saved.write_text(str(step))
        print(f"rank {rank} step {step}", flush=True)


if __name__ == "__main__":
    if sys.argv[1] == "train":
        train(sys.argv[2], int(sys.argv[3]))
    else:
        # The first process of a container cannot kill itself.
        code = subprocess.run([sys.executable, __file__, "train", *sys.argv[1:]], check=False).returncode
        sys.exit(code if code >= 0 else 128 - code)
