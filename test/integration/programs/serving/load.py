"""Asks a server at a steady rate, as clients do that docs/serving.md describes, and says each second how that went.

Each channel has a connection of its own. Requests begin when all channels are connected: a node may route to a new server
only seconds after its pods are ready. Nothing is tried again: whatever a client would see as an error is counted."""

import argparse
import functools
import json
import threading
import time
from collections import Counter

import grpc
import numpy as np
from serving_standin.messages import predict_pb2, prediction_service_pb2_grpc, tensor_of

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--server", required=True, help="host:port of PredictionService")
parser.add_argument("--authority", help="the host that requests name; default: the server")
parser.add_argument("--label", help="of the version to ask; default: the newest")
parser.add_argument("--rate", type=float, default=20, help="requests a second")
parser.add_argument("--channels", type=int, default=4)
parser.add_argument("--timeout", type=float, default=30, help="seconds for each request: long, so that slow is not lost")
flags = parser.parse_args()

request = predict_pb2.PredictRequest()
request.model_spec.name = "mnist"
if flags.label is not None:
    request.model_spec.version_label = flags.label
request.inputs["image"].CopyFrom(tensor_of(np.zeros((1, 28, 28), np.float32)))

options = [("grpc.use_local_subchannel_pool", 1)]
if flags.authority is not None:
    options.append(("grpc.default_authority", flags.authority))
channels = [grpc.insecure_channel(flags.server, options=options) for _ in range(flags.channels)]
stubs = [prediction_service_pb2_grpc.PredictionServiceStub(channel) for channel in channels]
for channel in channels:
    grpc.channel_ready_future(channel).result()
lock, versions, errors, sent, last, open_requests = threading.Lock(), Counter(), Counter(), 0, 0, set()


def answered(number, call):
    global last
    error = call.exception()
    with lock:
        open_requests.discard(number)
        if error:
            errors[f"{call.code().name}: {call.details()}"] += 1
        else:
            last = call.result().model_spec.version.value
            versions[last] += 1


start = time.monotonic()
while True:
    with lock:
        open_requests.add(sent)
    call = stubs[sent % len(stubs)].Predict.future(request, timeout=flags.timeout)
    call.add_done_callback(functools.partial(answered, sent))
    sent += 1
    if sent % flags.rate == 0:
        with lock:
            ended = min(open_requests, default=sent)  # so many, from the first on, have come to an end
            told = {"sent": sent, "ended": ended, "versions": versions, "last": last, "errors": errors}
            print(json.dumps(told), flush=True)
    time.sleep(max(0.0, start + sent / flags.rate - time.monotonic()))
