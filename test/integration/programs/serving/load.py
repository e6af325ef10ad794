"""Asks a server at a steady rate, as clients do that docs/serving.md describes, and says each second how that went.

Each channel has a connection of its own. Nothing is tried again: whatever a client would see as an error is counted."""

import argparse
import json
import os
import threading
import time
from collections import Counter

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")

import grpc  # noqa: E402
import numpy as np  # noqa: E402
import tensorflow as tf  # noqa: E402
from tensorflow_serving.apis import predict_pb2, prediction_service_pb2_grpc  # noqa: E402

parser = argparse.ArgumentParser(description=__doc__)
parser.add_argument("--server", required=True, help="host:port of PredictionService")
parser.add_argument("--label", help="of the version to ask; default: the newest")
parser.add_argument("--rate", type=float, default=20, help="requests a second")
parser.add_argument("--channels", type=int, default=4)
parser.add_argument("--timeout", type=float, default=5, help="seconds for each request")
flags = parser.parse_args()

request = predict_pb2.PredictRequest()
request.model_spec.name = "mnist"
if flags.label is not None:
    request.model_spec.version_label = flags.label
request.inputs["image"].CopyFrom(tf.make_tensor_proto(np.zeros((1, 28, 28), np.float32)))

options = [("grpc.use_local_subchannel_pool", 1)]
channels = [grpc.insecure_channel(flags.server, options=options) for _ in range(flags.channels)]
stubs = [prediction_service_pb2_grpc.PredictionServiceStub(channel) for channel in channels]
lock, versions, errors, sent, last = threading.Lock(), Counter(), Counter(), 0, 0


def answered(call):
    global last
    error = call.exception()
    with lock:
        if error:
            errors[f"{call.code().name}: {call.details()}"] += 1
        else:
            last = call.result().model_spec.version.value
            versions[last] += 1


start = time.monotonic()
while True:
    stubs[sent % len(stubs)].Predict.future(request, timeout=flags.timeout).add_done_callback(answered)
    sent += 1
    if sent % flags.rate == 0:
        with lock:
            print(json.dumps({"sent": sent, "versions": versions, "last": last, "errors": errors}), flush=True)
    time.sleep(max(0.0, start + sent / flags.rate - time.monotonic()))
