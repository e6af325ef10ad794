"""The REST form of both services, and the metrics."""

import http.server
import json
import re
import threading
import time

import numpy as np
from google.protobuf import json_format

from . import configs
from .grpc_server import described
from .messages import get_model_metadata_pb2, get_model_status_pb2
from .models import Missing, Refused

PATH = re.compile(r"/v1/models/([^/:]+)(?:/versions/(\d+)|/labels/([^/:]+))?(/metadata|:predict)?")
STATES = get_model_status_pb2.ModelVersionStatus.State


class Answer(Exception):
    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


def status(manager, name, version):
    states = {v: s for v, s in manager.named(name).states.items() if version in (None, v)}
    if not states:
        raise Missing(f"Could not find any versions of model {name}")
    fine = {"error_code": "OK", "error_message": ""}
    told = [{"version": str(v), "state": STATES.Name(states[v]), "status": fine} for v in sorted(states, reverse=True)]
    return {"model_version_status": told}


def metadata(manager, name, version, label):
    number, signatures = manager.chosen(name, version, label)
    told = get_model_metadata_pb2.SignatureDefMap()
    for key in signatures:
        told.signature_def[key].CopyFrom(described(signatures[key]))
    spec = {"name": name, "signature_name": "", "version": str(number)}
    fields = json_format.MessageToDict(told, preserving_proto_field_name=True)
    return {"model_spec": spec, "metadata": {"signature_def": fields}}


def predict(manager, name, version, label, body):
    signature = body.get("signature_name", "serving_default")
    _, signatures = manager.chosen(name, version, label)
    keys = list(signatures[signature].inputs) if signature in signatures else []
    instances = body.get("instances", [])
    rows = [row if isinstance(row, dict) and set(row) == set(keys) else {keys[0]: row} for row in instances] if keys else []
    _, outputs = manager.run(name, version, label, signature, {key: np.array([row[key] for row in rows]) for key in keys})
    return {"predictions": next(iter(outputs.values())).tolist()}


def start(flags, manager):
    if flags.rest_api_port == 0:
        return
    metrics_path = configs.metrics_path(flags)

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            if metrics_path is not None and self.path == metrics_path:
                return self.send(200, manager.metrics.text(), "text/plain")
            self.answer(lambda: self.ask(None))

        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
            self.answer(lambda: self.ask(body))

        def ask(self, body):
            found = PATH.fullmatch(self.path)
            if not found or (found[4] == ":predict") != (body is not None):
                raise Answer(404, f"Malformed request: {self.command} {self.path}")
            name, version, label = found[1], int(found[2]) if found[2] else None, found[3]
            if label is not None and label not in manager.named(name).labels:
                raise Answer(400, f"Unrecognized servable version label: {label}")
            if found[4] == "/metadata":
                return metadata(manager, name, version, label)
            if body is None:
                return status(manager, name, version)
            began = time.monotonic()
            told = predict(manager, name, version, label, body)
            manager.metrics.answered(name, "REST", "OK", time.monotonic() - began)
            return told

        def answer(self, ask):
            try:
                self.send(200, json.dumps(ask()), "application/json")
            except Answer as error:
                self.send(error.code, json.dumps({"error": str(error)}), "application/json")
            except Missing as error:
                self.send(404, json.dumps({"error": str(error)}), "application/json")
            except (Refused, ValueError) as error:
                self.send(400, json.dumps({"error": str(error)}), "application/json")

        def send(self, code, text, kind):
            body = text.encode()
            self.send_response(code)
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("0.0.0.0", flags.rest_api_port), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
