"""Asks a server what a picture shows, by gRPC, and prints the five classes that it holds most likely."""

import argparse
import sys

MODEL, SIGNATURE = "inception", "predict_images"
BEST = 5


def parse(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--server", default="localhost:9000", help="host:port of PredictionService")
    add("--image", required=True, help="a JPEG or PNG file")
    add("--model", default=MODEL, help="the name of the model on the server")
    add("--model_version", type=int, help="default: the newest that the server has loaded")
    add("--timeout", type=float, default=10, help="seconds")
    flags = parser.parse_args(arguments)
    host, _, port = flags.server.rpartition(":")
    if not host or not port.isdigit():
        parser.error(f"--server={flags.server} is not host:port, such as 203.0.113.7:9000")
    return flags


def best(classes, scores, count=BEST):
    """The classes with the highest scores, the highest first."""
    ranked = sorted(zip(classes, scores), key=lambda pair: -pair[1])
    return [(name.decode() if isinstance(name, bytes) else name, float(score)) for name, score in ranked[:count]]


def lines(ranked):
    return [f"{score:8.5f}  {name}" for name, score in ranked]


def predict(flags, picture):
    """Classes and scores of one picture, as the server gives them."""
    import grpc  # after the flags are known to be right, because these take seconds to load
    import tensorflow as tf
    from tensorflow_serving.apis import predict_pb2, prediction_service_pb2_grpc

    request = predict_pb2.PredictRequest()
    request.model_spec.name = flags.model
    request.model_spec.signature_name = SIGNATURE
    if flags.model_version is not None:
        request.model_spec.version.value = flags.model_version
    request.inputs["images"].CopyFrom(tf.make_tensor_proto([picture]))
    with grpc.insecure_channel(flags.server) as channel:
        stub = prediction_service_pb2_grpc.PredictionServiceStub(channel)
        answer = stub.Predict(request, timeout=flags.timeout, wait_for_ready=True)
    classes, scores = (tf.make_ndarray(answer.outputs[name])[0] for name in ("classes", "scores"))
    return classes, scores


def main(arguments=None, ask=predict):
    flags = parse(arguments)
    with open(flags.image, "rb") as file:
        picture = file.read()
    for line in lines(best(*ask(flags, picture))):
        print(line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
