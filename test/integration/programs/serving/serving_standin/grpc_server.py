"""PredictionService and ModelService."""

import time
from concurrent import futures

import grpc
from google.protobuf.any_pb2 import Any

from .messages import (
    SignatureDef,
    array_of,
    get_model_metadata_pb2,
    get_model_status_pb2,
    model_management_pb2,
    model_service_pb2_grpc,
    predict_pb2,
    prediction_service_pb2_grpc,
    tensor_of,
)
from .models import Missing, Refused

CODES = {
    Missing: grpc.StatusCode.NOT_FOUND,
    Refused: grpc.StatusCode.FAILED_PRECONDITION,
    ValueError: grpc.StatusCode.INVALID_ARGUMENT,
}


def chosen(spec):
    """The version and the label that a request names."""
    choice = spec.WhichOneof("version_choice")
    return (
        spec.version.value if choice == "version" else None,
        spec.version_label if choice == "version_label" else None,
    )


def described(signature):
    """A signature as metadata tells it."""
    told = SignatureDef(method_name="tensorflow/serving/predict")
    for infos, into in ((signature.inputs, told.inputs), (signature.outputs, told.outputs)):
        for key, info in infos.items():
            into[key].CopyFrom(info)
    return told


class Services(prediction_service_pb2_grpc.PredictionServiceServicer, model_service_pb2_grpc.ModelServiceServicer):
    def __init__(self, manager):
        self.manager = manager

    def Predict(self, request, context):
        start, spec = time.monotonic(), request.model_spec
        signature = spec.signature_name or "serving_default"
        inputs = {key: array_of(proto) for key, proto in request.inputs.items()}
        try:
            version, outputs = self.manager.run(spec.name, *chosen(spec), signature, inputs)
        except tuple(CODES) as error:
            self.manager.metrics.answered(spec.name, "Predict", CODES[type(error)].name, 0)
            context.abort(CODES[type(error)], str(error))
        answer = predict_pb2.PredictResponse()
        answer.model_spec.name, answer.model_spec.signature_name = spec.name, signature
        answer.model_spec.version.value = version
        for key, array in outputs.items():
            answer.outputs[key].CopyFrom(tensor_of(array))
        self.manager.metrics.answered(spec.name, "Predict", "OK", time.monotonic() - start)
        return answer

    def GetModelMetadata(self, request, context):
        if list(request.metadata_field) != ["signature_def"]:
            context.abort(grpc.StatusCode.INVALID_ARGUMENT, "Metadata field is not supported")
        try:
            version, signatures = self.manager.chosen(request.model_spec.name, *chosen(request.model_spec))
        except tuple(CODES) as error:
            context.abort(CODES[type(error)], str(error))
        answer = get_model_metadata_pb2.GetModelMetadataResponse()
        answer.model_spec.name, answer.model_spec.version.value = request.model_spec.name, version
        told = get_model_metadata_pb2.SignatureDefMap()
        for key in signatures:
            told.signature_def[key].CopyFrom(described(signatures[key]))
        packed = Any()
        packed.Pack(told)
        answer.metadata["signature_def"].CopyFrom(packed)
        return answer

    def GetModelStatus(self, request, context):
        try:
            states = self.manager.named(request.model_spec.name).states
        except tuple(CODES) as error:
            context.abort(CODES[type(error)], str(error))
        answer = get_model_status_pb2.GetModelStatusResponse()
        for version in sorted(states, reverse=True):
            answer.model_version_status.add(version=version, state=states[version])
        return answer

    def HandleReloadConfigRequest(self, request, context):
        answer = model_management_pb2.ReloadConfigResponse()
        try:
            self.manager.reload(list(request.config.model_config_list.config))
        except Refused as error:
            answer.status.error_code, answer.status.error_message = grpc.StatusCode.FAILED_PRECONDITION.value[0], str(error)
        return answer


def start(flags, manager):
    arguments = [pair.partition("=") for pair in flags.grpc_channel_arguments.split(",") if pair]
    options = [(key, int(text) if text.lstrip("-").isdigit() else text) for key, _, text in arguments]
    server = grpc.server(futures.ThreadPoolExecutor(max(flags.grpc_max_threads, 8)), options=options)
    services = Services(manager)
    prediction_service_pb2_grpc.add_PredictionServiceServicer_to_server(services, server)
    model_service_pb2_grpc.add_ModelServiceServicer_to_server(services, server)
    server.add_insecure_port(f"0.0.0.0:{flags.port}")
    server.start()
    return server
