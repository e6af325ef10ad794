"""A program of no framework: each task greets all tasks, itself too, and ends when all have greeted it."""

import os
import socket
import threading
import time

index, addresses = int(os.environ["WORKER_INDEX"]), os.environ["WORKER_ADDRESSES"].split(",")
assert len(addresses) == int(os.environ["WORKER_COUNT"])


def greet(address):
    host, port = address.rsplit(":", 1)
    while True:
        try:
            with socket.create_connection((host, int(port)), timeout=5) as peer:
                peer.sendall(str(index).encode())
                return
        except OSError:  # it has no address yet, or does not listen yet
            time.sleep(0.5)


with socket.create_server(("", int(addresses[index].rsplit(":", 1)[1]))) as server:
    for address in addresses:
        threading.Thread(target=greet, args=(address,), daemon=True).start()
    heard = set()
    while len(heard) < len(addresses):
        peer, _ = server.accept()
        with peer:
            heard.add(int(peer.recv(16)))
for thread in threading.enumerate():
    if thread is not threading.current_thread():
        thread.join()
print(f"task {index} of {len(addresses)} heard {sorted(heard)}", flush=True)
