"""Asks a server which digits it sees, by gRPC, and fails below the accuracy asked for."""

import argparse
import sys

MODEL = "mnist"


def parse(arguments=None):
    parser = argparse.ArgumentParser(description=__doc__)
    add = parser.add_argument
    add("--server", default="digits:8500", help="host:port of PredictionService")
    add("--model", default=MODEL, help="the name of the model on the server")
    add("--model_version", type=int, help="default: the newest that the server has loaded")
    add("--samples", type=int, default=20)
    add("--seed", type=int, default=2000)
    add("--min_accuracy", type=float, default=0.9)
    add("--timeout", type=float, default=60, help="seconds, the wait for the server included")
    return parser.parse_args(arguments)


def report(version, labels, probabilities):
    """A line for each digit and one for all, and the share of right answers."""
    answers = [max(range(len(each)), key=lambda digit: each[digit]) for each in probabilities]
    right = sum(answer == label for answer, label in zip(answers, labels))
    told = [
        f"drew a {label}: it is a {answer} ({each[answer]:.2f})"
        for label, answer, each in zip(labels, answers, probabilities)
    ]
    return [*told, f"version {version}: {right} of {len(answers)} right"], right / len(answers)


def ask(flags):
    """The version that answered, the digits that were drawn, and the probabilities that it gave."""
    import grpc  # after the flags are known to be right, because these take seconds to load
    import numpy as np
    import tensorflow as tf
    from tensorflow_serving.apis import predict_pb2, prediction_service_pb2_grpc

    import digits

    images, labels = digits.draw(flags.samples, flags.seed)
    request = predict_pb2.PredictRequest()
    request.model_spec.name = flags.model
    request.model_spec.signature_name = "serving_default"
    if flags.model_version is not None:
        request.model_spec.version.value = flags.model_version
    request.inputs["image"].CopyFrom(tf.make_tensor_proto(images.astype(np.float32) / 255.0))
    with grpc.insecure_channel(flags.server) as channel:
        stub = prediction_service_pb2_grpc.PredictionServiceStub(channel)
        answer = stub.Predict(request, timeout=flags.timeout, wait_for_ready=True)
    return answer.model_spec.version.value, labels.tolist(), tf.make_ndarray(answer.outputs["probabilities"]).tolist()


def main(arguments=None, asked=ask):
    flags = parse(arguments)
    lines, accuracy = report(*asked(flags))
    print("\n".join(lines), flush=True)
    return None if accuracy >= flags.min_accuracy else f"accuracy {accuracy:.4f} is below {flags.min_accuracy}"


if __name__ == "__main__":
    sys.exit(main())
